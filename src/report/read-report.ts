import type {
  Image,
  Nodes,
  Paragraph,
  PhrasingContent,
  Root,
  RootContent,
  Table,
  Text
} from 'mdast';

import type { IEvidence } from '../contract';
import { formatOf } from '../numbers';
import { readMarkdown } from './model/read-markdown';
import './model/report-nodes';
import { mapTree, nodesIn, nodeText } from './model/tree';
import {
  digitsOf,
  evidenceValues,
  withoutStoredDigits
} from './numbers/evidence-values';

/** A reference in a report to something that does not exist. */
export interface IReportProblem {
  /** Its parts, for people. */
  text: string;
  /** The reference as it was written. */
  written: string;
}

interface IReadReport {
  tree: Root;
  problems: IReportProblem[];
}

/**
 * `[[e12]]`, `[[e12, e13]]`, `{{e12.value}}`, `{{e12.r2c3:1%}}`; what begins
 * like the last two and is neither stands for no number.
 */
const MARKS =
  /\[\[\s*(e\d{1,6}(?:\s*[,;]\s*e\d{1,6})*)\s*\]\]|\{\{\s*(e\d{1,6})(?:\.([a-z\d]{1,20}))?(?:\s*:\s*([^{}\s]{0,20}))?[^{}]{0,60}\}\}/g;

/** In the place of a number that does not exist. */
const NO_NUMBER = '[?]';

const MARKED = /^\s*\{\{\s*e\d{1,6}[^{}]{0,99}\}\}\s*$/;

/**
 * Reads a report written by a model or a person. It is Markdown in which
 * `[[e12]]` refers to evidence, `{{e12.value}}` stands for a number of it, and
 * an image with the address `e12`, alone in its paragraph, for the plot or the
 * table itself.
 *
 * @param source the text, or the tree that `readMarkdown` made of it.
 */
export function readReport(
  source: string | Root,
  evidence: readonly IEvidence[],
  language: string
): IReadReport {
  const byId = new Map(evidence.map(each => [each.id, each]));
  const problems: IReportProblem[] = [];
  const tree = typeof source === 'string' ? readMarkdown(source) : source;
  const marked = mapTree(tree, node => {
    switch (node.type) {
      case 'text':
        return marks(node);
      case 'inlineCode':
        return MARKED.test(node.value) ? marks(textNode(node.value)) : [node];
      case 'inlineMath':
      case 'math':
        return [
          {
            ...node,
            // TeX takes a bare comma for the end of an item, and a percent
            // sign for the beginning of a comment.
            value: insertNumbers(node.value, byId, language, number =>
              number.replace(/,/g, '{,}').replace(/\s?%/g, '\\%')
            )
          }
        ];
      case 'image':
        return image(node);
      case 'paragraph':
        return figure(node);
      case 'table':
        return [tableWithReferences(node)];
      default:
        return [node];
    }
  });
  return { tree: numbered(marked), problems };

  function marks({ value }: Text): PhrasingContent[] {
    const parts: PhrasingContent[] = [];
    let at = 0;
    for (const match of value.matchAll(MARKS)) {
      const before = value.slice(at, match.index);
      // A raised note stands right behind its word, and begins no line.
      const shown = match[1] === undefined ? before : before.trimEnd();
      if (shown !== '') {
        parts.push({ type: 'text', value: shown });
      }
      at = match.index + match[0].length;
      parts.push(...mark(match, value.slice(at)));
    }
    return at === 0
      ? [{ type: 'text', value }]
      : [...parts, ...(at < value.length ? [textNode(value.slice(at))] : [])];
  }

  function mark(
    [whole, references, id, name, format]: RegExpMatchArray,
    rest: string
  ): PhrasingContent[] {
    if (references !== undefined) {
      return references
        .split(/[,;]/)
        .map(each => each.trim())
        .flatMap(each => reference(each));
    }
    const piece = byId.get(id);
    const value =
      piece === undefined || name === undefined
        ? null
        : insertValue(piece, name, format ?? '', language, rest);
    if (value === null) {
      problems.push({
        // Neither a card nor a document shows its name.
        text: [id, name].filter(Boolean).join(' '),
        written: whole
      });
      return [{ type: 'untracedNumber', text: NO_NUMBER }];
    }
    return [{ type: 'evidenceValue', id, name, ...value }];
  }

  function reference(id: string): PhrasingContent[] {
    if (byId.has(id)) {
      return [{ type: 'evidenceReference', id }];
    }
    problems.push({
      text: id,
      written: `[[${id}]]`
    });
    return [];
  }

  /** Within a line of text, a figure becomes a reference. */
  function image({ url, alt }: Image): Nodes[] {
    return byId.has(url)
      ? [{ type: 'image', url, alt: alt ?? '' }]
      : marks(textNode(alt ?? ''));
  }

  function figure(node: Paragraph): Nodes[] {
    const children = node.children.filter(
      child => child.type !== 'text' || child.value.trim() !== ''
    );
    const images = children.filter(child => child.type === 'image');
    if (images.length > 0 && images.length === children.length) {
      return images.map(({ url, alt }) => ({
        type: 'figure',
        kind: 'figure',
        number: 0,
        id: url,
        alt: alt ?? '',
        children: withReferences(marks(textNode(alt ?? '')), new Set([url]))
      }));
    }
    return [
      {
        ...node,
        children: withReferences(
          node.children.flatMap(child =>
            child.type === 'image'
              ? [
                  ...marks(textNode(child.alt ?? '')),
                  { type: 'evidenceReference' as const, id: child.url }
                ]
              : [child]
          )
        )
      }
    ];
  }

  /** Tables and figures are counted separately, in the order they appear. */
  function numbered(tree: Root): Root {
    const counts = { figure: 0, table: 0, listing: 0 };
    return mapTree(tree, node => {
      if (node.type !== 'figure') {
        return [node];
      }
      const piece = byId.get(node.id);
      const kind =
        piece?.content.kind === 'plot'
          ? 'figure'
          : piece?.content.kind === 'table'
            ? 'table'
            : 'listing';
      const children =
        node.children.length > 0
          ? node.children
          : [textNode(piece?.title ?? '')];
      return [
        {
          ...node,
          kind,
          number: ++counts[kind],
          children,
          alt: children.map(nodeText).join('') || (piece?.title ?? '')
        } as RootContent
      ];
    });
  }
}

/**
 * A text without a tree, such as a formula or a line of a card: each name of a
 * number becomes the number.
 */
export function insertNumbers(
  text: string,
  evidence: ReadonlyMap<string, IEvidence>,
  language: string,
  written = (number: string) => number
): string {
  return text.replace(MARKS, (whole, references, id, name, format, at) => {
    const piece = evidence.get(id);
    const rest = text.slice(at + whole.length);
    const value =
      piece && name && insertValue(piece, name, format ?? '', language, rest);
    return references !== undefined
      ? whole
      : value
        ? written(value.text)
        : NO_NUMBER;
  });
}

function textNode(value: string): Text {
  return { type: 'text', value };
}

/**
 * Adds references to the end of a line: one for each piece of evidence whose
 * number was inserted and that the line does not refer to yet.
 *
 * @param named ids that need no reference; those added here are added to it.
 */
function withReferences(
  line: readonly PhrasingContent[],
  named: Set<string> = new Set()
): PhrasingContent[] {
  addNamed(line, named);
  const lacking = new Set(
    line
      .flatMap(each => [...nodesIn(each)])
      .flatMap(each => (each.type === 'evidenceValue' ? each.id : []))
      .filter(id => !named.has(id))
  );
  lacking.forEach(id => named.add(id));
  return [
    ...line,
    ...Array.from(lacking, id => ({ type: 'evidenceReference' as const, id }))
  ];
}

/** The same for a table, which refers to each piece once. */
function tableWithReferences(table: Table): Table {
  const named = new Set<string>();
  addNamed([table], named);
  return {
    ...table,
    children: table.children.map(row => ({
      ...row,
      children: row.children.map(cell => ({
        ...cell,
        children: withReferences(cell.children, named)
      }))
    }))
  };
}

function addNamed(nodes: readonly Nodes[], named: Set<string>): void {
  for (const node of nodes.flatMap(each => [...nodesIn(each)])) {
    if (node.type === 'evidenceReference') {
      named.add(node.id);
    }
  }
}

/** `1`, `1%`, `abs`, `abs1`, and `,.1f` as Python has it. */
const FORMAT = /^(abs)?,?\.?(\d{0,2})f?(%?)$/;

/**
 * A number as programs print it, its decimal places, and what stands behind it:
 * `%`, `million`, `k`.
 */
const PRINTED =
  /^([-+\u2212]?(?:\d{1,3}(?:,\d{3})+|0|[1-9]\d{0,14})(?:\.(\d{1,18}))?)(\s?(?:[%‰]|\p{L}+))?$/u;

/** The sign of a percentage that a writer adds, in a text or in TeX. */
const SIGN = /^\s?(?:\\?%|per ?cent|prozent|pour ?cent|por ?ciento)/i;

/**
 * A number of evidence as the document's readers write it.
 *
 * @param name of `evidenceValues`.
 * @param format number of decimal places, as a percentage, without its sign;
 * empty for all its digits that mean something. A year stays as it is.
 * @param rest what follows it: no percentage has its sign twice.
 * @returns null if the evidence has no such value, or there is no such format.
 */
function insertValue(
  evidence: IEvidence,
  name: string,
  format: string,
  language: string,
  rest: string
): { text: string; from: string | null } | null {
  const value = evidenceValues(evidence).values.find(
    each => each.name === name
  );
  const [match, abs, digits, percent] = FORMAT.exec(format) ?? [];
  if (value === undefined || match === undefined) {
    return null;
  }
  const short = withoutStoredDigits(value.text);
  // A double has 17 digits at most: the others would be made up.
  const printed = digitsOf(short) > 17 ? null : PRINTED.exec(short);
  const [, plain = '', decimals = '', unit = ''] = printed ?? [];
  const isPlain = digits === '' && !percent;
  const isPercent = unit.trim() === '%' && !percent;
  if (isPlain && (!printed || value.exact || value.isId)) {
    return {
      text: abs ? value.text.replace(/^[-+\u2212]/, '') : value.text,
      from: null
    };
  }
  const places = digits
    ? Math.min(12, Number(digits))
    : percent
      ? 0
      : decimals.length;
  const number =
    isPercent || (isPlain && unit)
      ? Number(plain.replaceAll(',', '').replace('\u2212', '-'))
      : // A value that is a percentage already has its fraction as the last reading.
        value.readings[percent ? value.readings.length - 1 : 0].value;
  const options: Intl.NumberFormatOptions = {
    ...(isPercent
      ? { style: 'unit', unit: 'percent' }
      : { style: percent ? 'percent' : 'decimal' }),
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    numberingSystem: 'latn'
  };
  const written = (
    formatOf(language, options) ?? new Intl.NumberFormat('en', options)
  ).format(abs ? Math.abs(number) : number);
  const signed = isPlain && !isPercent ? written + unit : written;
  const text = SIGN.test(rest) ? signed.replace(/\s?%$/, '') : signed;
  return { text, from: text === value.text ? null : value.text };
}
