import type { RootContent } from 'mdast';

import type {
  IEvidence,
  IReportFile,
  IReportNotebook
} from '../../../contract';
import { toBase64 } from '../../../contract/text/to-base64';
import { RECORD_NAME } from '../../check/evidence-record';
import { bodyOf, type IReportDocument } from '../../model/report-document';
import { contentHtml } from '../html/html-blocks';
import { markdownText } from '../markdown/markdown-text';
import { aboutNodes, plainTree, titleNode } from '../markdown/plain-tree';
import { citedEvidence } from '../notes';
import { rasters, type IRaster, type IWriteOptions } from '../rasters';

interface INotebookCell {
  id: string;
  cell_type: 'code' | 'markdown';
  source: string;
  metadata: Record<string, unknown>;
  outputs?: unknown[];
  execution_count?: number | null;
}

/**
 * The report as a notebook: its text, and in place of each table or plot the
 * cell that made it, collapsed, with just that output. Of an output, only what
 * the evidence holds is taken.
 */
export async function writeNotebook(
  document: IReportDocument,
  notebook: IReportNotebook,
  { baseName, page, record, signal, trans }: IWriteOptions
): Promise<IReportFile> {
  const { details, evidence, tree } = document;
  const byId = new Map(evidence.map(each => [each.id, each]));
  const sources = new Map(notebook.cells.map(each => [each.id, each.source]));
  const cells: INotebookCell[] = [];
  const add = (cell: Omit<INotebookCell, 'id'>): void => {
    cells.push({ id: `report-${cells.length + 1}`, ...cell });
  };
  const addText = (...children: RootContent[]): void => {
    if (children.length > 0) {
      const source = markdownText({ type: 'root', children }).trimEnd();
      add({ cell_type: 'markdown', source, metadata: {} });
    }
  };
  const plots = await rasters(citedEvidence(document), page, signal);
  let text: RootContent[] = [];
  addText(titleNode(details));
  for (const node of bodyOf(tree)) {
    const shown = node.type === 'figure' ? byId.get(node.id) : undefined;
    if (shown) {
      addText(...text);
      text = [];
      add({
        cell_type: 'code',
        source: sources.get(shown.source.cellId) ?? '',
        // Collapsed; a reader who is interested can expand it.
        metadata: { jupyter: { source_hidden: true } },
        execution_count: shown.source.executionCount,
        outputs: [outputOf(shown, plots)]
      });
    }
    text.push(...plainOf(document, node, trans));
  }
  addText(...text);
  // All notes at the end, each once.
  const notes = plainTree(document, () => null, trans).children.filter(
    node => node.type === 'footnoteDefinition'
  );
  addText(...aboutNodes(details, trans), ...notes);
  return {
    path: `${baseName}.ipynb`,
    mimeType: 'application/x-ipynb+json',
    data: `${JSON.stringify(
      {
        cells,
        metadata: {
          ...(notebook.kernel && {
            language_info: { name: notebook.kernel.language }
          }),
          ...(record !== undefined && {
            [RECORD_NAME]: JSON.parse(record) as unknown
          })
        },
        nbformat: 4,
        nbformat_minor: 5
      },
      null,
      1
    )}\n`
  };
}

/** A figure is reduced to its caption; the cell beside it shows the rest. */
function plainOf(
  document: IReportDocument,
  node: RootContent,
  trans: IWriteOptions['trans']
): RootContent[] {
  const plain = plainTree(
    { ...document, tree: { type: 'root', children: [node] } },
    () => null,
    trans
  ).children.filter(each => each.type !== 'footnoteDefinition');
  return node.type === 'figure' ? plain.slice(-1) : plain;
}

/** @param plots those of the report; a plot that cannot be shown is its title. */
function outputOf(
  { id, content, title }: IEvidence,
  plots: ReadonlyMap<string, IRaster>
): unknown {
  if (content.kind !== 'plot' && content.kind !== 'table') {
    return { output_type: 'stream', name: 'stdout', text: content.text };
  }
  const plot = plots.get(id);
  return {
    output_type: 'display_data',
    data:
      content.kind === 'table'
        ? {
            'text/html': contentHtml(content, title),
            'text/plain': content.table.rows
              .map(row => row.join('\t'))
              .join('\n')
          }
        : {
            ...(plot && { [plot.mimeType]: toBase64(plot.bytes) }),
            'text/plain': title
          },
    metadata: plot
      ? { [plot.mimeType]: { width: plot.width, height: plot.height } }
      : {}
  };
}
