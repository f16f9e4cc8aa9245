import type { IRenderMime } from '@jupyterlab/rendermime';

import { isPlainMath, mayHoldMath } from '../../contract';

import { cleanFormula } from './clean-formula';
import { findFormulas } from './find-formulas';

/** Wraps each formula that may be typeset; a model cannot write this class. */
const FORMULA_CLASS = 'jp-Cellwright-formula';

/** Wraps each formula that may not; typesetters ignore code. */
const REFUSED_CLASS = 'jp-Cellwright-refusedFormula';

/**
 * Most characters of text typeset in one go; longer text stays as it was
 * written.
 */
const MAX_LENGTH = 20_000;

/**
 * JupyterLab's typesetter, for text of a model. It runs after the sanitizer,
 * and LaTeX can specify an address, a style or a class. So its input is checked
 * first and its output afterwards. A formula with anything but typesetting
 * macros stays text.
 */
export class FormulaTypesetter implements IRenderMime.ILatexTypesetter {
  /** @param _base null if formulas are only to be separated for now. */
  constructor(private readonly _base: IRenderMime.ILatexTypesetter | null) {}

  /**
   * Checks the text at once, in the same turn in which it was added to the
   * page.
   */
  async typeset(host: HTMLElement): Promise<void> {
    for (const run of textRuns(host)) {
      setApart(run);
    }
    if (!this._base || !host.querySelector(`.${FORMULA_CLASS}`)) {
      return;
    }
    await this._base.typeset(host);
    host.querySelectorAll(`.${FORMULA_CLASS}`).forEach(cleanFormula);
  }
}

/**
 * Runs of text that a typesetter reads as one: adjacent text, comments and line
 * breaks, outside of code and of what was already checked.
 */
function textRuns(host: HTMLElement): ChildNode[][] {
  const runs: ChildNode[][] = [];
  const visit = (parent: Element): void => {
    let run: ChildNode[] = [];
    for (const node of parent.childNodes) {
      if (!(node instanceof Element) || /^w?br$/.test(node.localName)) {
        run.push(node);
        continue;
      }
      runs.push(run);
      run = [];
      if (!node.matches(`code, pre, .${FORMULA_CLASS}`)) {
        visit(node);
      }
    }
    runs.push(run);
  };
  visit(host);
  return runs.filter(run => mayHoldMath(textOf(run)));
}

/** Line breaks count as they do for typesetters. */
function textOf(run: ChildNode[]): string {
  return run.map(partOf).join('');
}

function partOf(node: ChildNode): string {
  if (node instanceof Text) {
    return node.data;
  }
  return node instanceof Element && node.localName === 'br' ? '\n' : '';
}

/**
 * Puts each formula into an element of its own, and hides from the typesetter
 * whatever else it could take for a formula.
 */
function setApart(run: ChildNode[]): void {
  const text = textOf(run);
  const pieces: [start: number, end: number, isPlain: boolean][] = [];
  const lookBetween = (start: number, end: number): void => {
    const gap = text.slice(start, end);
    if (mayHoldMath(gap) && !isPlainMath(gap)) {
      pieces.push([start, end, false]);
    }
  };
  if (text.length > MAX_LENGTH) {
    pieces.push([0, text.length, false]);
  } else {
    let from = 0;
    for (const [start, end] of findFormulas(text)) {
      lookBetween(from, start);
      pieces.push([start, end, isPlainMath(text.slice(start, end))]);
      from = end;
    }
    lookBetween(from, text.length);
  }
  const parts = cut(
    run,
    pieces.flatMap(([start, end]) => [start, end])
  );
  let next = 0;
  for (const [start, end, isPlain] of pieces) {
    const element = document.createElement(isPlain ? 'span' : 'code');
    element.className = isPlain ? FORMULA_CLASS : REFUSED_CLASS;
    while (parts[next].at < start) {
      next++;
    }
    const first = next;
    while (next < parts.length && parts[next].at < end) {
      next++;
    }
    parts[first].node.before(element);
    element.append(...parts.slice(first, next).map(({ node }) => node));
    if (isPlain) {
      // The typesetter takes the text away.
      element.dataset.cellwrightFormula = text.slice(start, end);
    }
  }
}

/**
 * Splits the texts of a run at these positions, which are in order, and returns
 * its nodes with the position where each begins.
 */
function cut(
  run: ChildNode[],
  places: number[]
): { node: ChildNode; at: number }[] {
  let at = 0;
  let next = 0;
  return run.flatMap(whole => {
    const length = partOf(whole).length;
    const parts = [{ node: whole, at }];
    for (; next < places.length && places[next] < at + length; next++) {
      const place = places[next];
      const last = parts[parts.length - 1];
      if (whole instanceof Text && last.at < place) {
        const rest = (last.node as Text).splitText(place - last.at);
        parts.push({ node: rest, at: place });
      }
    }
    at += length;
    return parts;
  });
}
