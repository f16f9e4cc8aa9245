import type { ICellRun, IImages, IToolResult, ITranslator } from '../contract';
import { cellMark } from '../contract';
import { outputText } from './output-text';
import { count, duration } from './quantities';
import { firstLine } from './truncate-text';

/** Characters of a description or an error in a line of the thread. */
const LINE_LENGTH = 80;

/** What a run of a cell gives back, to the model and to the thread. */
export async function runResult(
  run: ICellRun,
  cell: { id: string; description?: string },
  { images, trans }: { images: IImages; trans: ITranslator }
): Promise<IToolResult> {
  const shown = await outputText(run.outputs, images);
  const text = [
    opening(run, cell.id),
    shown.text || (run.status === 'ok' ? 'No output.' : ''),
    advice(run, cell.id)
  ]
    .filter(part => part !== '')
    .join('\n');
  return {
    text,
    ...(shown.images.length > 0 ? { images: shown.images } : {}),
    ok: run.status === 'ok',
    summary: summary(run, cell, trans),
    cellId: cell.id,
    ...(run.status === 'stopped' ? { stopped: true } : {}),
    ...(run.stuck ? { stuck: true } : {}),
    ms: run.ms
  };
}

function opening(run: ICellRun, id: string): string {
  const time = duration(run.ms);
  const number =
    run.executionCount === null ? '' : ` as [${count(run.executionCount)}]`;
  switch (run.status) {
    case 'ok':
      return `Cell ${id} ran in ${time}${number}.`;
    case 'error':
      return `Cell ${id} failed after ${time}${number}.`;
    case 'stopped':
      return `The person stopped cell ${id} after ${time}.`;
    case 'interrupted':
      return `Cell ${id} was interrupted after ${time}, not by you.`;
    case 'restarted':
      return `The kernel was restarted while cell ${id} ran: all variables are gone.`;
    case 'died':
      return `The kernel died after ${time} while cell ${id} ran: all variables are gone.`;
    case 'flooded':
      return `Cell ${id} wrote too much output and was interrupted after ${time}.`;
    case 'closed':
      return `The notebook was closed while cell ${id} ran; whether it finished is not known.`;
  }
}

/** The next step, for a model. */
function advice(run: ICellRun, id: string): string {
  if (run.stuck) {
    return 'The kernel was still busy 5 s later and may need a restart by the person. Do not run cells until they say so.';
  }
  switch (run.status) {
    case 'ok':
      return '';
    case 'error':
      return `Correct it with edit_cell (cell_id "${id}", run true), or go another way.`;
    case 'stopped':
    case 'interrupted':
      return 'Ask the person before you run it again.';
    case 'restarted':
      return 'Run the cells that define what you need again.';
    case 'died':
      return 'Often memory ran out: tell the person, and work on less data.';
    case 'flooded':
      return 'Print less: a head, a summary, a count.';
    case 'closed':
      return 'Tell the person; they can open it again.';
  }
}

function summary(
  run: ICellRun,
  cell: { id: string; description?: string },
  trans: ITranslator
): string {
  const mark = cellMark(cell.id);
  switch (run.status) {
    case 'ok': {
      const description = firstLine(cell.description ?? '', LINE_LENGTH);
      return description
        ? trans.__('Ran cell %1 %2', mark, description)
        : trans.__('Ran cell %1', mark);
    }
    case 'error': {
      const error = run.outputs.find(output => output.type === 'error');
      return error
        ? trans.__(
            'Cell %1 failed: %2',
            mark,
            firstLine(`${error.name}: ${error.message}`, LINE_LENGTH)
          )
        : trans.__('Cell %1 failed', mark);
    }
    case 'stopped':
      return run.stuck
        ? trans.__(
            'Cell %1 was stopped, but the kernel is still busy. Restart it to go on.',
            mark
          )
        : trans.__('Stopped cell %1', mark);
    case 'interrupted':
      return trans.__('Cell %1 was interrupted from outside', mark);
    case 'restarted':
      return trans.__(
        'The kernel was restarted while cell %1 ran. Its variables are gone.',
        mark
      );
    case 'died':
      return trans.__(
        'The kernel died while cell %1 ran. Its variables are gone.',
        mark
      );
    case 'flooded':
      return trans.__(
        'Cell %1 wrote too much output and was interrupted',
        mark
      );
    case 'closed':
      return trans.__('The notebook was closed while cell %1 ran', mark);
  }
}
