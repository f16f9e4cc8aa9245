import type { IGrammar } from '../../contract';
import { calledMagics } from './python/called-magics';
import { ipythonReadings } from './ipython/ipython-readings';
import { parseSyntax } from './python/syntax/parse-syntax';

/** Nesting of cell magics: `%%time` above `%%writefile`. */
const DEEPEST = 8;

/** A file that a cell is written to, as IPython reads the source. */
export interface IMagicFile {
  /** The text after the magic. */
  line: string;
  /** The content of the file. */
  body: string;
}

/**
 * The files that cell magics in a source write to; null for a magic that cannot
 * be determined.
 */
export function magicFiles(
  source: string,
  grammar: IGrammar | null,
  depth = 0
): (IMagicFile | null)[] {
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
        ? [{ line: magic.line, body: magic.body }]
        : [
            ...magicFiles(magic.line, grammar, depth + 1),
            ...magicFiles(magic.body, grammar, depth + 1)
          ];
    });
  });
}
