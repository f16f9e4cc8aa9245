import type { Nodes } from 'mdast';

import type { IEvidence } from '../../contract';
import { bodyOf, type IReportDocument } from '../model/report-document';
import { nodeText } from '../model/tree';
import { citedEvidence } from './notes';

/** Points between the margins of our Word documents, of A4. */
const HEIGHT = 698;
/** Letters in a line of 11 points; those of East Asia count as two. */
const LETTERS = 92;
const LINE = 12.7;
const SMALL = 10.5;
const AFTER = 8;
/** Largest plot, in pixels at 96 to the inch, and the points of a pixel. */
const PLOT = { width: 600, height: 360 };
const POINT = 0.75;
/** The title, and what is said about the report in small print. */
const FRAME = 65;

/** The part of a page by which the estimate may be too high. */
const DOUBT = 0.15;

/**
 * How many pages the document fills in Word at least. Only Word can say it
 * exactly, and a report that fits is not to be written again.
 */
export function estimatedPages(document: IReportDocument): number {
  const { evidence, tree } = document;
  const pieces = new Map(evidence.map(each => [each.id, each]));
  const points =
    FRAME +
    citedEvidence(document).length * SMALL * 0.7 +
    heightsOf(bodyOf(tree), pieces);
  return Math.max(1, Math.ceil(points / HEIGHT - DOUBT));
}

/** The pages of a PDF that typst made. */
export function pdfPages(pdf: Uint8Array): number | null {
  const counts = [
    ...new TextDecoder('latin1')
      .decode(pdf)
      .matchAll(/\/Type\s*\/Pages\b[^>]{0,200}?\/Count\s+(\d{1,6})/g)
  ].map(([, count]) => Number(count));
  return counts.length === 0 ? null : Math.max(...counts);
}

function heightsOf(
  nodes: readonly Nodes[],
  pieces: ReadonlyMap<string, IEvidence>
): number {
  return nodes.reduce((sum, node) => sum + heightOf(node, pieces), 0);
}

function heightOf(node: Nodes, pieces: ReadonlyMap<string, IEvidence>): number {
  switch (node.type) {
    case 'heading':
      return 40 - 2 * node.depth;
    case 'code':
      return node.value.split('\n').length * SMALL;
    case 'table':
      return (
        AFTER +
        rowsHeight(
          node.children.map(row => row.children.map(nodeText)),
          LINE
        )
      );
    case 'figure': {
      const content = pieces.get(node.id)?.content;
      const caption = linesOf(nodeText(node)) * LINE + 20;
      switch (content?.kind) {
        case 'plot': {
          const { width, height } = content;
          const scale = Math.min(1, PLOT.width / width, PLOT.height / height);
          return caption + AFTER + height * scale * POINT;
        }
        case 'table': {
          const { header, rows } = content.table;
          return caption + AFTER + rowsHeight([...header, ...rows], SMALL);
        }
        default:
          return caption + (content?.text.split('\n').length ?? 0) * SMALL;
      }
    }
    case 'list':
      return AFTER + heightsOf(node.children, pieces);
    // The items of a list have no space between them.
    case 'listItem':
      return heightsOf(node.children, pieces) - AFTER;
    case 'blockquote':
      return heightsOf(node.children, pieces);
    case 'footnoteDefinition':
      return SMALL;
    default:
      return linesOf(nodeText(node)) * LINE + AFTER;
  }
}

function linesOf(text: string, letters = LETTERS): number {
  const wide = text.match(/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af]/g);
  return Math.max(1, Math.ceil((text.length + (wide?.length ?? 0)) / letters));
}

function rowsHeight(
  rows: readonly (readonly string[])[],
  line: number
): number {
  return rows.reduce(
    (sum, row) =>
      sum +
      line *
        Math.max(1, ...row.map(cell => linesOf(cell, LETTERS / row.length))),
    0
  );
}
