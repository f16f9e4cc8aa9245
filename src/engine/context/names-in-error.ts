import type { CellOutput } from '../../contract';

/** The most names that are looked up. */
const MAX_NAMES = 8;

// eslint-disable-next-line no-control-regex
const ANSI = /\u001b\[[0-9;]*m/g;

/** The line that raised, in a traceback as IPython draws it: `----> 3 df['x']`. */
const ARROW = /^-+> ?\d+ (.*)$/;

/** Where a frame begins: in a cell, or in a library's file. */
const FRAME = /^(Cell In|Input In|File )/;

/** `'x'` or `"x"`: strings are not names. */
const STRINGS = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g;

/** A name that is neither an attribute nor the name of a called function. */
const NAME = /(?<![\w.])[A-Za-z_]\w*\b(?!\s*\()/g;

/**
 * Variables that an error may be about: the one its message names, and those in
 * the lines that raised.
 */
export function namesInError(
  error: Extract<CellOutput, { type: 'error' }>
): string[] {
  const lines = linesThatRaised(
    error.traceback.join('\n').replace(ANSI, '').split('\n')
  );
  const said = [...error.message.matchAll(/name '(\w+)'/g)].map(
    ([, name]) => name
  );
  const names = lines.flatMap(
    line =>
      line
        .slice(0, 1000)
        .replace(/#[^]*/, '')
        .replace(STRINGS, '""')
        .match(NAME) ?? []
  );
  return [...new Set([...said, ...names])].slice(0, MAX_NAMES);
}

/**
 * Only lines of cells: the variables of a library's frames are not in the
 * kernel's namespace.
 */
function linesThatRaised(traceback: string[]): string[] {
  let own = true;
  return traceback.flatMap(line => {
    const text = line.trim();
    if (FRAME.test(text)) {
      own = !text.startsWith('File ');
    }
    const raised = own ? ARROW.exec(text)?.[1] : undefined;
    return raised === undefined ? [] : [raised];
  });
}
