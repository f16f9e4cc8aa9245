import type { IToolContext } from '../../contract';
import { spoken } from '../shared/files/mime-type';
import { codeEffect } from './code-effect';

/** File extensions that a kernel runs on import or by name, and their language. */
const LANGUAGES: Readonly<Record<string, string>> = {
  py: 'python',
  pyw: 'python',
  pyx: 'python',
  ipy: 'python',
  r: 'r',
  jl: 'julia'
};

/**
 * Why writing a code file always needs a card: code that counts as `shell` in a
 * cell could otherwise be run by importing the file, which only counts as
 * `execute`.
 *
 * @param text the complete content once written.
 * @returns null for code that does not reach out, and for files without code.
 */
export function whyFarFile(
  path: string,
  text: string,
  { grammars, trans }: Pick<IToolContext, 'grammars' | 'trans'>
): string | null {
  const plain = path.normalize('NFKC').toLowerCase();
  const ending = /\.([a-z]+)[. ]*$/.exec(plain)?.[1] ?? '';
  return Object.hasOwn(LANGUAGES, ending) &&
    codeEffect(text, LANGUAGES[ending], grammars) === 'shell'
    ? trans.__(
        'Cellwright always asks before it writes %1: its code can start programs, delete files or run text as code as soon as something imports it.',
        spoken(path)
      )
    : null;
}
