const ELEMENTS =
  'a|abbr|b|blockquote|br|caption|center|code|dd|details|div|dl|dt|em|h[1-6]|hr|i|kbd|li|ol|p|pre|small|span|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|u|ul';

/** How an element looks, and not where it is or what it fetches. */
const STYLE =
  '(?:(?:color|background(?:-color)?|border(?:-[a-z]+)*|font-(?:size|style|weight)|margin|padding|text-align|width)\\s*:[\\w #.,%]+(?:;\\s*|(?=["\'])))*';

const PLAIN_TAG = new RegExp(
  `</?(?:${ELEMENTS})(?:\\s+(?:style=(["'])\\s*${STYLE}\\1|(?:align|border|colspan|rowspan|width)=["']?\\w{1,9}%?["']?|class="dataframe"|href="https?://[\\w./#-]+"))*\\s*/?>`,
  'gi'
);

/** Markup that runs in a page as soon as it is shown. */
const SCRIPT =
  /<script\b|javascript:|<[a-z][^<>]{0,500}[\s/"']on[a-z]{3,20}\s*=|<(?:iframe|object|embed|svg)\b/i;

/** Whether every tag only shows text; anything that is not a tag is text. */
export function isPlainMarkup(text: string): boolean {
  return !/<[a-z!/?]/i.test(text.replace(PLAIN_TAG, ' '));
}

/** Whether a text would run something in a page that shows it as markup. */
export function hasScript(text: string): boolean {
  return SCRIPT.test(text);
}
