import type { Effect, IToolContext } from '../contract';
import { stricter } from '../contract';
import { codeParts } from './code-parts';
import type { ICodePart } from './code-parts';
import { codeRules } from './code-rules';
import type { ICodeRules } from './code-rules';

/** Kernels whose every line is a command. */
const SHELLS =
  /^(?:bash|sh|zsh|fish|ksh|t?csh|shell|powershell|pwsh|cmd|batch|nushell|nu|xonsh)$/;

/** Cells that IPython only shows or stores: the kernel runs nothing of them. */
const SHOWN =
  /^\s*%%(?:html|svg|markdown|latex|javascript|js|writefile|file)\b/i;

/** Cells of another language in a Python notebook. */
const NESTED = /^\s*%%(R|julia)\b[^\n]*\n/;

/**
 * What code counts as when it is sent to a kernel: `shell` where it installs
 * packages, deletes files or starts programs, else `execute`.
 *
 * It reads words and knows no grammar. It errs on the strict side, and whoever
 * wants to get around it can: it decides how code is asked about and is no
 * sandbox.
 *
 * @param language as the kernel names it; empty when not known yet.
 */
export function codeEffect(
  code: string,
  language: string
): 'execute' | 'shell' {
  const name = language.toLowerCase();
  if (SHELLS.test(name)) {
    return 'shell';
  }
  // Python reads names in this form ("ｏｓ" is os), and joins such lines.
  const plain = code.normalize('NFKC').replace(/\\\r?\n/g, ' ');
  if (name === 'python' && SHOWN.test(plain)) {
    return 'execute';
  }
  const nested = NESTED.exec(plain);
  const reaches = nested
    ? reachesOut(
        plain.slice(nested[0].length),
        codeRules(nested[1].toLowerCase())
      )
    : reachesOut(plain, codeRules(name));
  return reaches ? 'shell' : 'execute';
}

/** The strictest of several sources on a notebook's kernel; `execute` for none. */
export function sourcesEffect(
  sources: string[],
  { notebook }: IToolContext
): Effect {
  return sources
    .map(source => codeEffect(source, notebook.kernel.language))
    .reduce<Effect>(stricter, 'execute');
}

function reachesOut(code: string, rules: ICodeRules): boolean {
  const { syntax, names, signs, evaluates } = rules;
  const parts: ICodePart[] = syntax
    ? codeParts(code, syntax)
    : [{ kind: 'code', text: code }];
  const live = textOf(parts, ['code', 'template']);
  const read = evaluates?.test(live)
    ? textOf(parts, ['code', 'template', 'string'])
    : live;
  return (
    names.some(name => name.test(read)) ||
    signs.some(sign => sign.test(textOf(parts, ['code'])))
  );
}

/** The parts of these kinds; an empty string stands for every other text. */
function textOf(parts: ICodePart[], kinds: ICodePart['kind'][]): string {
  return parts
    .map(({ kind, text }) => {
      if (kinds.includes(kind)) {
        return text;
      }
      return kind === 'comment' ? '' : '""';
    })
    .join('');
}
