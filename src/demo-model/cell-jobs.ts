import { type IDemoAnswer, callTool, finalAnswer } from './reading/demo-answer';
import { explain } from './explain';
import { readOutline, readWholeCell } from './reading/read-outline';
import { readProfiles } from './reading/profile';
import { repair, shownError } from './repair';
import type { ICellReference } from './reading/request';
import type { IPastCall, ITranscript } from './reading/transcript';

/** Explains a cell based on the words in it. */
export function explainJob(
  transcript: ITranscript,
  start: number,
  cell: ICellReference
): IDemoAnswer {
  const calls = callsSince(transcript, start);
  const looked = lookAtCell(calls, cell, false);
  if ('answer' in looked) {
    return looked.answer;
  }
  const { read } = looked;
  return finalAnswer(
    [
      `${link(read.id, 'This cell')}, read by a script and not understood by an AI:`,
      '',
      ...explain(read).map(line => `- ${line}`)
    ].join('\n'),
    ['Summarise this notebook']
  );
}

/** Repairs a cell if a script can repair its kind of error. */
export function fixJob(
  transcript: ITranscript,
  start: number,
  cell: ICellReference
): IDemoAnswer {
  const calls = callsSince(transcript, start);
  const edit = calls.filter(call => call.name === 'edit_cell').at(-1);
  if (edit) {
    return afterEdit(edit);
  }
  const looked = lookAtCell(calls, cell, true);
  if ('answer' in looked) {
    return looked.answer;
  }
  const { read } = looked;
  const error = shownError(read.output);
  if (!error) {
    return finalAnswer(
      `${link(read.id, 'The cell')} shows no error now. Run it again if it should, then ask me once more.`
    );
  }
  const found = repair(read.source, error, known(calls));
  const said = `It fails with ${error.name}: ${error.message}.`;
  switch (found.kind) {
    case 'look':
      return {
        text: `${said} I look what there is.`,
        calls: [callTool(found.tool)]
      };
    case 'change':
      return {
        text: `${said} The reason: ${found.what}.`,
        calls: [
          callTool('edit_cell', {
            cell_id: read.id,
            code: found.code,
            run: true
          })
        ]
      };
    case 'none':
      return finalAnswer(`${said} ${found.why}`);
  }
}

function afterEdit(edit: IPastCall): IDemoAnswer {
  const id = edit.cellId ?? String(edit.args.cell_id);
  const count = edit.count ?? 'the cell';
  if (edit.outcome === 'done') {
    const changed = edit.edited ? ' with your change' : '';
    return finalAnswer(
      `I changed ${link(id, count)}${changed} and it runs now.`,
      ['Summarise this notebook']
    );
  }
  if (edit.outcome === 'rejected') {
    return finalAnswer(
      edit.reason
        ? `I leave ${link(id, 'the cell')} as it is. You said “${edit.reason}”; as a script I know no other repair.`
        : `I leave ${link(id, 'the cell')} as it is.`
    );
  }
  const error = shownError(edit.text);
  return finalAnswer(
    error
      ? `I changed ${link(id, count)}, but it still fails, now with ${error.name}: ${error.message}. That is as far as a script gets.`
      : `I could not change ${link(id, 'the cell')}. ${edit.text.split('\n', 1)[0]}`
  );
}

/** Finds and reads a cell; returns an answer if that takes a step or fails. */
function lookAtCell(
  calls: IPastCall[],
  cell: ICellReference,
  outputs: boolean
):
  | { answer: IDemoAnswer }
  | { read: NonNullable<ReturnType<typeof readWholeCell>> } {
  const reads = calls.filter(call => call.name === 'read_notebook');
  const whole = reads.filter(call => Array.isArray(call.args.cells)).at(-1);
  if (whole) {
    const read = whole.outcome === 'done' ? readWholeCell(whole.text) : null;
    return read
      ? { read }
      : {
          answer: finalAnswer(
            'I could not find that cell in this notebook. Click it and ask again.'
          )
        };
  }
  const id = cell.id ?? findByLabel(reads.at(-1), cell.label);
  if (id === null) {
    return {
      answer:
        reads.length > 0
          ? finalAnswer(
              `I found no cell ${cell.label ?? ''} in this notebook.`.replace(
                '  ',
                ' '
              )
            )
          : {
              text: 'I look for the cell.',
              calls: [callTool('read_notebook')]
            }
    };
  }
  return {
    answer: {
      text: 'I read the cell.',
      calls: [
        callTool('read_notebook', {
          cells: [id],
          ...(outputs ? { outputs: true } : {})
        })
      ]
    }
  };
}

/** By execution count, or else by position. */
function findByLabel(
  read: IPastCall | undefined,
  label: string | null
): string | null {
  if (!read || label === null) {
    return null;
  }
  const cells = readOutline(read.text);
  return (
    cells.find(cell => cell.count === label)?.id ??
    cells[Number(label) - 1]?.id ??
    null
  );
}

/** Names that were looked up: variables and columns, or files. */
function known(calls: IPastCall[]): string[] | null {
  const variables = calls.find(call => call.name === 'inspect_variables');
  if (variables) {
    const names = [...variables.text.matchAll(/^([A-Za-z_]\w*): /gm)];
    const columns = readProfiles(variables.text).flatMap(profile =>
      profile.columns.map(column => column.name)
    );
    return [...columns, ...names.map(match => match[1])];
  }
  const files = calls.find(call => call.name === 'list_files');
  return files
    ? files.text
        .split('\n')
        .slice(1)
        .map(line => line.replace(/ \([^()]*\)$/, ''))
    : null;
}

function callsSince({ items }: ITranscript, start: number): IPastCall[] {
  return items
    .slice(start)
    .flatMap(item => (item.kind === 'step' ? item.calls : []));
}

function link(id: string, label: string): string {
  return `[${label}](#cell=${id})`;
}
