import type { Nodes } from 'mdast';

import {
  isPlainMath,
  type IEvidence,
  type IReportFile,
  type ITranslator
} from '../../../contract';
import { RECORD_NAME } from '../../check/record-name';
import { safeMathML } from '../../math/safe-math-ml';
import { bodyOf } from '../../model/body';
import { nodesIn } from '../../model/map-tree';
import type { IReportDocument } from '../../model/report-document';
import { escapeMarkup } from '../../text/escape-markup';
import { isRightToLeftLanguage } from '../../text/is-right-to-left';
import { aboutReport } from '../about-report';
import { citedEvidence } from '../cited-evidence';
import { cutSentence } from '../caption';
import { evidencePlace, staleSentences } from '../notes';
import type { IWriteOptions } from '../write-options';
import { blocksHtml, contentHtml } from './html-blocks';
import { HTML_STYLE } from './html-style';
import { stopIfAborted } from '../../text/stop-if-aborted';

/** Allows no script and no request, whatever a text in it says. */
const POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export interface IHtmlOptions extends IWriteOptions {
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
