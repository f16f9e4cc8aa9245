/**
 * The elements that typesetters build a formula from: MathJax’s own, MathML,
 * boxes, lines.
 */
const ELEMENTS =
  /^(mjx-[a-z-]+|math|m[a-z]+|semantics|annotation|span|div|svg|g|path|line|rect|defs|br)$/;

/**
 * Attributes that are more than layout: they link elsewhere, name something in
 * the page, or act.
 */
const ACTIVE =
  /^on|href|src|^(id|name|target|action|formaction|poster|ping|background|is|slot|part|data|popover.*|contenteditable|tabindex|autofocus)$|commandlinker|cellwright/i;

/** CSS functions that only compute a value. */
const RECKONING =
  /\b(calc|min|max|translate[XYxy]?|scale[XYxy]?|rotate|matrix|rgba?|hsla?)\(/g;

const STYLES =
  /^(color|background-color|(min-|max-)?(width|height)|top|right|bottom|left|display|opacity|direction|overflow(-[xy])?|transform(-origin)?|vertical-align|line-height|letter-spacing|word-spacing|text-align|text-indent|white-space(-collapse)?|text-wrap(-mode)?|position|(margin|padding|border|font|outline)(-[a-z-]+)?)$/;

/**
 * Removes from a typeset formula everything but boxes, glyphs and lines:
 * addresses, names, event handlers, and styles that could fetch something or
 * cover the page.
 */
export function cleanFormula(formula: Element): void {
  for (const element of Array.from(formula.querySelectorAll('*'))) {
    if (element.localName === 'a') {
      element.replaceWith(...Array.from(element.childNodes));
    } else if (!ELEMENTS.test(element.localName)) {
      element.remove();
    } else {
      cleanElement(element);
    }
  }
}

function cleanElement(element: Element): void {
  for (const { name, value } of Array.from(element.attributes)) {
    if (
      name !== 'style' &&
      (ACTIVE.test(name) ||
        (/[:\\]|\/\//.test(value) && !/^xmlns|^aria-/.test(name)))
    ) {
      element.removeAttribute(name);
    }
  }
  const { style } = element as HTMLElement;
  for (const property of Array.from(style ?? [])) {
    const value = style.getPropertyValue(property);
    const isQuiet =
      STYLES.test(property) &&
      !/[\\@]|\(/.test(value.replace(RECKONING, '')) &&
      !(property === 'position' && !/^(static|relative|absolute)$/.test(value));
    if (!isQuiet) {
      style.removeProperty(property);
    }
  }
}
