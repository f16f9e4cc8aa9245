import {
  ENGLISH,
  type CellOutput,
  type EvidenceContent,
  hashText,
  type IEvidence,
  type IEvidenceTable,
  type IReportCell,
  type IReportNotebook
} from '../../contract';
import type { IReportDetails, IReportDocument } from '../model/report-document';
import { FakeReportPage } from '../../testing/workflows/fake-report-page';
import { readReport } from '../read-report';

/** What a writer of a form is given. */
export const OPTIONS = {
  page: new FakeReportPage(),
  trans: ENGLISH,
  baseName: 'report'
};

/** A PNG of one pixel. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';

export function evidence(id: string, content: EvidenceContent): IEvidence {
  return {
    id,
    source: {
      notebook: 'work/penguins.ipynb',
      cellId: `cell-${id}`,
      output: 0,
      executionCount: 3
    },
    title: `What ${id} shows`,
    content,
    hash: hashText(JSON.stringify(content)),
    sourceHash: hashText('x'),
    time: '2026-11-22T10:00:00.000Z',
    stale: [],
    cut: false,
    relevance: 1
  };
}

export function textEvidence(id: string, text: string): IEvidence {
  return evidence(id, { kind: 'text', text });
}

export function tableEvidence(
  id: string,
  names: string[],
  rows: string[][],
  size: IEvidenceTable['size'] = { rows: rows.length, columns: names.length }
): IEvidence {
  return evidence(id, {
    kind: 'table',
    table: { header: [names], rows, labels: 0, size }
  });
}

export function plotEvidence(id: string): IEvidence {
  return evidence(id, {
    kind: 'plot',
    mimeType: 'image/png',
    data: PNG,
    width: 1,
    height: 1
  });
}

export const DETAILS: IReportDetails = {
  title: 'Penguins of the Palmer islands',
  kind: 'report',
  language: 'en',
  notebook: 'work/penguins.ipynb',
  time: '2026-11-22T12:00:00.000Z',
  kernel: 'Python 3 (ipykernel)',
  packages: { pandas: '3.1.1' },
  approvedBy: null,
  changes: []
};

export function reportOf(
  markdown: string,
  pieces: readonly IEvidence[],
  details: Partial<IReportDetails> = {}
): IReportDocument {
  const all = { ...DETAILS, ...details };
  return {
    details: all,
    tree: readReport(markdown, pieces, all.language).tree,
    evidence: pieces
  };
}

export function codeCell(
  id: string,
  outputs: CellOutput[],
  more: Partial<IReportCell> = {}
): IReportCell {
  const source = more.source ?? `# ${id}\nprint(1)`;
  return {
    id,
    type: 'code',
    source,
    executionCount: 1,
    outputs,
    run: { hash: hashText(source), kernel: 'k1', at: '2026-11-22T10:00:00Z' },
    ...more
  };
}

export function markdownCell(id: string, source: string): IReportCell {
  return {
    id,
    type: 'markdown',
    source,
    executionCount: null,
    outputs: [],
    run: null
  };
}

export function notebookOf(
  cells: IReportCell[],
  more: Partial<IReportNotebook> = {}
): IReportNotebook {
  return {
    path: 'work/penguins.ipynb',
    cells,
    kernel: { name: 'Python 3 (ipykernel)', language: 'python', epoch: 'k1' },
    ...more
  };
}

export function printed(text: string): CellOutput {
  return { type: 'stream', name: 'stdout', text };
}

export function shown(data: Record<string, unknown>): CellOutput {
  return { type: 'data', result: true, data };
}
