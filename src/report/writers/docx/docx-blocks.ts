import {
  AlignmentType,
  BorderStyle,
  HeadingLevel,
  ImageRun,
  LevelFormat,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
  Bookmark,
  ExternalHyperlink,
  FootnoteReferenceRun,
  XmlComponent,
  type FileChild,
  type INumberingOptions,
  type IParagraphOptions,
  type ParagraphChild,
  type IRunOptions
} from 'docx';
import type { List, Nodes, PhrasingContent, Table as TableNode } from 'mdast';

import type {
  EvidenceContent,
  IEvidence,
  IEvidenceTable,
  ITranslator
} from '../../../contract';
import { unicodeMath } from '../../math/unicode-math';
import type { IFigureNode, INoteNode } from '../../model/report-nodes';
import { nodeText } from '../../model/tree';
import { isRightToLeft } from '../../text/is-right-to-left';
import {
  captionLabel,
  cutSentence,
  printedLine,
  printedTable,
  type INotes,
  type IPrintedCell
} from '../notes';
import type { IRaster } from '../rasters';
import { CAPTION, CODE, QUOTE } from './docx-styles';

const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6
];

/** The deepest level of a list that Word has. */
const MAX_LIST = 8;

/**
 * The width of a page of A4 and of Letter, and the 95 mm of a printed page, in
 * pixels at 96 to the inch.
 */
const WIDEST = 600;
const TALLEST = 360;

interface IDocxParts {
  evidence: readonly IEvidence[];
  notes: INotes;
  plots: ReadonlyMap<string, IRaster>;
  trans: ITranslator;
  /** How many levels each heading is raised if there is a title above. */
  raise: number;
}

type Style = Omit<IRunOptions, 'children' | 'text'>;

interface IPlace {
  /** How deeply nested in lists, from 0. */
  level: number;
  paragraph: Partial<IParagraphOptions>;
}

const TOP: IPlace = { level: 0, paragraph: {} };

/** Converts nodes of a report to paragraphs and tables of a Word document. */
export class DocxBlocks {
  private readonly _evidence: ReadonlyMap<string, IEvidence>;

  /** Numbers of the notes that are written, by their keys. */
  private readonly _notes = new Map<string, number>();

  /** Each list has its own, from its own first number. */
  readonly numbering: { config: INumberingOptions['config'][number][] } = {
    config: []
  };

  constructor(private readonly _parts: IDocxParts) {
    this._evidence = new Map(_parts.evidence.map(each => [each.id, each]));
  }

  blocks(nodes: readonly Nodes[]): FileChild[] {
    return nodes.flatMap(node => this._block(node, TOP));
  }

  private _block(node: Nodes, place: IPlace): FileChild[] {
    switch (node.type) {
      case 'paragraph':
        return [this._paragraph(node, node.children, place.paragraph)];
      case 'heading':
        return [
          this._paragraph(node, node.children, {
            heading: HEADINGS[Math.max(0, node.depth - 1 - this._parts.raise)]
          })
        ];
      case 'blockquote':
        return node.children.flatMap(child =>
          this._block(child, { ...place, paragraph: { style: QUOTE } })
        );
      case 'code':
        return codeLines(node.value);
      case 'list':
        return this._list(node, place);
      case 'table':
        return [this._table(node), new Paragraph({})];
      case 'thematicBreak':
        return [new Paragraph({ thematicBreak: true })];
      case 'math':
        return [
          new Paragraph({
            alignment: AlignmentType.CENTER,
            children: textRuns(unicodeMath(node.value))
          })
        ];
      case 'figure':
        return this._figure(node);
      default:
        return [];
    }
  }

  private _paragraph(
    node: Nodes,
    children: readonly PhrasingContent[],
    options: Partial<IParagraphOptions>
  ): Paragraph {
    return new Paragraph({
      ...options,
      ...directionOf(nodeText(node)),
      children: this.runs(children, runsOf(nodeText(node)))
    });
  }

  private _list(
    { ordered, start, children }: List,
    place: IPlace
  ): FileChild[] {
    const depth = Math.min(place.level, MAX_LIST);
    const { style } = place.paragraph;
    const numbering = {
      reference: this._marks(depth, ordered, start),
      level: depth
    };
    const level = place.level + 1;
    return children.flatMap(({ children: blocks }) =>
      blocks.flatMap((block, at) =>
        this._block(block, {
          level,
          paragraph: {
            ...(style && { style }),
            ...(at === 0
              ? { numbering }
              : { indent: { left: 720 * (depth + 1) } })
          }
        })
      )
    );
  }

  private _marks(
    level: number,
    ordered: List['ordered'],
    start: List['start']
  ): string {
    const { config } = this.numbering;
    const reference = `cellwright-list-${config.length + 1}`;
    config.push({
      reference,
      levels: [
        {
          level,
          start: start ?? 1,
          format: ordered ? LevelFormat.DECIMAL : LevelFormat.BULLET,
          text: ordered ? `%${level + 1}.` : '●○■'[level % 3],
          alignment: AlignmentType.START,
          style: {
            paragraph: { indent: { left: 720 * (level + 1), hanging: 360 } }
          }
        }
      ]
    });
    return reference;
  }

  private _table(source: TableNode | IEvidenceTable): Table {
    const { header, rows } = printedTable(source);
    const all = [...header, ...rows];
    const isSmall = all.length <= SMALL_TABLE;
    const size = 'children' in source ? {} : { size: 18 };
    const textOf = ({ content }: IPrintedCell): string =>
      content.map(nodeText).join('');
    return new Table({
      width: { size: 100, type: WidthType.PERCENTAGE },
      borders: LINES,
      visuallyRightToLeft: isRightToLeft(all.flat().map(textOf).join(' ')),
      rows: all.map((cells, at) => {
        const isHeader = at < header.length;
        return new TableRow({
          ...(isHeader && { tableHeader: true }),
          cantSplit: true,
          children: cells.map(
            cell =>
              new TableCell({
                ...(isHeader && {
                  shading: { type: ShadingType.CLEAR, fill: 'F2F2F2' }
                }),
                children: [
                  new Paragraph({
                    spacing: { after: 0 },
                    keepNext: isHeader || (isSmall && at < all.length - 1),
                    ...(cell.isRight && { alignment: AlignmentType.END }),
                    ...directionOf(textOf(cell)),
                    children: this.runs(cell.content, {
                      ...runsOf(textOf(cell)),
                      ...size,
                      ...(cell.isBold && { bold: true })
                    })
                  })
                ]
              })
          )
        });
      })
    });
  }

  private _figure(node: IFigureNode): FileChild[] {
    const evidence = this._evidence.get(node.id);
    if (!evidence) {
      return [new Paragraph({ children: textRuns(node.alt) })];
    }
    const { trans } = this._parts;
    const cut = cutSentence(evidence, trans);
    // The number is a field, so that Word can make a list of figures.
    const [before, after] = captionLabel({ ...node, number: '#' }, trans).split(
      '#'
    );
    const caption = new Paragraph({
      style: CAPTION,
      keepNext: evidence.content.kind === 'table',
      ...directionOf(nodeText(node)),
      children: [
        new TextRun({ text: before, bold: true }),
        ...field(`SEQ ${before.trim()} \\* ARABIC`, {
          text: String(node.number),
          bold: true
        }),
        new TextRun({ text: `${after}. `, bold: true }),
        ...this.runs(
          [...node.children, { type: 'evidenceReference', id: node.id }],
          runsOf(nodeText(node))
        ),
        ...(cut === '' ? [] : textRuns(` ${cut}`))
      ]
    });
    // The caption of a table is above it, that of a figure below.
    return evidence.content.kind === 'table'
      ? [caption, this._table(evidence.content.table), new Paragraph({})]
      : [...this._content(evidence.content, node), caption];
  }

  private _content(
    content: Exclude<EvidenceContent, { kind: 'table' }>,
    node: IFigureNode
  ): FileChild[] {
    return content.kind === 'plot'
      ? [new Paragraph({ keepNext: true, children: this._plot(node) })]
      : codeLines(content.text);
  }

  private _plot({ id, alt }: IFigureNode): ParagraphChild[] {
    const plot = this._parts.plots.get(id);
    if (!plot) {
      return textRuns(
        this._parts.trans.__('[The plot cannot be shown here: %1]', alt)
      );
    }
    const { extension, bytes, width, height } = plot;
    const scale = Math.min(1, WIDEST / width, TALLEST / height);
    return [
      new ImageRun({
        type: extension,
        data: bytes,
        transformation: {
          width: Math.max(1, Math.round(width * scale)),
          height: Math.max(1, Math.round(height * scale))
        },
        altText: { name: id, description: alt, title: '' }
      })
    ];
  }

  runs(nodes: readonly PhrasingContent[], style: Style = {}): ParagraphChild[] {
    return printedLine(nodes, this._parts.notes).flatMap(node =>
      this._run(node, style)
    );
  }

  /** The footnote at its first reference, and its number at later ones. */
  private _note({ key, text }: INoteNode): ParagraphChild[] {
    const note = new FootnoteReferenceRun({
      children: [
        new Paragraph({
          style: 'FootnoteText',
          children: [new TextRun(' '), ...textRuns(text)]
        })
      ]
    });
    const number = this._notes.get(key);
    if (number !== undefined) {
      // Pandoc would lose the lists after a field of several runs.
      return [
        new FieldPart('w:fldSimple', [
          { _attr: { 'w:instr': ` NOTEREF _RefNote${number} \\f \\h ` } },
          new TextRun({ text: String(number), superScript: true })
        ]) as unknown as ParagraphChild
      ];
    }
    this._notes.set(key, this._notes.size + 1);
    return [
      new Bookmark({ id: `_RefNote${this._notes.size}`, children: [note] })
    ];
  }

  private _run(node: PhrasingContent, style: Style): ParagraphChild[] {
    switch (node.type) {
      case 'text':
        return textRuns(node.value, style);
      case 'strong':
        return this.runs(node.children, { ...style, bold: true });
      case 'emphasis':
        return this.runs(node.children, { ...style, italics: true });
      case 'inlineCode':
        return textRuns(node.value, { ...style, font: 'Courier New' });
      case 'break':
        return [new TextRun({ break: 1 })];
      case 'link':
        return [
          new ExternalHyperlink({
            link: node.url,
            children: this.runs(node.children, { ...style, style: 'Hyperlink' })
          })
        ];
      case 'note':
        return this._note(node);
      case 'untracedNumber':
        return textRuns(node.text, { ...style, color: 'B3261E', bold: true });
      default:
        return [];
    }
  }
}

const LINE = { style: BorderStyle.SINGLE, size: 4, color: 'BFBFBF' };
const LINES = {
  top: LINE,
  bottom: LINE,
  left: LINE,
  right: LINE,
  insideHorizontal: LINE,
  insideVertical: LINE
};

/** The most rows of a table that stays on one page. */
const SMALL_TABLE = 20;

function codeLines(text: string): Paragraph[] {
  return text.split('\n').map(
    line =>
      new Paragraph({
        style: CODE,
        shading: { type: ShadingType.CLEAR, fill: 'F5F5F5' },
        children: [new TextRun({ text: line })]
      })
  );
}

function runsOf(text: string): { rightToLeft?: true } {
  return isRightToLeft(text) ? { rightToLeft: true } : {};
}

function directionOf(text: string): { bidirectional?: true } {
  return isRightToLeft(text) ? { bidirectional: true } : {};
}

/** A text with its line breaks kept. */
export function textRuns(text: string, style: Style = {}): TextRun[] {
  // Symbols and numbers take the direction of the paragraph, words that of
  // their letters.
  const { rightToLeft, ...look } = style;
  const direction =
    isRightToLeft(text) || (rightToLeft && !/\p{L}/u.test(text))
      ? { rightToLeft: true }
      : {};
  return text.split('\n').map(
    (line, at) =>
      new TextRun({
        ...look,
        ...direction,
        text: line,
        ...(at > 0 && { break: 1 })
      })
  );
}

/**
 * A field that Word can update, with the text that it shows until then, in runs
 * that other readers show too.
 */
function field(
  instruction: string,
  shown: Style & { text: string }
): ParagraphChild[] {
  const part = (name: string, ...inner: (object | string)[]): TextRun =>
    new TextRun({ children: [new FieldPart(name, inner)] });
  const end = (type: string): TextRun =>
    part('w:fldChar', { _attr: { 'w:fldCharType': type } });
  return [
    end('begin'),
    part(
      'w:instrText',
      { _attr: { 'xml:space': 'preserve' } },
      ` ${instruction} `
    ),
    end('separate'),
    new TextRun(shown),
    end('end')
  ];
}

/**
 * The body of a document in which later references to a note name its number,
 * whichever notes of somebody else's come before it.
 */
export function withNoteNumbers(body: string): string {
  const numbers = new Map<string, number>();
  let count = 0;
  let own = '';
  for (const [, name] of body.matchAll(
    /w:name="(_RefNote\d+)"|<w:footnoteReference\b/g
  )) {
    if (name === undefined) {
      numbers.set(own, ++count);
    }
    own = name ?? '';
  }
  return body.replace(
    /(NOTEREF (_RefNote\d+) [^]{0,300}?<w:t\b[^>]*>)\d+/g,
    (_, before: string, name: string) => before + (numbers.get(name) ?? '')
  );
}

class FieldPart extends XmlComponent {
  constructor(name: string, inner: readonly (object | string)[]) {
    super(name);
    this.root.push(...inner);
  }
}
