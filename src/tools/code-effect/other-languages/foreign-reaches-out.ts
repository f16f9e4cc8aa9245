import { codeParts, type ICodePart } from './code-parts';
import { codeRules } from './code-rules';
import { hasScript } from '../../shared/text/is-plain-markup';

/** A call that only prints or searches its argument. */
const LOOKED_AT =
  /(?<![\w.])(?:print|cat|message|warning|stop|noquote|grepl?|g?sub|regexpr|gregexpr|startsWith|endsWith|nchar|str_(?:detect|count|locate|replace)\w*)\s*\($/;

/**
 * Whether code in a language without a grammar here contains words that install
 * packages, delete files or start programs. It errs on the strict side, but can
 * be circumvented on purpose.
 *
 * @param language in lower case; empty if not known.
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
    // HTML is shown by the page regardless of the language.
    hasScript(textOf(parts, ['string', 'template'])) ||
    /application\/(?:x-)?javascript/i.test(
      textOf(parts, ['string', 'template'])
    ) ||
    signs.some(sign => sign.test(textOf(parts, ['code'])))
  );
}

/** The text of all parts of these kinds; other text is replaced by an empty string. */
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
