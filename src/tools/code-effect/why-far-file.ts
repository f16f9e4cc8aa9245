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

/** How Python is told the encoding of a file, in its first or second line. */
const CODING = /^[ \t\f]*#[^\n]*?coding[:=][ \t]*([-\w.]+)/;

/** Encodings in which plain letters and line ends are what they seem to be. */
const PLAIN_ENCODINGS =
  /^(?:u8|utf|utf-?8(?:-(?:sig|unix|dos|mac))?|(?:us-)?ascii|646|latin-?1|iso-?latin-?1|l1|(?:iso-?)?8859(?:-15?(?:-(?:unix|dos|mac))?)?|cp1252|windows-1252)$/;

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
  const language = Object.hasOwn(LANGUAGES, ending) ? LANGUAGES[ending] : '';
  return language !== '' &&
    ((language === 'python' && isEncoded(text)) ||
      codeEffect(text, language, grammars) === 'shell')
    ? trans.__(
        'Cellwright always asks before it writes %1: its code can start programs, delete files or run text as code as soon as something imports it.',
        spoken(path)
      )
    : null;
}

/** Whether Python would read other code from the file than its text shows. */
function isEncoded(text: string): boolean {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r\n?|\n/, 2)
    .some(line => {
      const name = CODING.exec(line)?.[1].toLowerCase().replaceAll('_', '-');
      return name !== undefined && !PLAIN_ENCODINGS.test(name);
    });
}
