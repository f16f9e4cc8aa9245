import type { IToolContext } from '../../contract';
import { spoken } from '../shared/files/mime-type';
import { codeEffect } from './code-effect';

/** What a kernel runs by an import or by its name, by the ending of the file. */
const LANGUAGES: Readonly<Record<string, string>> = {
  py: 'python',
  pyw: 'python',
  pyx: 'python',
  ipy: 'python',
  r: 'r',
  jl: 'julia'
};

/**
 * Why a file of code is never written without a card: code that counts as
 * `shell` in a cell would run by the `import` of it, which counts as `execute`.
 *
 * @param text all that is in it, once it is written.
 * @returns null for code that does not reach out, and for what is no code.
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
