import {
  type Effect,
  type IGrammars,
  type IToolContext,
  stricter
} from '../../contract';
import { foreignReachesOut } from './foreign/foreign-reaches-out';
import { codeCells } from './notebook/code-cells';
import { notebookNames } from './notebook/notebook-names';
import { pythonReachesOut } from './python/python-reaches-out';

/** Kernels whose every line is a command. */
const SHELLS =
  /^(?:bash|sh|zsh|fish|ksh|t?csh|shell|powershell|pwsh|cmd|batch|nushell|nu|xonsh)$/;

/**
 * What code counts as when it is sent to a kernel: `shell` where it installs
 * packages, deletes files, starts programs, or hands text to something that
 * runs it; else `execute`.
 *
 * Python is parsed; where its grammar could not be loaded, all of it is
 * `shell`. Other languages are searched for words. It decides how code is asked
 * about and is no sandbox.
 *
 * @param language as the kernel names it; empty when not known yet.
 * @param cells sources of the notebook's code cells, for what their names stand
 * for; see `notebookNames`.
 */
export function codeEffect(
  code: string,
  language: string,
  grammars: Pick<IGrammars, 'python'>,
  cells: readonly string[] = []
): 'execute' | 'shell' {
  return effectBeside(language, grammars, cells)(code);
}

/** The same for any number of sources: the notebook is looked through once. */
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
  // Most kernels that have not said their language yet speak Python.
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

/** The strictest of several sources on a notebook's kernel; `execute` for none. */
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
 * The sentence of a card for code, with a word about it where nobody could tell
 * what it does beyond the notebook.
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
