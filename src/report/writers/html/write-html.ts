import type { Nodes } from 'mdast';

import {
  isPlainMath,
  type IEvidence,
  type IReportFile,
  type ITranslator
} from '../../../contract';
import { RECORD_NAME } from '../../check/evidence-record';
import {
  bodyOf,
  aboutReport,
  type IReportDocument
} from '../../model/report-document';
import { nodesIn } from '../../model/tree';
import { stopIfAborted } from '../../text/breather';
import { escapeMarkup } from '../../text/clean-text';
import { isRightToLeftLanguage } from '../../text/is-right-to-left';
import {
  cutSentence,
  citedEvidence,
  evidencePlace,
  staleSentences
} from '../notes';
import type { IWriteOptions } from '../rasters';
import { blocksHtml, contentHtml } from './html-blocks';

/** Allows no script and no request, whatever a text in it says. */
const POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

interface IHtmlOptions extends IWriteOptions {
  /** Whether it is printed at once: then the evidence is expanded. */
  forPrint?: boolean;
}

/** The report as one self-contained file that runs nothing. */
export async function writeHtml(
  document: IReportDocument,
  options: IHtmlOptions
): Promise<IReportFile> {
  return {
    path: `${options.baseName}.html`,
    mimeType: 'text/html',
    data: await htmlText(document, options)
  };
}

/** The same as a string, to be shown or printed in a frame. */
export async function htmlText(
  document: IReportDocument,
  options: IHtmlOptions
): Promise<string> {
  const { details, evidence, tree } = document;
  const { trans } = options;
  const cited = citedEvidence(document);
  const body = blocksHtml(bodyOf(tree), {
    evidence: new Map(evidence.map(each => [each.id, each])),
    numbers: new Map(cited.map(({ id }, index) => [id, index + 1])),
    formulas: await formulasOf(tree, options),
    trans
  });
  const direction = isRightToLeftLanguage(details.language) ? 'rtl' : 'ltr';
  return `<!doctype html>
<html lang="${escapeMarkup(details.language)}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer">
${options.record === undefined ? '' : `<meta name="${RECORD_NAME}" content="${escapeMarkup(options.record)}">\n`}<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(details.title)}</title>
<style>${HTML_STYLE}</style>
</head>
<body>
<main>
<h1 dir="auto">${escapeMarkup(details.title)}</h1>
${body}
</main>
${evidenceSection(cited, document, options)}
<footer>
<h2>${escapeMarkup(trans.__('About this report'))}</h2>
<dl>${aboutReport(details, trans)
    .map(
      ([name, value]) =>
        `<dt>${escapeMarkup(name)}</dt><dd dir="auto">${escapeMarkup(value)}</dd>`
    )
    .join('\n')}</dl>
</footer>
</body>
</html>
`;
}

function evidenceSection(
  cited: readonly IEvidence[],
  { details, tree }: IReportDocument,
  { forPrint, trans }: IHtmlOptions
): string {
  const figures = new Set(
    [...nodesIn(tree)].flatMap(node => (node.type === 'figure' ? node.id : []))
  );
  const own = details.notebook;
  return cited.length === 0
    ? ''
    : `<section aria-labelledby="evidence">
<h2 id="evidence">${escapeMarkup(trans.__('Evidence'))}</h2>
${cited
  .map(
    (each, index) =>
      `<details${forPrint ? ' open' : ''}><summary id="${each.id}">[${index + 1}] ${escapeMarkup(labelOf(each, own, trans))}</summary>${shown(each, figures.has(each.id), trans)}</details>`
  )
  .join('\n')}
</section>`;
}

function labelOf(evidence: IEvidence, own: string, trans: ITranslator): string {
  const place = evidencePlace(evidence, own, trans);
  return evidence.title === '' ? place : `${evidence.title} (${place})`;
}

function shown(
  evidence: IEvidence,
  isFigure: boolean,
  trans: ITranslator
): string {
  const lines = [
    ...staleSentences(evidence, trans),
    isFigure
      ? trans.__('It is shown in the text.')
      : cutSentence(evidence, trans)
  ];
  const line = escapeMarkup(lines.filter(Boolean).join(' '));
  // A plot is large, so it is not repeated here.
  const content = isFigure ? '' : contentHtml(evidence.content, evidence.title);
  return line === '' ? content : `<p class="soft">${line}</p>${content}`;
}

/** Each formula once, as MathML if the page can render it. */
async function formulasOf(
  tree: Nodes,
  { page, signal }: IHtmlOptions
): Promise<Map<string, string>> {
  const formulas = new Map<string, string>();
  for (const node of nodesIn(tree)) {
    if (node.type !== 'math' && node.type !== 'inlineMath') {
      continue;
    }
    const tex = node.value;
    const display = node.type === 'math';
    const key = `${display} ${tex}`;
    if (!formulas.has(key)) {
      stopIfAborted(signal);
      const mathML = isPlainMath(tex)
        ? await page.toMathML(tex, display)
        : null;
      const safe = mathML === null ? null : safeMathML(mathML);
      if (safe !== null) {
        formulas.set(key, safe);
      }
    }
  }
  return formulas;
}

/** Readable on screen, light and dark, at any width, and in print. */
const HTML_STYLE = `
:root { color-scheme: light dark; --text: #1b1b1b; --soft: #595959; --line: #d0d0d0; --page: #fff; --code: #f4f4f4; --link: #0b57a4; --mark: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --text: #e8e8e8; --soft: #b0b0b0; --line: #4a4a4a; --page: #181818; --code: #262626; --link: #8ab4f8; --mark: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 46rem; font: 1rem/1.6 system-ui, sans-serif; color: var(--text); background: var(--page); overflow-wrap: anywhere; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; text-wrap: balance; }
a { color: var(--link); }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; background: var(--code); }
code { padding: .1em .3em; border-radius: 3px; }
pre { padding: .75rem; overflow-x: auto; border-radius: 4px; white-space: pre-wrap; }
pre code { padding: 0; font-size: 1em; }
blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); color: var(--soft); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; overflow-wrap: normal; }
table:has(caption) { min-width: min(100%, 16rem); }
caption, figcaption { color: var(--soft); font-size: .9rem; text-align: start; padding: .4rem 0; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
th { font-weight: 600; }
.number { text-align: end; }
figure { margin: 1.5rem 0; }
figure img { max-width: 100%; height: auto; background: #fff; }
mark.untraced { background: none; color: var(--mark); font-weight: 600; text-decoration: underline wavy; }
sup a { text-decoration: none; padding: 0 .15em; }
details { border-top: 1px solid var(--line); padding: .5rem 0; }
summary { cursor: pointer; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; }
dd { margin: 0; }
.soft { color: var(--soft); font-size: .9rem; }
@page { margin: 20mm; @bottom-center { content: counter(page) " / " counter(pages); } }
@media print {
  :root { color-scheme: light; --text: #000; --soft: #444; --line: #bbb; --page: #fff; --code: #f4f4f4; --link: #000; --mark: #b3261e; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  h1, h2, h3, h4, h5, h6, caption { break-after: avoid; }
  figure, tr, pre, blockquote, img { break-inside: avoid; }
  figure img { max-height: 95mm; object-fit: contain; object-position: 0 0; }
  .scroll:not(:has(tr:nth-child(21))) { break-inside: avoid; }
  thead { display: table-header-group; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .scroll { overflow: visible; }
}
`;

const MATHML = 'http://www.w3.org/1998/Math/MathML';

/**
 * Elements of MathML that only display; none of them links, runs or holds HTML.
 */
const ELEMENTS = new Set(
  (
    'math mrow mi mn mo mtext mspace ms mfrac msqrt mroot mstyle merror mpadded mphantom ' +
    'msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd semantics'
  ).split(' ')
);

const ATTRIBUTES = new Set(
  (
    'display displaystyle scriptlevel mathvariant stretchy symmetric largeop movablelimits fence ' +
    'separator form lspace rspace accent accentunder linethickness columnalign rowspacing ' +
    'columnspacing width height depth minsize maxsize dir'
  ).split(' ')
);

/** MathML reduced to what displays; null if it is not MathML. */
export function safeMathML(source: string): string | null {
  const parsed = new DOMParser().parseFromString(source, 'application/xml');
  const root = parsed.documentElement;
  return root.localName === 'math' &&
    root.namespaceURI === MATHML &&
    parsed.getElementsByTagName('parsererror').length === 0
    ? written(root)
    : null;
}

function written(element: Element): string {
  const name = element.localName;
  const attributes = [...element.attributes]
    .filter(
      each => ATTRIBUTES.has(each.name) && /^[\w .#%+-]*$/.test(each.value)
    )
    .map(each => ` ${each.name}="${escapeMarkup(each.value)}"`)
    .join('');
  const children = [...element.childNodes]
    .map(child =>
      child.nodeType === 1
        ? ELEMENTS.has((child as Element).localName) &&
          (child as Element).namespaceURI === MATHML
          ? written(child as Element)
          : ''
        : child.nodeType === 3
          ? escapeMarkup(child.nodeValue ?? '')
          : ''
    )
    .join('');
  const space = name === 'math' ? ` xmlns="${MATHML}"` : '';
  return `<${name}${space}${attributes}>${children}</${name}>`;
}
