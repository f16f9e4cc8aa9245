import type { Effect, ICodeQuestion, IToolContext } from '../../contract';
import { CodeRefusal, reasonText } from './code-refusal';
import { judgePython } from './judge-python';

/** Kernels for which every line is a shell command. */
const SHELLS =
  /^(?:bash|sh|zsh|fish|ksh|t?csh|shell|powershell|pwsh|cmd|batch|nushell|nu|xonsh)$/;

type CodeContext = Pick<
  IToolContext,
  'notebook' | 'grammars' | 'allowedCode' | 'earlierCode'
>;

/**
 * The effect of code on a notebook's kernel: `execute` if everything in it may
 * pass, see `judgePython`; otherwise `shell`. This decides how code is asked
 * about; it is not a sandbox.
 */
export function codeEffect(
  sources: readonly string[],
  context: CodeContext
): Effect {
  return refusedIn(sources, context) ? 'shell' : 'execute';
}

/** Why code is `shell`, and what a person may allow so that it no longer is. */
export function codeQuestion(
  sources: readonly string[],
  context: CodeContext & Pick<IToolContext, 'trans'>
): { codeQuestion?: ICodeQuestion } {
  const refused = refusedIn(sources, context);
  if (!refused) {
    return {};
  }
  const { kind, what } = refused;
  const mayAllow =
    kind === 'package' || (kind === 'language' && mayAllowLanguage(what));
  return {
    codeQuestion: {
      because: reasonText(refused, context.trans),
      ...(mayAllow && { allow: { kind, name: what } })
    }
  };
}

/** Whether a person may allow all code of a language. */
function mayAllowLanguage(name: string): boolean {
  return name !== '' && !SHELLS.test(name.toLowerCase());
}

function refusedIn(
  sources: readonly string[],
  { notebook, grammars, allowedCode, earlierCode = [] }: CodeContext
): CodeRefusal | null {
  const { language } = notebook.kernel;
  if (sources.length === 0) {
    return null;
  }
  if (language.toLowerCase() !== 'python') {
    return mayAllowLanguage(language) &&
      allowedCode?.languages.includes(language)
      ? null
      : new CodeRefusal('language', language);
  }
  if (!grammars.python) {
    return new CodeRefusal('parser');
  }
  const cells = [
    ...notebook
      .cells()
      .filter(({ type }) => type === 'code')
      .map(({ source }) => source),
    ...notebook.ranCode,
    ...earlierCode
  ];
  for (const source of sources) {
    const refused = judgePython(
      source,
      grammars.python,
      cells,
      allowedCode?.packages
    );
    if (refused) {
      return refused;
    }
  }
  return null;
}
