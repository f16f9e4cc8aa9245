import { gatherEvidence } from '../evidence/gather-evidence';
import { traceNumbers } from '../numbers/trace-numbers';
import { readReport } from '../read-report';
import {
  OPTIONS,
  codeCell,
  DETAILS,
  notebookOf,
  printed,
  shown
} from '../stories/evidence-samples';
import { writeHtml } from '../writers/html/write-html';
import { writeMarkdown } from '../writers/markdown/write-markdown';
import { writeNotebook } from '../writers/notebook/write-notebook';
import { checkReport, checkText, type ICheckedNumber } from './check-report';
import { evidenceRecordText } from './evidence-record';
import { readReportFile } from './read-report-file';

const CELLS = [
  codeCell('mean', [printed('mean 4201.75')]),
  codeCell('count', [printed('rows 344')]),
  codeCell('frame', [
    shown({
      'text/html':
        '<table><tr><th>mass</th></tr><tr><td>5076.0</td></tr></table>'
    })
  ])
];
/** The same cells, run again with other data. */
const LATER = [codeCell('mean', [printed('mean 4207.01')]), CELLS[1], CELLS[2]];
const MARKDOWN =
  '# Report\n\nMean {{e1.value:0}}[[e1]], 344 rows[[e2]], and 17.\n\n![Heaviest](e3)';

/** A report of these cells in each of its forms, by path. */
async function written(): Promise<Record<string, string>> {
  const { evidence } = await gatherEvidence(notebookOf(CELLS));
  const { tree } = readReport(MARKDOWN, evidence, 'en');
  const traced = traceNumbers(tree, evidence, 'en');
  const document = { details: DETAILS, tree: traced.tree, evidence };
  const options = {
    ...OPTIONS,
    record: evidenceRecordText(document, traced.numbers)
  };
  const [html, [markdown]] = await Promise.all([
    writeHtml(document, options),
    writeMarkdown(document, options)
  ]);
  const notebook = await writeNotebook(document, notebookOf(CELLS), options);
  return {
    'report.html': String(html.data),
    'report.md': String(markdown.data),
    'report.ipynb': String(notebook.data)
  };
}

/**
 * What became of its numbers: text, whether it is still right, the present
 * number.
 */
async function checked(
  path: string,
  text: string,
  cells = LATER
): Promise<string[][]> {
  const report = readReportFile(path, text);
  if (!report) {
    return [['no report']];
  }
  const numbers: ICheckedNumber[] =
    'record' in report
      ? (await checkReport(report.record, notebookOf(cells))).numbers
      : await checkText(report.tree, notebookOf(cells), ['de', 'en']);
  return numbers.map(({ text: number, now, instead, cellId }) => [
    number,
    now,
    instead ?? '',
    cellId ?? ''
  ]);
}

describe('a report that was written earlier', () => {
  let files: Record<string, string>;

  beforeAll(async () => {
    files = await written();
  });

  it.each(['report.html', 'report.ipynb'])(
    'carries its record as %s: each number that changed is known, with its cell',
    async path => {
      expect(await checked(path, files[path])).toEqual([
        ['4,202', 'changed', '4207.01', 'mean'],
        ['344', 'stands', '', 'count'],
        ['17', 'untraced', '', '']
      ]);
      const now = await checked(path, files[path], CELLS);
      expect(now.map(([, each]) => each)).toEqual([
        'stands',
        'stands',
        'untraced'
      ]);
    }
  );

  it('is checked as Markdown by its numbers alone, without what it says of itself', async () => {
    const path = 'report.md';
    const report = readReportFile(path, files[path]);
    expect(report).toMatchObject({ notebook: DETAILS.notebook });
    expect(await checked(path, files[path])).toEqual([
      ['4,202', 'gone', expect.any(String), ''],
      ['344', 'stands', '', 'count'],
      ['17', 'gone', expect.any(String), ''],
      ['5076.0', 'stands', '', 'frame']
    ]);
  });

  it.each([
    ['notes.txt', 'Mean 4,202'],
    ['report.ipynb', '{"cells": []}'],
    ['report.ipynb', 'no json'],
    ['report.html', '<main><p>4,202</p></main>'],
    ['report.evidence.json', '{}']
  ])('is none as %s with %s', async (path, text) => {
    expect(readReportFile(path, text)).toBeNull();
  });
});
