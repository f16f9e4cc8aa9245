import type {
  BlockContent,
  Code,
  FootnoteDefinition,
  FootnoteReference,
  Nodes,
  PhrasingContent,
  Root,
  Table,
  TableRow,
  RootContent
} from 'mdast';

import {
  isPlainLanguage,
  isPlainMath,
  type EvidenceContent,
  type IEvidence,
  type IEvidenceTable,
  type ITranslator
} from '../../../contract';
import {
  aboutReport,
  type IReportDocument,
  type IReportDetails
} from '../../model/report-document';
import type { IFigureNode } from '../../model/report-nodes';
import { mapTree } from '../../model/tree';
import { captionLabel, cutSentence, notesOf } from '../notes';

/** The path of a plot's file, relative to the report; null if it has none. */
type ImageAddress = (id: string) => string | null;

/**
 * A report in standard Markdown nodes: references become footnotes, tables and
 * plots are in place, and HTML becomes text.
 */
export function plainTree(
  document: IReportDocument,
  address: ImageAddress,
  trans: ITranslator
): Root {
  const byId = new Map(document.evidence.map(each => [each.id, each]));
  const sources = notesOf(document, trans);
  const noted = new Set<string>();
  const noteOn = (id: string): FootnoteReference => {
    const key = sources.keyOf(id) ?? id;
    noted.add(key);
    return footnote(key);
  };
  const plain = (node: Nodes): Nodes[] => {
    switch (node.type) {
      case 'evidenceReference':
        return [noteOn(node.id)];
      case 'evidenceValue':
      case 'roundedNumber':
        return [text(node.text)];
      case 'untracedNumber':
        return [text(node.text), noteOn(UNTRACED)];
      case 'inlineMath':
        return isPlainMath(node.value)
          ? [node]
          : [{ type: 'inlineCode', value: node.value }];
      case 'math':
        return isPlainMath(node.value)
          ? [node]
          : [{ type: 'code', lang: 'text', value: node.value }];
      case 'code':
        return [plainCode(node)];
      case 'figure':
        return figureNodes(node, byId.get(node.id), address, trans, noteOn);
      default:
        return [node];
    }
  };
  const tree = mapTree(document.tree, plain);
  const notes = [
    ...sources.texts,
    [UNTRACED, trans.__('This number is not in the evidence.')] as const
  ]
    .filter(([key]) => noted.has(key))
    .map(([key, words]): FootnoteDefinition => ({
      type: 'footnoteDefinition',
      identifier: key,
      label: key,
      children: [paragraph(text(words))]
    }));
  return { ...tree, children: [...tree.children, ...notes] };
}

const UNTRACED = 'untraced';

function footnote(id: string): FootnoteReference {
  return { type: 'footnoteReference', identifier: id, label: id };
}

/**
 * Code with a language that no program draws; Mermaid would fetch what a
 * diagram names.
 */
function plainCode({ lang, value }: Code): Code {
  return {
    type: 'code',
    value,
    ...(lang && isPlainLanguage(lang) && { lang })
  };
}

function figureNodes(
  node: IFigureNode,
  evidence: IEvidence | undefined,
  address: ImageAddress,
  trans: ITranslator,
  noteOn: (id: string) => FootnoteReference
): Nodes[] {
  if (evidence === undefined) {
    return [paragraph(text(node.alt))];
  }
  const cut = cutSentence(evidence, trans);
  return [
    ...contentNodes(evidence.content, node, address),
    paragraph(
      { type: 'strong', children: [text(`${captionLabel(node, trans)}.`)] },
      text(' '),
      ...node.children,
      noteOn(node.id),
      ...(cut === '' ? [] : [text(` ${cut}`)])
    )
  ];
}

function contentNodes(
  content: EvidenceContent,
  { id, alt }: IFigureNode,
  address: ImageAddress
): BlockContent[] {
  switch (content.kind) {
    case 'plot': {
      const url = address(id);
      return url === null ? [] : [paragraph({ type: 'image', url, alt })];
    }
    case 'table':
      return [tableNode(content.table)];
    case 'markdown':
    case 'text':
    case 'error':
      return [{ type: 'code', lang: 'text', value: content.text }];
  }
}

/**
 * A header of several rows is joined into one row, since Markdown allows only
 * one.
 */
function tableNode({ header, rows, labels }: IEvidenceTable): Table {
  const width = Math.max(1, ...[...header, ...rows].map(row => row.length));
  const names = Array.from({ length: width }, (_, column) =>
    [...new Set(header.map(row => row[column]).filter(Boolean))].join(' ')
  );
  const row = (cells: string[]): TableRow => ({
    type: 'tableRow',
    children: Array.from({ length: width }, (_, at) => ({
      type: 'tableCell',
      children: cells[at] ? [text(cells[at])] : []
    }))
  });
  return {
    type: 'table',
    align: Array.from({ length: width }, (_, column) =>
      column >= labels && rows.every(each => isNumber(each[column] ?? ''))
        ? 'right'
        : null
    ),
    children: [row(names), ...rows.map(row)]
  };
}

function isNumber(cell: string): boolean {
  return /^$|^[-+\u2212]?[\d.,\s]{0,40}\d[\d.,%]{0,40}(e[-+]?\d{1,9})?$|^(nan|inf|-inf|<NA>|NA|…|\.\.\.)$/i.test(
    cell
  );
}

function text(value: string): { type: 'text'; value: string } {
  return { type: 'text', value };
}

function paragraph(...children: PhrasingContent[]): {
  type: 'paragraph';
  children: PhrasingContent[];
} {
  return { type: 'paragraph', children };
}

export function titleNode({ title }: IReportDetails): RootContent {
  return { type: 'heading', depth: 1, children: [text(title)] };
}

/** A last section on how the report was made. */
export function aboutNodes(
  details: IReportDetails,
  trans: ITranslator
): RootContent[] {
  return [
    {
      type: 'heading',
      depth: 2,
      children: [text(trans.__('About this report'))]
    },
    {
      type: 'list',
      ordered: false,
      spread: false,
      children: aboutReport(details, trans).map(([name, value]) => ({
        type: 'listItem',
        spread: false,
        children: [paragraph(text(`${name}: ${value}`))]
      }))
    }
  ];
}
