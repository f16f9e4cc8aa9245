import type { IAnswerNumber, ITranslator } from '../../contract';

/** A part of a text: words, or a number of the answer. */
type NumberPart = { text: string; number?: IAnswerNumber };

/** Divides a text at the numbers that were looked for in the outputs. */
function numberParts(
  text: string,
  numbers: readonly IAnswerNumber[]
): NumberPart[] {
  const pattern = patternOf(numbers);
  const parts: NumberPart[] = [];
  let from = 0;
  for (const match of pattern ? text.matchAll(pattern) : []) {
    const number = numbers.find((_, at) => match.groups?.[`n${at}`]);
    if (match.index > from) {
      parts.push({ text: text.slice(from, match.index) });
    }
    parts.push({ text: match[0], number });
    from = match.index + match[0].length;
  }
  return from < text.length ? [...parts, { text: text.slice(from) }] : parts;
}

const patterns = new WeakMap<readonly IAnswerNumber[], RegExp>();

function patternOf(numbers: readonly IAnswerNumber[]): RegExp | null {
  if (numbers.length === 0) {
    return null;
  }
  let pattern = patterns.get(numbers);
  if (!pattern) {
    const longestFirst = numbers
      .map(({ text }, at) => ({ text, at }))
      .sort((one, other) => other.text.length - one.text.length)
      .map(({ text, at }) => `(?<n${at}>${numberPattern(text)})`);
    pattern = new RegExp(
      `(?<![\\p{Script=Latin}\\p{N}_]|\\p{N}[.,])(?:${longestFirst.join('|')})(?!\\p{N}|[.,]\\p{N})`,
      'gu'
    );
    patterns.set(numbers, pattern);
  }
  return pattern;
}

/** In `**12** mm` the unit stands outside of the text with the number. */
function numberPattern(text: string): string {
  const whole = escaped(text).replace(/\s+/g, '\\s+');
  const bare = /^[^\p{L}%‰°\s]+/u.exec(text)?.[0] ?? text;
  return bare === text ? whole : `${whole}|${escaped(bare)}(?=\\s*$)`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/**
 * Links the numbers of a drawn answer to the cells whose outputs show them, in
 * place of what the model linked, and marks those that are in no output. May be
 * called repeatedly.
 */
export function markNumbers(
  root: HTMLElement,
  numbers: readonly IAnswerNumber[],
  trans: ITranslator
): void {
  if (numbers.length === 0) {
    return;
  }
  for (const link of root.querySelectorAll('a[href^="#cell="]')) {
    const words = link.textContent ?? '';
    if (
      !link.classList.contains('jp-Cellwright-number') &&
      !/^\[\d+\]$/.test(words) &&
      numberParts(words, numbers).some(({ number }) => number)
    ) {
      const parent = link.parentNode as ParentNode & Node;
      link.replaceWith(...link.childNodes);
      parent.normalize();
    }
  }
  for (const formula of root.querySelectorAll<HTMLElement>(
    '.jp-Cellwright-formula'
  )) {
    markFormula(formula, numbers, trans);
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    texts.push(node as Text);
  }
  for (const text of texts.filter(isProse)) {
    const isLinked = text.parentElement?.closest('a') != null;
    const parts = numberParts(text.data, numbers).map(part =>
      isLinked && part.number?.cellId ? { text: part.text } : part
    );
    if (parts.some(({ number }) => number)) {
      text.replaceWith(
        ...parts.map(({ text, number }) =>
          number ? numberElement(text, number, trans) : text
        )
      );
    }
  }
}

/**
 * What was typeset cannot be divided: the formula is one link or has one mark,
 * for the number that is worst off.
 */
function markFormula(
  formula: HTMLElement,
  numbers: readonly IAnswerNumber[],
  trans: ITranslator
): void {
  const source = formula.dataset.cellwrightFormula ?? '';
  const found = numberParts(source.replace(/\\(?=[^a-z])/gi, ''), numbers)
    .flatMap(({ number }) => number ?? [])
    .sort((one, other) => Number(!!one.cellId) - Number(!!other.cellId));
  if (
    found.length > 0 &&
    !formula.closest('.jp-Cellwright-number') &&
    !(found[0].cellId && formula.closest('a'))
  ) {
    const mark = numberElement('', found[0], trans);
    formula.replaceWith(mark);
    mark.prepend(formula);
  }
}

/** Not code, unless that is nothing but a number, nor a formula. */
function isProse(text: Text): boolean {
  const parent = text.parentElement;
  if (!parent || parent.closest('pre, .jp-Cellwright-number')) {
    return false;
  }
  // What may not be typeset is shown as text.
  if (parent.closest('.jp-Cellwright-refusedFormula')) {
    return true;
  }
  const code = parent.closest('code');
  return code
    ? /^[-+−]?[\d.,\s]+%?$/.test((code.textContent ?? '').slice(0, 64).trim())
    : !parent.closest('.jp-Cellwright-formula');
}

function numberElement(
  text: string,
  { cellId }: IAnswerNumber,
  trans: ITranslator
): HTMLElement {
  if (cellId !== null) {
    const link = document.createElement('a');
    link.className = 'jp-Cellwright-cellReference jp-Cellwright-number';
    link.href = `#cell=${cellId}`;
    link.dataset.cellwrightCell = cellId;
    link.textContent = text;
    return link;
  }
  const mark = document.createElement('span');
  mark.className = 'jp-Cellwright-number jp-mod-missing';
  mark.title = trans.__('Not in any output');
  const sign = document.createElement('span');
  sign.className = 'jp-Cellwright-numberSign';
  sign.setAttribute('role', 'img');
  sign.setAttribute('aria-label', trans.__('not in any output'));
  sign.textContent = '?';
  mark.append(text, sign);
  return mark;
}
