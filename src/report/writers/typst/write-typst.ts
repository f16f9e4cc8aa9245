import type { List, Nodes, PhrasingContent, Table } from 'mdast';

import type {
  ITypesetSource,
  IEvidence,
  IEvidenceTable,
  ITranslator
} from '../../../contract';
import { unicodeMath } from '../../math/unicode-math';
import {
  bodyOf,
  headingRaise,
  aboutReport,
  type IReportDocument
} from '../../model/report-document';
import type { IFigureNode, INoteNode } from '../../model/report-nodes';
import { nodeText } from '../../model/tree';
import {
  isRightToLeftLanguage,
  isRightToLeft
} from '../../text/is-right-to-left';
import {
  captionLabel,
  cutSentence,
  citedEvidence,
  notesOf,
  printedLine,
  printedTable,
  type INotes,
  type IPrintedCell
} from '../notes';
import { rasters, type IWriteOptions } from '../rasters';

/** The report as Typst source, from which a PDF is made. */
export async function writeTypst(
  document: IReportDocument,
  { page, trans, signal }: IWriteOptions
): Promise<ITypesetSource> {
  const { details, evidence, tree } = document;
  const files = new Map<string, Uint8Array>();
  const images = new Map<string, string>();
  const plots = await rasters(citedEvidence(document), page, signal);
  for (const [id, { extension, bytes }] of plots) {
    const name = `${id}.${extension}`;
    files.set(name, bytes);
    images.set(id, name);
  }
  const blocks = new TypstBlocks({
    evidence: new Map(evidence.map(each => [each.id, each])),
    images,
    notes: notesOf(document, trans),
    trans,
    raise: headingRaise(document)
  });
  const about = aboutReport(details, trans).flatMap(([name, value]) => [
    typstCall('strong', typstText(name)),
    typstText(value)
  ]);
  const title = typstText(details.title);
  const [language] = details.language.toLowerCase().split('-');
  const direction = isRightToLeftLanguage(details.language) ? 'rtl' : 'ltr';
  return {
    // The date is set, so that the same report always gives the same file.
    main: `#set document(title: ${title}, date: ${dateOf(details.time)})
#set page(paper: "a4", margin: 20mm, numbering: "1 / 1")
#set text(lang: ${typstText(/^[a-z]{2,3}$/.test(language) ? language : 'en')}, dir: ${direction}, size: 10.5pt)
#set table(inset: 4pt)
#set par(justify: false)
#show link: underline
#show raw: set text(size: 8.5pt)
#${typstCall('align', 'start', typstCall('text', 'size: 20pt', 'weight: "bold"', title))}
#${blocks.blocks(bodyOf(tree))}
#${typstJoined([
      typstCall(
        'heading',
        'level: 1',
        typstText(trans.__('About this report'))
      ),
      typstCall('grid', 'columns: (auto, 1fr)', 'gutter: 6pt', ...about)
    ])}
`,
    files
  };
}

/** When the report was made, which an archivable PDF has to state. */
function dateOf(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime())
    ? 'none'
    : typstCall(
        'datetime',
        `year: ${date.getUTCFullYear()}`,
        `month: ${date.getUTCMonth() + 1}`,
        `day: ${date.getUTCDate()}`
      );
}

interface ITypstParts {
  evidence: ReadonlyMap<string, IEvidence>;
  /** Name of each plot's file, by the id of its evidence. */
  images: ReadonlyMap<string, string>;
  notes: INotes;
  trans: ITranslator;
  /** How many levels each heading is raised. */
  raise: number;
}

/** The width between the margins of a page of A4, in points. */
const WIDEST = 480;
const TALLEST = 620;
/** Points in a pixel at 96 to the inch. */
const POINTS = 0.75;
/** The most rows of a table that stays on one page. */
const SMALL_TABLE = 20;
/** The most columns that are readable at the usual size. */
const FEW_COLUMNS = 6;

/**
 * Converts nodes of a report to Typst expressions. All text is a string
 * literal, so that nothing in it is read as code or markup.
 */
class TypstBlocks {
  /** Keys of the notes that are written. */
  private readonly _written: string[] = [];

  constructor(private readonly _parts: ITypstParts) {}

  blocks(nodes: readonly Nodes[]): string {
    return typstJoined(nodes.map(node => this.block(node)));
  }

  block(node: Nodes): string {
    switch (node.type) {
      case 'paragraph':
        return directed(
          nodeText(node),
          typstCall('par', this.inline(node.children))
        );
      case 'heading':
        return typstCall(
          'heading',
          `level: ${Math.max(1, node.depth - this._parts.raise)}`,
          this.inline(node.children)
        );
      case 'blockquote':
        return typstCall('quote', 'block: true', this.blocks(node.children));
      case 'code':
        return codeBlock(node.value);
      case 'list':
        return this._list(node);
      case 'table': {
        const table = this._table(node);
        return node.children.length <= SMALL_TABLE
          ? typstCall('block', 'breakable: false', table)
          : table;
      }
      case 'thematicBreak':
        return typstCall('line', 'length: 100%');
      case 'math':
        return typstCall('align', 'center', typstText(unicodeMath(node.value)));
      case 'figure':
        return this._figure(node);
      default:
        return typstText('');
    }
  }

  inline(nodes: readonly PhrasingContent[]): string {
    return typstJoined(
      printedLine(nodes, this._parts.notes).map(node => this._inline(node))
    );
  }

  private _inline(node: PhrasingContent): string {
    switch (node.type) {
      case 'text':
        return typstText(node.value);
      case 'strong':
        return typstCall('strong', this.inline(node.children));
      case 'emphasis':
        return typstCall('emph', this.inline(node.children));
      case 'inlineCode':
        return typstCall('raw', typstText(node.value));
      case 'break':
        return typstCall('linebreak');
      case 'link':
        return typstCall(
          'link',
          typstText(node.url),
          this.inline(node.children)
        );
      case 'note':
        return this._note(node);
      case 'untracedNumber':
        return typstCall(
          'text',
          'fill: rgb("#b3261e")',
          'weight: "bold"',
          typstText(node.text)
        );
      default:
        return typstText('');
    }
  }

  /** The footnote at its first reference, and its number at later ones. */
  private _note({ key, text }: INoteNode): string {
    const at = this._written.indexOf(key);
    return at >= 0
      ? typstCall('footnote', `<note-${at + 1}>`)
      : `[#footnote(${typstText(text)})<note-${this._written.push(key)}>]`;
  }

  private _list({ ordered, start, children }: List): string {
    const items = children.map(item => this.blocks(item.children));
    return ordered
      ? typstCall('enum', `start: ${Math.max(0, start ?? 1)}`, ...items)
      : typstCall('list', ...items);
  }

  /** A table whose header is repeated on each page. */
  private _table(source: Table | IEvidenceTable): string {
    const { header, rows } = printedTable(source);
    const [first = []] = [...header, ...rows];
    const cells = (of: readonly IPrintedCell[][]): string[] =>
      of.flat().map(({ content, isBold }) => {
        const text = this.inline(content);
        return isBold ? typstCall('strong', text) : text;
      });
    const table = typstCall(
      'table',
      `columns: ${first.length}`,
      `align: (${first.map(({ isRight }) => (isRight ? 'right' : 'left')).join(', ')},)`,
      'stroke: 0.5pt + rgb("#bbbbbb")',
      ...(header.length > 0
        ? [typstCall('table.header', ...cells(header))]
        : []),
      ...cells(rows)
    );
    return first.length > FEW_COLUMNS
      ? typstCall(
          'text',
          `size: ${first.length > FEW_COLUMNS * 2 ? 5 : 8}pt`,
          table
        )
      : table;
  }

  private _figure(node: IFigureNode): string {
    const evidence = this._parts.evidence.get(node.id);
    if (!evidence) {
      return typstCall('par', typstText(node.alt));
    }
    const { trans } = this._parts;
    const { content } = evidence;
    const cut = cutSentence(evidence, trans);
    const isTable = content.kind === 'table';
    const caption = typstJoined([
      typstCall('strong', typstText(`${captionLabel(node, trans)}. `)),
      this.inline([
        ...node.children,
        { type: 'evidenceReference', id: node.id }
      ]),
      typstText(cut && ` ${cut}`)
    ]);
    const shown = isTable
      ? this._table(content.table)
      : content.kind === 'plot'
        ? this._plot(node, content)
        : typstCall('align', 'left', codeBlock(content.text));
    const isSmall = isTable
      ? content.table.rows.length <= SMALL_TABLE
      : content.kind === 'plot';
    const figure = typstCall(
      'figure',
      'supplement: none',
      'numbering: none',
      `kind: ${isTable ? 'table' : 'image'}`,
      `caption: ${typstCall('figure.caption', `position: ${isTable ? 'top' : 'bottom'}`, caption)}`,
      shown
    );
    return `{ show figure: set block(breakable: ${!isSmall})\n${figure} }`;
  }

  private _plot(
    { id, alt }: IFigureNode,
    { width, height }: { width: number; height: number }
  ): string {
    const file = this._parts.images.get(id);
    if (file === undefined) {
      return typstText(
        this._parts.trans.__('[The plot cannot be shown here: %1]', alt)
      );
    }
    const points = width * POINTS;
    const scale = Math.min(
      1,
      WIDEST / Math.max(1, points),
      TALLEST / Math.max(1, height * POINTS)
    );
    return typstCall(
      'image',
      typstText(file),
      `width: ${Math.max(1, points * scale).toFixed(1)}pt`,
      `alt: ${typstText(alt)}`
    );
  }
}

function codeBlock(text: string): string {
  return typstCall('raw', 'block: true', typstText(text));
}

/** A block with the direction of its text's script. */
function directed(text: string, block: string): string {
  return isRightToLeft(text) ? `{ set text(dir: rtl)\n${block} }` : block;
}

/**
 * A text as a Typst string. Only the backslash and the quote have a meaning
 * there, so everything else is shown unchanged.
 */
function typstText(text: string): string {
  const inside = text
    .replace(/[\\"]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r')
    .replace(/\t/g, '\\t');
  return `"${inside}"`;
}

/** A function call with expressions as arguments, some of them named. */
function typstCall(name: string, ...given: readonly string[]): string {
  return `${name}(${given.join(', ')})`;
}

/** Several expressions in sequence, as one. */
function typstJoined(expressions: readonly string[]): string {
  return `{ []\n${expressions.join('\n')} }`;
}
