import type { PhrasingContent, Table } from 'mdast';

import {
  staleText,
  type IEvidence,
  type IEvidenceTable,
  type ITranslator
} from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { unicodeMath } from '../math/unicode-math';
import type { IReportDocument } from '../model/report-document';
import type { IFigureNode, INoteNode } from '../model/report-nodes';
import { nodesIn, nodeText } from '../model/tree';

/**
 * Where a piece of evidence is, as a reader looks for it: ids and hashes are
 * only in the record.
 *
 * @param own path of the report's notebook, which needs no name.
 */
export function evidencePlace(
  { source }: IEvidence,
  own: string,
  trans: ITranslator
): string {
  switch (source.from) {
    case 'file':
      return source.notebook;
    case 'conversation':
      return trans.__('the conversation “%1”', source.notebook);
    case 'variables':
      return trans.__('variables of the kernel of %1', spoken(source.notebook));
  }
  const cell =
    source.executionCount !== null
      ? trans.__('Cell [%1]', source.executionCount)
      : source.position !== undefined
        ? trans.__('Cell no. %1', source.position + 1)
        : trans.__('A cell');
  return source.notebook === own
    ? cell
    : trans.__('%1 in %2', cell, spoken(source.notebook));
}

/** Why an output may not be that of its code, one sentence each. */
export function staleSentences(
  { stale }: IEvidence,
  trans: ITranslator
): string[] {
  return (
    stale
      // That a run was not recorded is true of every notebook from a file.
      .filter(mark => mark !== 'unknown')
      .map(mark => staleText(mark, trans))
  );
}

/** Notes of a text by their key: pieces of one cell share one. */
export interface INotes {
  /** Key of the note on a piece; undefined for none. */
  keyOf(id: string): string | undefined;
  texts: ReadonlyMap<string, string>;
  /** Key of a note that the person wrote. */
  ownKeyOf(identifier: string): string;
}

/** A narrow space at which no line ends. */
const APART = { type: 'text' as const, value: '\u202f' };

/**
 * A line as Word and Typst print it. Its references are notes: no space stands
 * before one, two beside each other do not read as one number, and none is there
 * twice.
 */
export function printedLine(
  line: readonly PhrasingContent[],
  notes: INotes
): PhrasingContent[] {
  const plain = line.flatMap(node => printed(node, notes));
  let beside: string[] = [];
  return plain.flatMap((node, at): PhrasingContent[] => {
    if (node.type === 'note') {
      const known = beside;
      beside = [...known, node.key];
      return known.includes(node.key)
        ? []
        : known.length > 0
          ? [APART, node]
          : [node];
    }
    const value =
      node.type === 'text' && plain[at + 1]?.type === 'note'
        ? node.value.trimEnd()
        : null;
    if (value === '') {
      return [];
    }
    beside = [];
    return [value === null ? node : { type: 'text', value }];
  });
}

function printed(node: PhrasingContent, notes: INotes): PhrasingContent[] {
  const text = (value: string) => [{ type: 'text' as const, value }];
  switch (node.type) {
    case 'evidenceValue':
    case 'roundedNumber':
      return text(node.text);
    case 'inlineMath':
      return text(unicodeMath(node.value));
    case 'image':
      return text(node.alt ?? '');
    case 'evidenceReference':
      return noteOf(notes.keyOf(node.id), notes);
    case 'footnoteReference':
      return noteOf(notes.ownKeyOf(node.identifier), notes);
    default:
      return [node];
  }
}

function noteOf(key: string | undefined, { texts }: INotes): INoteNode[] {
  const text = texts.get(key ?? '');
  return key === undefined || text === undefined
    ? []
    : [{ type: 'note', key, text }];
}

/** A cell of a table as Word and Typst print it. */
export interface IPrintedCell {
  content: PhrasingContent[];
  isRight: boolean;
  isBold: boolean;
}

/** A table of a report's text, or one of its evidence, in rows of one length. */
export function printedTable(table: Table | IEvidenceTable): {
  header: IPrintedCell[][];
  rows: IPrintedCell[][];
} {
  if ('children' in table) {
    const wide = Math.max(...table.children.map(row => row.children.length));
    const [header, ...rows] = table.children.map(({ children }, at) =>
      Array.from({ length: wide }, (_, column) => ({
        content: children[column]?.children ?? [],
        isRight: table.align?.[column] === 'right',
        isBold: at === 0
      }))
    );
    return { header: [header], rows };
  }
  const { header, rows, labels } = table;
  const wide = Math.max(1, ...[...header, ...rows].map(row => row.length));
  const cells = (row: readonly string[], isHeader: boolean): IPrintedCell[] =>
    Array.from({ length: wide }, (_, column) => ({
      content: [{ type: 'text', value: row[column] ?? '' }],
      isRight:
        column >= labels &&
        (isHeader
          ? rows.some(each => isNumberCell(each[column]))
          : isSetRight(row[column] ?? '', column, rows)),
      isBold: isHeader || column < labels
    }));
  return {
    header: header.map(row => cells(row, true)),
    rows: rows.map(row => cells(row, false))
  };
}

export function notesOf(document: IReportDocument, trans: ITranslator): INotes {
  const keys = new Map<string, string>();
  const texts = new Map<string, string>();
  const bySource = new Map<string, string>();
  for (const evidence of citedEvidence(document)) {
    const { id, source } = evidence;
    const text = [
      `${evidencePlace(evidence, document.details.notebook, trans)}.`,
      ...staleSentences(evidence, trans)
    ].join(' ');
    const place = JSON.stringify([source.notebook, source.cellId, text]);
    const key = bySource.get(place) ?? id;
    bySource.set(place, key);
    keys.set(id, key);
    texts.set(key, text);
  }
  for (const each of nodesIn(document.tree)) {
    if (each.type === 'footnoteDefinition') {
      texts.set(ownKey(each.identifier), nodeText(each));
    }
  }
  return { keyOf: id => keys.get(id), texts, ownKeyOf: ownKey };
}

function ownKey(identifier: string): string {
  return `note ${identifier}`;
}

/**
 * The evidence that a report refers to, in the order of the first references.
 */
export function citedEvidence({
  tree,
  evidence
}: IReportDocument): IEvidence[] {
  const ids = new Set<string>();
  for (const node of nodesIn(tree)) {
    if (
      node.type === 'evidenceReference' ||
      node.type === 'evidenceValue' ||
      node.type === 'figure'
    ) {
      ids.add(node.id);
    }
  }
  const byId = new Map(evidence.map(each => [each.id, each]));
  return [...ids].flatMap(id => byId.get(id) ?? []);
}

/** "Figure 2": the beginning of a caption. */
export function captionLabel(
  { kind, number }: Pick<IFigureNode, 'kind'> & { number: number | string },
  trans: ITranslator
): string {
  return {
    figure: trans.__('Figure %1', number),
    table: trans.__('Table %1', number),
    listing: trans.__('Output %1', number)
  }[kind];
}

/** A sentence on what a table or a text leaves out; empty if it is complete. */
export function cutSentence(
  { content, cut }: IEvidence,
  trans: ITranslator
): string {
  if (!cut) {
    return '';
  }
  if (content.kind !== 'table') {
    return trans.__('Only the beginning is shown.');
  }
  const { rows, size } = content.table;
  return size.rows !== null && size.rows > rows.length
    ? trans.__('%1 of %2 rows are shown.', rows.length, size.rows)
    : trans.__('Only a part of the table is shown.');
}

/** Whether a cell of a table is set to the right, as numbers are. */
function isNumberCell(text = ''): boolean {
  return /^[-+\u2212\d.]/.test(text);
}

/** The same for what stands in place of a number among others. */
export function isSetRight(
  text: string,
  column: number,
  rows: readonly string[][]
): boolean {
  return (
    isNumberCell(text) ||
    (/^(?:NaN|nan|NA|<NA>|inf|…)$/.test(text) &&
      rows.some(row => isNumberCell(row[column])))
  );
}
