import { codeParts, type ICodePart } from './code-parts';
import { codeRules } from './code-rules';

/**
 * Whether code of a language whose grammar is not known here holds words that
 * install packages, delete files or start programs. It errs on the strict side,
 * and whoever wants to get around it can.
 *
 * @param language in lower case; empty when not known.
 */
export function foreignReachesOut(code: string, language: string): boolean {
  const { syntax, names, signs, evaluates } = codeRules(language);
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
