import {
  type IJob,
  type Script,
  ask,
  cellLink,
  finalAnswer,
  plural,
  short
} from './script';
import type { IPastCall } from './transcript';

/** Reads the cell that a message names. */
function* readCell({
  texts
}: IJob): Script<{ id: string; source: string; output: string } | null> {
  const { text } = yield ask('I read the cell.', 'read_notebook', {
    cells: [cellIn(texts[0])],
    outputs: true
  });
  const [, found, rest = ''] =
    /^--- cell ([\w-]+), [^\n]*\n([\s\S]*)$/.exec(text) ?? [];
  const [source, output = ''] = rest.split(/\n--- (?:output\n|no output)/);
  return found ? { id: found, source, output } : null;
}

const NOT_FOUND =
  'I could not find that cell in this notebook. Click it and ask again.';

/** Describes a cell without understanding it. */
export function* explainCell(job: IJob): Script {
  const cell = yield* readCell(job);
  if (!cell) {
    return finalAnswer(NOT_FOUND);
  }
  const lines = cell.source.trim().split('\n');
  const [first, last] = [lines[0], lines[lines.length - 1]].map(line =>
    short(line.replaceAll('`', "'"))
  );
  return finalAnswer(
    `[This cell](#cell=${cell.id}) has ${plural(lines.length, 'line')}, from \`${first}\` to \`${last}\`. I am a script: what it means is for an AI or a person to say.`,
    ['Summarise this notebook']
  );
}

const IMPORTS: Record<string, string> = {
  pd: 'import pandas as pd',
  np: 'import numpy as np',
  plt: 'import matplotlib.pyplot as plt'
};

/** Repairs a missing import. */
export function* fixCell(job: IJob): Script {
  const cell = yield* readCell(job);
  if (!cell) {
    return finalAnswer(NOT_FOUND);
  }
  const link = `[the cell](#cell=${cell.id})`;
  const error = errorIn(cell.output);
  const [, name = ''] = /^NameError: name '(\w+)'/.exec(error) ?? [];
  if (!Object.hasOwn(IMPORTS, name)) {
    return finalAnswer(
      error
        ? `It fails with ${error}. I am a scripted demo, not an AI: I can repair a missing import, and not this.`
        : `I see no error at ${link} now. Run it again if it should fail, then ask me once more.`
    );
  }
  const { outcome, text } = yield ask(
    `It fails with ${error}. I can repair that.`,
    'edit_cell',
    {
      cell_id: cell.id,
      code: `${IMPORTS[name]}\n\n${cell.source}`,
      run: true
    }
  );
  const failure = `I could not repair ${link}. ${errorIn(text) || text.split('\n', 1)[0]}`;
  return finalAnswer(
    outcome === 'done'
      ? `I repaired ${link}, and it runs now.`
      : outcome === 'rejected'
        ? `I leave ${link} as it is.`
        : failure,
    ['Summarise this notebook']
  );
}

/** The line of an error. */
function errorIn(output: string): string {
  return /^\w*(?:Error|Exception|Interrupt|Exit)\b.*$/m.exec(output)?.[0] ?? '';
}

/** Explains the notebook by the first lines of its cells. */
export function* summarise(): Script {
  const cells = readOutline(yield ask('I read the notebook.', 'read_notebook'));
  const failed = cells.filter(({ error }) => error);
  const waiting = cells.filter(
    ({ type, count }) => type === 'code' && count === undefined
  );
  return finalAnswer(
    [
      `This notebook has ${plural(cells.length, 'cell')}: ${waiting.length} of its code not run yet, ${failed.length} with an error.`,
      '',
      ...cells
        .slice(0, 20)
        .map(
          ({ id, count = null, first, error }, at) =>
            `- ${cellLink({ cellId: id, count: count ?? `${at + 1}` })} \`${first.replaceAll('`', "'")}\`${error ? `, fails with ${error}` : ''}`
        ),
      '',
      'What it means is for an AI or a person to say: I only read first lines.'
    ].join('\n'),
    failed.slice(0, 1).map(({ id }) => `Fix cell ⟦${id}⟧`)
  );
}

/** The cells in an outline of `read_notebook`: their first lines, and names of errors. */
function readOutline({ text }: IPastCall) {
  return [
    ...text.matchAll(
      /^([\w-]{1,64}) (code|markdown|raw)(?: \[([\d,]+)\])? (.*)$/gm
    )
  ].map(([, id, type, count, rest]) => ({
    id,
    type,
    count: count as string | undefined,
    first: rest.replace(/ \([\d,]+ lines\).*$/, '').replace(/ error: \w+$/, ''),
    error: / error: (\w+)$/.exec(rest)?.[1]
  }));
}

/** The cell that a message names: its id, or the number that people see. */
export function cellIn(text: string): string | undefined {
  const [, id] = /(?:⟦|#cell=)([\w-]{1,64})/.exec(text) ?? [];
  const [, sign, number] =
    /\bcell\s*([[#(]?)(\d+)\b/i.exec(text) ?? /(\[)(\d+)\]/.exec(text) ?? [];
  return id ?? (number && (sign === '#' ? `#${number}` : `[${number}]`));
}
