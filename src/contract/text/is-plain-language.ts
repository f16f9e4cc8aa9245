/**
 * Languages of code blocks that are shown and nothing more. Others may be drawn
 * by somebody: Mermaid fetches images, a directive of MyST is no code at all.
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

/** Whether a block of code in this language is shown, and drawn by nobody. */
export function isPlainLanguage(language: string): boolean {
  return LANGUAGES.has(language.toLowerCase());
}
