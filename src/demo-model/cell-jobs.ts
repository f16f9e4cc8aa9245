import { readProfiles } from './profile';
import { type IJob, type Script, ask, cellLink, finalAnswer } from './script';
import { listedFiles } from './table-job';
import type { IPastCall } from './transcript';

/** Finds a cell by its id, its number or its position, and reads it. */
function* readCell(
  [request]: readonly string[],
  outputs: boolean
): Script<{ id: string; source: string; output: string } | null> {
  const { id: named, label } = cellIn(request);
  let id = named;
  if (id === undefined) {
    const cells = readOutline(
      yield ask('I look for the cell.', 'read_notebook')
    );
    id = (
      cells.find(({ count }) => count === label) ?? cells[Number(label) - 1]
    )?.id;
  }
  if (id === undefined) {
    return null;
  }
  const { text } = yield ask('I read the cell.', 'read_notebook', {
    cells: [id],
    outputs
  });
  const [, found, rest = ''] =
    /^--- cell ([\w-]+), [^\n]*\n([\s\S]*)$/.exec(text) ?? [];
  const [source, output = ''] = rest.split(/\n--- (?:output\n|no output)/);
  return found ? { id: found, source, output } : null;
}

const NOT_FOUND =
  'I could not find that cell in this notebook. Click it and ask again.';

/** Explains a cell by the words in it, and no more. */
export function* explainCell({ texts }: IJob): Script {
  const cell = yield* readCell(texts, false);
  return cell
    ? finalAnswer(
        [
          `${cellLink(cell.id, 'This cell')}, read by a script and not understood by an AI:`,
          '',
          ...explain(cell.source).map(line => `- ${line}`)
        ].join('\n'),
        ['Summarise this notebook']
      )
    : finalAnswer(NOT_FOUND);
}

const LINES: [RegExp, string][] = [
  [/^(?:from|import)\s+([\w.]+)/, 'imports `$1`'],
  [
    /^(\w+)\s*=\s*(?:\w+\.)?read_(\w+)\(\s*["']([^"']+)["']/,
    'reads the $2 file `$3` into `$1`'
  ],
  [/^(?:async )?def (\w+)\(/, 'defines the function `$1`'],
  [/^class (\w+)/, 'defines the class `$1`'],
  [/^for (.+?) in (.+):/, 'repeats something for each `$1` in `$2`'],
  [/^if (.+):/, 'does something only if `$1`'],
  [/groupby\(\[?["']([^"']+)["']/, 'groups rows by `$1`'],
  [/\.(describe|corr|value_counts|mean|median|sum)\(/, 'computes with `$1()`'],
  [/\b(?:plt|ax|df|sns)\.(\w*(?:plot|scatter|hist|bar)\w*)/, 'draws with `$1`'],
  [/^(\w+)\s*=(?!=)/, 'sets `$1`'],
  [/^print\((.*)\)$/, 'prints `$1`'],
  [/^#+ (.+)/, 'is headed “$1”']
];

function explain(source: string): string[] {
  const lines = source.split('\n').map(line => line.trim());
  const found = lines.flatMap(line => {
    const known = LINES.find(([pattern]) => pattern.test(line));
    const [match] = (known && known[0].exec(line)) ?? [];
    return known && match !== undefined
      ? [`It ${match.replace(known[0], known[1])}.`]
      : [];
  });
  return found.length > 0
    ? [...new Set(found)].slice(0, 12)
    : [`It has ${lines.length} lines that I, a script, can't put into words.`];
}

const IMPORTS: Record<string, string> = {
  pd: 'import pandas as pd',
  np: 'import numpy as np',
  plt: 'import matplotlib.pyplot as plt',
  sns: 'import seaborn as sns',
  os: 'import os',
  re: 'import re',
  json: 'import json',
  math: 'import math',
  Path: 'from pathlib import Path'
};

/** Repairs a missing import, or a mistyped name, column or file. */
export function* fixCell({ texts }: IJob): Script {
  const cell = yield* readCell(texts, true);
  if (!cell) {
    return finalAnswer(NOT_FOUND);
  }
  const error = shownError(cell.output);
  if (!error) {
    return finalAnswer(
      `${cellLink(cell.id, 'The cell')} shows no error now. Run it again if it should, then ask me once more.`
    );
  }
  const fails = `It fails with ${error.name}: ${error.message}.`;
  const { source } = cell;
  const [, quoted = ''] =
    /No such file[^'"]*['"]([^'"]+)['"]/.exec(error.message) ??
    /['"]([^'"]+)['"]/.exec(error.message) ??
    [];
  let code = source;
  let why = '';
  if (error.name === 'NameError' && Object.hasOwn(IMPORTS, quoted)) {
    code = `${IMPORTS[quoted]}\n\n${source}`;
    why = `\`${quoted}\` was never imported`;
  } else if (/^(Name|Key|FileNotFound)Error$/.test(error.name)) {
    const isFile = error.name === 'FileNotFoundError';
    const known = yield ask(
      `${fails} I look what there is.`,
      isFile ? 'list_files' : 'inspect_variables'
    );
    const right = nearest(quoted, isFile ? listedFiles(known) : namesIn(known));
    if (right !== undefined) {
      // A name stands alone, a column or a file in quotation marks.
      const mark = error.name === 'NameError' ? [''] : ['"', "'"];
      code = mark.reduce(
        (text, each) =>
          text.replaceAll(`${each}${quoted}${each}`, `${each}${right}${each}`),
        source
      );
      why = `there is no \`${quoted}\`, but there is \`${right}\``;
    }
  }
  if (code === source) {
    return finalAnswer(
      error.name === 'ModuleNotFoundError'
        ? `${fails} The kernel has no package \`${quoted}\`. Run \`%pip install ${quoted}\` in a cell, then run this cell again.`
        : `${fails} I am a scripted demo, not an AI: I can repair a missing import and a mistyped name, column or file, but not this ${error.name}.`
    );
  }
  const edit = yield ask(`${fails} The reason: ${why}.`, 'edit_cell', {
    cell_id: cell.id,
    code,
    run: true
  });
  const link = cellLink(cell.id, 'the cell');
  if (edit.outcome === 'done') {
    return finalAnswer(
      `I changed ${link}${edit.edited ? ' with your change' : ''} and it runs now.`,
      ['Summarise this notebook']
    );
  }
  const left = shownError(edit.text);
  return finalAnswer(
    edit.outcome === 'rejected'
      ? `I leave ${link} as it is.${edit.reason ? ` You said “${edit.reason}”; as a script I know no other repair.` : ''}`
      : left
        ? `I changed ${link}, but it still fails, now with ${left.name}: ${left.message}. That is as far as a script gets.`
        : `I could not change ${link}. ${edit.text.split('\n', 1)[0]}`
  );
}

function shownError(output: string): { name: string; message: string } | null {
  const [, name, message] =
    /^(\w*(?:Error|Exception|Interrupt|Exit)): ?(.*)$/m.exec(output) ?? [];
  return name ? { name, message } : null;
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
