import { readProfiles } from './profile';
import { type IJob, type Script, ask, cellLink, finalAnswer } from './script';
import { listedFiles } from './table-job';
import type { IPastCall } from './transcript';

/** Finds a cell by its id, its number or its position, and reads it. */
function* readCell({
  texts
}: IJob): Script<{ id: string; source: string; output: string } | null> {
  const { id: named, label } = cellIn(texts[0]);
  let id = named;
  if (id === undefined) {
    const cells = readOutline(
      yield ask('I look for the cell.', 'read_notebook')
    );
    const cell =
      cells.find(({ count }) => count === label) ?? cells[Number(label) - 1];
    id = cell?.id;
  }
  if (id === undefined) {
    return null;
  }
  const { text } = yield ask('I read the cell.', 'read_notebook', {
    cells: [id],
    outputs: true
  });
  const [, found, rest = ''] =
    /^--- cell ([\w-]+), [^\n]*\n([\s\S]*)$/.exec(text) ?? [];
  const [source, output = ''] = rest.split(/\n--- (?:output\n|no output)/);
  return found ? { id: found, source, output } : null;
}

const NOT_FOUND =
  'I could not find that cell in this notebook. Click it and ask again.';

/** What a script can say of a line. */
const LINES: [RegExp, string][] = [
  [/^(?:from|import)\s+([\w.]+)/, 'imports `$1`'],
  [
    /^(\w+)\s*=\s*(?:\w+\.)?read_(\w+)\(\s*["']([^"']+)["']/,
    'reads the $2 file `$3` into `$1`'
  ],
  [/^(?:async )?def (\w+)\(/, 'defines the function `$1`'],
  [/^for (.+?) in (.+):/, 'repeats something for each `$1` in `$2`'],
  [/groupby\(\[?["']([^"']+)["']/, 'groups rows by `$1`'],
  [/\b(?:plt|ax|df|sns)\.(\w*(?:plot|scatter|hist|bar)\w*)/, 'draws with `$1`'],
  [/^(\w+)\s*=(?!=)/, 'sets `$1`'],
  [/^print\((.*)\)$/, 'prints `$1`'],
  [/^#+ (.+)/, 'is headed “$1”']
];

/** Explains a cell by the words in it, and no more. */
export function* explainCell(job: IJob): Script {
  const cell = yield* readCell(job);
  if (!cell) {
    return finalAnswer(NOT_FOUND);
  }
  const lines = cell.source.split('\n').map(line => line.trim());
  const found = lines.flatMap(line => {
    const known = LINES.find(([pattern]) => pattern.test(line));
    const [match] = (known && known[0].exec(line)) ?? [];
    return known && match !== undefined
      ? [`- It ${match.replace(known[0], known[1])}.`]
      : [];
  });
  return finalAnswer(
    [
      `${cellLink(cell.id, 'This cell')} has ${lines.length} lines, read by a script and not understood by an AI:`,
      '',
      ...[...new Set(found)].slice(0, 12)
    ].join('\n'),
    ['Summarise this notebook']
  );
}

const IMPORTS: Record<string, string> = {
  pd: 'import pandas as pd',
  np: 'import numpy as np',
  plt: 'import matplotlib.pyplot as plt'
};

/** Repairs a missing import, or a mistyped name, column or file. */
export function* fixCell(job: IJob): Script {
  const cell = yield* readCell(job);
  if (!cell) {
    return finalAnswer(NOT_FOUND);
  }
  const [shown = '', name = '', message = ''] = errorIn(cell.output);
  if (!shown) {
    return finalAnswer(
      `${cellLink(cell.id, 'The cell')} shows no error now. Run it again if it should, then ask me once more.`
    );
  }
  const fails = `It fails with ${shown}.`;
  const { source } = cell;
  const [, wrong = ''] =
    /No such file[^'"]*['"]([^'"]+)['"]/.exec(message) ??
    /['"]([^'"]+)['"]/.exec(message) ??
    [];
  let code = source;
  if (name === 'NameError' && Object.hasOwn(IMPORTS, wrong)) {
    code = `${IMPORTS[wrong]}\n\n${source}`;
  } else if (/^(Name|Key|FileNotFound)Error$/.test(name)) {
    const isFile = name === 'FileNotFoundError';
    const known = yield ask(
      `${fails} I look what there is.`,
      isFile ? 'list_files' : 'inspect_variables'
    );
    const right = nearest(wrong, isFile ? listedFiles(known) : namesIn(known));
    // A name stands alone, a column or a file in quotation marks.
    const marks = name === 'NameError' ? [''] : ['"', "'"];
    code = marks.reduce(
      (text, each) =>
        text.replaceAll(each + wrong + each, each + (right ?? wrong) + each),
      source
    );
  }
  if (code === source) {
    return finalAnswer(
      `${fails} I am a scripted demo, not an AI: I can repair a missing import and a mistyped name, column or file, but not this ${name}.`
    );
  }
  const edit = yield ask(`${fails} I can repair that.`, 'edit_cell', {
    cell_id: cell.id,
    code,
    run: true
  });
  const link = cellLink(cell.id, 'the cell');
  switch (edit.outcome) {
    case 'done':
      return finalAnswer(`I repaired ${link}, and it runs now.`, [
        'Summarise this notebook'
      ]);
    case 'rejected':
      return finalAnswer(
        `I leave ${link} as it is.${edit.reason ? ` You said “${edit.reason}”; as a script I know no other repair.` : ''}`
      );
    default:
      return finalAnswer(
        `I could not repair ${link}. ${errorIn(edit.text)[0] ?? edit.text.split('\n', 1)[0]}`
      );
  }
}

/** The line of an error, with its name and its message. */
function errorIn(output: string): readonly string[] {
  return /^(\w*(?:Error|Exception|Interrupt|Exit)): ?(.*)$/m.exec(output) ?? [];
}

/** Columns and variables in a result of `inspect_variables`. */
function namesIn({ text }: IPastCall): string[] {
  return [
    ...readProfiles(text).flatMap(({ columns }) =>
      columns.map(({ name }) => name)
    ),
    ...(text.match(/^[A-Za-z_]\w*(?=: )/gm) ?? [])
  ];
}

/** The name most similar to a wrong one, by its beginning or its pairs of letters. */
function nearest(wrong: string, names: readonly string[]): string | undefined {
  const pairs = (name: string) =>
    [...name.toLowerCase()].map(
      (letter, at, all) => letter + (all[at + 1] ?? '')
    );
  const likeness = (name: string) =>
    name.startsWith(wrong) || wrong.startsWith(name)
      ? 1
      : (2 * pairs(name).filter(pair => pairs(wrong).includes(pair)).length) /
        (name.length + wrong.length);
  return names
    .filter(name => name !== wrong && wrong.length > 1 && likeness(name) >= 0.5)
    .sort((a, b) => likeness(b) - likeness(a))[0];
}

/** A cell in an outline of `read_notebook`. */
interface IOutlineCell {
  id: string;
  type: string;
  /** Execution count. */
  count?: string;
  /** First line. */
  first: string;
  /** Name of its error. */
  error?: string;
}

export function readOutline({ text }: IPastCall): IOutlineCell[] {
  return [
    ...text.matchAll(
      /^([\w-]{1,64}) (code|markdown|raw)(?: \[([\d,]+)\])? (.*)$/gm
    )
  ].map(([, id, type, count, rest]) => ({
    id,
    type,
    count,
    first: rest.replace(/ \([\d,]+ lines\).*$/, '').replace(/ error: \w+$/, ''),
    error: / error: (\w+)$/.exec(rest)?.[1]
  }));
}

/** The cell that a message names: its id, or the number that people see. */
export function cellIn(text: string): { id?: string; label?: string } {
  const [, linked] = /(?:⟦|#cell=)([\w-]{1,64})/.exec(text) ?? [];
  const [, label] =
    /\bcell\s*[[#(]?(\d+)\b/i.exec(text) ?? /\[(\d+)\]/.exec(text) ?? [];
  return { id: linked, label };
}
