import type { Root } from 'mdast';

import { readMarkdown } from '../model/read-markdown';
import { nodeText } from '../model/tree';
import {
  MAX_NUMBERS,
  readEvidenceRecord,
  RECORD_NAME,
  type IEvidenceRecord
} from './evidence-record';

/** A report that was written earlier: its record, or only its text. */
export type ReportFile =
  | { record: IEvidenceRecord }
  | {
      tree: Root;
      /** The notebook named in the report; null if it names none. */
      notebook: string | null;
    };

/**
 * Reads `….evidence.json`, the record in a page or notebook, or a report as
 * Markdown; null for anything else. Whoever wrote the file, nothing in it is run
 * or fetched.
 */
export function readReportFile(path: string, text: string): ReportFile | null {
  if (/\.json$/i.test(path)) {
    return recorded(text);
  }
  if (/\.html?$/i.test(path)) {
    const page = new DOMParser().parseFromString(text, 'text/html');
    const record = page.querySelector(`meta[name="${RECORD_NAME}"]`);
    return recorded(record?.getAttribute('content') ?? '');
  }
  if (/\.ipynb$/i.test(path)) {
    return recorded(recordInNotebook(text));
  }
  if (/\.(md|markdown)$/i.test(path)) {
    const tree = readMarkdown(text);
    const words = nodeText(tree);
    // Each number is looked for in the whole notebook.
    return (words.match(/\d+/g)?.length ?? 0) > MAX_NUMBERS * 4
      ? null
      : { tree, notebook: notebookIn(words) };
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

function notebookIn(text: string): string | null {
  return /(?<![^\s:“”"])([^\s:“”"]{1,1000}\.ipynb)/.exec(text)?.[1] ?? null;
}
