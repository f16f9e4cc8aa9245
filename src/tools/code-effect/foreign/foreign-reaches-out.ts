import { codeParts, type ICodePart } from './code-parts';
import { codeRules } from './code-rules';
import { hasScript } from '../../shared/text/is-plain-markup';

/** A call that prints what it is handed, or looks for it. */
const LOOKED_AT =
  /(?<![\w.])(?:print|cat|message|warning|stop|noquote|grepl?|g?sub|regexpr|gregexpr|startsWith|endsWith|nchar|str_(?:detect|count|locate|replace)\w*)\s*\($/;

/**
 * Whether code of a language whose grammar is not known here holds words that
 * install packages, delete files or start programs. It errs on the strict side,
 * and whoever wants to get around it can.
 *
 * @param language in lower case; empty when not known.
 */
export function foreignReachesOut(code: string, language: string): boolean {
  const rules = codeRules(language);
  const { syntax, names, signs, evaluates, texts = [], handed = [] } = rules;
  const parts: ICodePart[] = syntax
    ? codeParts(code, syntax)
    : [{ kind: 'code', text: code }];
  const live = textOf(parts, ['code', 'template']);
  const read = evaluates?.test(live)
    ? textOf(parts, ['code', 'template', 'string'])
    : live;
  return (
    names.some(name => name.test(read)) ||
    parts.some(
      ({ kind, text }, at) =>
        kind === 'string' &&
        !LOOKED_AT.test(parts[at - 1]?.text ?? '') &&
        texts.some(each => each.test(text))
    ) ||
    handed.some(each =>
      each.test(textOf(parts, ['code', 'template', 'string']))
    ) ||
    // What is shown in the page is shown whatever the language is.
    hasScript(textOf(parts, ['string', 'template'])) ||
    /application\/(?:x-)?javascript/i.test(
      textOf(parts, ['string', 'template'])
    ) ||
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
