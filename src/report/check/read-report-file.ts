import type { Paragraph, Root } from 'mdast';

import { readMarkdown } from '../model/read-markdown';
import { nodeText } from '../model/tree';
import {
  MAX_NUMBERS,
  readEvidenceRecord,
  RECORD_NAME,
  type IEvidenceRecord
} from './evidence-record';

/** The most characters that are read of a page that lost its record. */
const MAX_LENGTH = 2_000_000;

/** A report that was written earlier: its record, or only its text. */
export type ReportFile =
  | { record: IEvidenceRecord }
  | {
      tree: Root;
      /** The notebook named in the report; null if it names none. */
      notebook: string | null;
    };

/**
 * Reads `….evidence.json`, or a report as HTML, notebook or Markdown; null for
 * anything else. Whoever wrote the file, nothing in it is run or fetched.
 */
export function readReportFile(path: string, text: string): ReportFile | null {
  if (/\.json$/i.test(path)) {
    return recorded(text);
  }
  if (/\.html?$/i.test(path)) {
    const page = new DOMParser().parseFromString(text, 'text/html');
    const record = page.querySelector(`meta[name="${RECORD_NAME}"]`);
    return recorded(record?.getAttribute('content') ?? '') ?? wordsOf(page);
  }
  if (/\.ipynb$/i.test(path)) {
    return recorded(recordInNotebook(text));
  }
  if (/\.(md|markdown)$/i.test(path)) {
    const tree = readMarkdown(text);
    return withFewNumbers({ tree, notebook: notebookIn(nodeText(tree)) });
  }
  return null;
}

function recorded(text: string): ReportFile | null {
  const record = readEvidenceRecord(text);
  return record && { record };
}

function recordInNotebook(text: string): string {
  try {
    const { metadata } = JSON.parse(text) as {
      metadata?: Record<string, unknown>;
    };
    return JSON.stringify(metadata?.[RECORD_NAME] ?? null);
  } catch {
    // Not a notebook; the caller gets null.
    return 'null';
  }
}

/** A page without its record, such as a copy that another program saved. */
function wordsOf(page: Document): ReportFile | null {
  const main = page.querySelector('main');
  if (!main) {
    return null;
  }
  const children: Paragraph[] = [];
  // Lists may be nested, and each one's text includes the lists inside it.
  let left = MAX_LENGTH;
  for (const each of main.querySelectorAll(
    'h1, h2, h3, p, li, tr, caption, figcaption'
  )) {
    const value = wordsIn(each);
    left -= value.length;
    if (left < 0) {
      return null;
    }
    children.push({ type: 'paragraph', children: [{ type: 'text', value }] });
  }
  return withFewNumbers({
    tree: { type: 'root', children },
    notebook: notebookIn(page.querySelector('footer')?.textContent ?? '')
  });
}

/**
 * Refuses a report with too many numbers, since each is looked for in the whole
 * notebook.
 */
function withFewNumbers<T extends { tree: Root }>(report: T): T | null {
  const numbers = nodeText(report.tree).match(/\d+/g)?.length ?? 0;
  return numbers <= MAX_NUMBERS * 4 ? report : null;
}

/**
 * The text of an element without the numbers of references; table cells are
 * separated.
 */
function wordsIn(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  copy.querySelectorAll('sup').forEach(each => each.remove());
  copy.querySelectorAll('td, th').forEach(each => each.append(' '));
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim();
}

function notebookIn(text: string): string | null {
  return /(?<![^\s:“”"])([^\s:“”"]{1,1000}\.ipynb)/.exec(text)?.[1] ?? null;
}
