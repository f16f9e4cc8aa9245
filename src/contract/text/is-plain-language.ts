/**
 * Languages of code blocks that are only ever shown as code. Others may be
 * rendered by some extension: Mermaid fetches images, a MyST directive is not
 * code at all.
 */
const LANGUAGES = new Set(
  (
    'bash c c# c++ console cpp cs css csv diff dockerfile fortran go haskell html ' +
    'ini ipython ipython3 java javascript js json jsonl julia kotlin latex lua ' +
    'make makefile matlab none octave perl php plain plaintext powershell py ' +
    'pycon python python3 r rb ruby rust scala sh shell sql stata swift tex text ' +
    'toml traceback ts tsv txt typescript xml yaml yml zsh'
  ).split(' ')
);

/** Whether a code block in this language is only shown as code. */
export function isPlainLanguage(language: string): boolean {
  return LANGUAGES.has(language.toLowerCase());
}
