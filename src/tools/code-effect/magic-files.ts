import type { IGrammar } from '../../contract';
import { calledMagics } from './python/called-magics';
import { ipythonReadings } from './ipython/ipython-readings';
import { parseSyntax } from './python/syntax/parse-syntax';

/** Cells in cells: `%%time` above `%%writefile`. */
const DEEPEST = 8;

/**
 * What stands behind each magic that makes a file of its cell, as IPython reads
 * the source; null for one that cannot be told.
 */
export function magicFiles(
  source: string,
  grammar: IGrammar | null,
  depth = 0
): (string | null)[] {
  if (!/%%|run_cell_magic/.test(source.normalize('NFKC'))) {
    return [];
  }
  if (depth > DEEPEST) {
    return [null];
  }
  return ipythonReadings(source).flatMap(reading => {
    const code = reading.replace(/\r\n?/g, '\n');
    const syntax = grammar && parseSyntax(grammar, code);
    if (!syntax) {
      return /\b(?:write)?file\b/.test(code.normalize('NFKC')) ? [null] : [];
    }
    return calledMagics(code, syntax).flatMap(magic => {
      if (magic === null) {
        return [null];
      }
      return /^(?:write)?file$/.test(magic.name)
        ? [magic.line]
        : [
            ...magicFiles(magic.line, grammar, depth + 1),
            ...magicFiles(magic.body, grammar, depth + 1)
          ];
    });
  });
}
