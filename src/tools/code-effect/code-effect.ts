import {
  type Effect,
  type IGrammars,
  type IToolContext,
  stricter
} from '../../contract';
import { foreignReachesOut } from './other-languages/foreign-reaches-out';
import { codeCells } from './notebook/code-cells';
import { notebookNames } from './notebook/notebook-names';
import { pythonReachesOut } from './python/python-reaches-out';

/** Kernels for which every line is a shell command. */
const SHELLS =
  /^(?:bash|sh|zsh|fish|ksh|t?csh|shell|powershell|pwsh|cmd|batch|nushell|nu|xonsh)$/;

/**
 * The effect of code sent to a kernel: `shell` if it installs packages, deletes
 * files, starts programs, or passes text to something that runs it; otherwise
 * `execute`.
 *
 * Python is parsed; if its grammar could not be loaded, all of it is `shell`.
 * Other languages are searched for words. This decides how code is asked about;
 * it is not a sandbox.
 *
 * @param language the kernel's name for it; empty if not known yet.
 * @param cells sources of the notebook's code cells, to find out what names
 * stand for; see `notebookNames`.
 */
export function codeEffect(
  code: string,
  language: string,
  grammars: Pick<IGrammars, 'python'>,
  cells: readonly string[] = []
): 'execute' | 'shell' {
  return effectBeside(language, grammars, cells)(code);
}

/** The same for any number of sources; the notebook is analysed only once. */
function effectBeside(
  language: string,
  { python }: Pick<IGrammars, 'python'>,
  cells: readonly string[]
): (code: string) => 'execute' | 'shell' {
  const name = language.toLowerCase();
  if (SHELLS.test(name)) {
    return () => 'shell';
  }
  const isPython = name === 'python';
  // A kernel that has not reported its language yet most likely speaks Python.
  const mayBePython = isPython || name === '';
  const names = mayBePython && python ? notebookNames(cells, python) : null;
  return code => {
    const reaches =
      (mayBePython &&
        (!python ||
          !names ||
          names.isCut ||
          pythonReachesOut(code, python, names))) ||
      (!isPython && foreignReachesOut(code.normalize('NFKC'), name));
    return reaches ? 'shell' : 'execute';
  };
}

/**
 * The strictest effect of several sources on a notebook's kernel; `execute` for
 * none.
 */
export function sourcesEffect(
  sources: string[],
  { notebook, grammars }: IToolContext
): Effect {
  const { language } = notebook.kernel;
  const cells = codeCells(notebook);
  return sources
    .map(effectBeside(language, grammars, cells))
    .reduce<Effect>(stricter, 'execute');
}

/**
 * A card's sentence for code, with a note if it could not be determined what
 * the code does outside the notebook.
 */
export function withCodeNote(
  sentence: string,
  { notebook, grammars, trans }: IToolContext
): string {
  const { language } = notebook.kernel;
  const name = language.toLowerCase();
  if (SHELLS.test(name)) {
    return sentence;
  }
  const whole = sentence.replace(/\.$/, '');
  if (name !== 'python' && name !== '') {
    return trans.__(
      '%1. Cellwright can’t tell what %2 code does beyond the notebook, so read it closely.',
      whole,
      language
    );
  }
  return grammars.python
    ? sentence
    : trans.__(
        '%1. JupyterLab’s Python parser could not be loaded, so Cellwright can’t tell what this code does beyond the notebook. Read it closely, or reload the page.',
        whole
      );
}
