import type { Root, RootContent } from 'mdast';

import type {
  IEvidence,
  IReportFile,
  IReportNotebook
} from '../../../contract';
import { RECORD_NAME } from '../../check/evidence-record';
import { bodyOf, type IReportDocument } from '../../model/report-document';
import { toBase64 } from '../../text/base64-bytes';
import { contentHtml } from '../html/html-blocks';
import { markdownText } from '../markdown/markdown-text';
import { aboutNodes, plainTree } from '../markdown/plain-tree';
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
  const plots = await rasters(citedEvidence(document), page, signal);
  let text: RootContent[] = [];
  const flush = (): void => {
    if (text.length > 0) {
      add(markdownCell(markdownText({ type: 'root', children: text })));
      text = [];
    }
  };
  add(markdownCell(markdownText(titleOf(details.title))));
  for (const node of bodyOf(tree)) {
    const shown = node.type === 'figure' ? byId.get(node.id) : undefined;
    if (shown) {
      flush();
      const source = sources.get(shown.source.cellId) ?? '';
      add(codeCell(source, shown, outputOf(shown, plots)));
    }
    text.push(...plainOf(document, node, trans));
  }
  flush();
  // All notes at the end, each once.
  const notes = plainTree(document, () => null, trans).children.filter(
    node => node.type === 'footnoteDefinition'
  );
  add(
    markdownCell(
      markdownText({
        type: 'root',
        children: [...aboutNodes(details, trans), ...notes]
      })
    )
  );
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

function titleOf(title: string): Root {
  return {
    type: 'root',
    children: [
      { type: 'heading', depth: 1, children: [{ type: 'text', value: title }] }
    ]
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

function markdownCell(source: string): Omit<INotebookCell, 'id'> {
  return { cell_type: 'markdown', source: source.trimEnd(), metadata: {} };
}

function codeCell(
  source: string,
  evidence: IEvidence,
  output: unknown
): Omit<INotebookCell, 'id'> {
  return {
    cell_type: 'code',
    source,
    // Collapsed; a reader who is interested can expand it.
    metadata: { jupyter: { source_hidden: true } },
    execution_count: evidence.source.executionCount,
    outputs: [output]
  };
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
