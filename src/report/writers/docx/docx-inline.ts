import {
  Bookmark,
  ExternalHyperlink,
  FootnoteReferenceRun,
  type IRunOptions,
  Paragraph,
  type ParagraphChild,
  TextRun,
  XmlComponent
} from 'docx';
import type { PhrasingContent } from 'mdast';

import { unicodeMath } from '../../math/unicode-math';
import { isNeutral, isRightToLeft } from '../../text/is-right-to-left';
import { safeAddress } from '../../text/safe-address';
import type { INotes } from '../notes';

type Style = Omit<IRunOptions, 'children' | 'text'>;

/** Converts text of a report to runs of a Word document. */
export class DocxInline {
  /** Numbers of the notes that are written, by their keys. */
  private readonly _written = new Map<string, number>();

  constructor(private readonly _notes: INotes) {}

  runs(nodes: readonly PhrasingContent[], style: Style = {}): ParagraphChild[] {
    return nodes.flatMap(node => this._run(node, style));
  }

  /** A reference to evidence, as a footnote. */
  reference(id: string): ParagraphChild[] {
    return this._note(this._notes.keyOf(id));
  }

  /** The footnote at its first reference, and its number at later ones. */
  private _note(key: string | undefined): ParagraphChild[] {
    const text = this._notes.texts.get(key ?? '');
    if (key === undefined || text === undefined) {
      return [];
    }
    const note = new FootnoteReferenceRun({
      children: [
        new Paragraph({
          style: 'FootnoteText',
          children: [new TextRun(' '), ...textRuns(text)]
        })
      ]
    });
    const number = this._written.get(key);
    if (number !== undefined) {
      // Pandoc would lose the lists after a field of several runs.
      return [
        new FieldPart('w:fldSimple', [
          { _attr: { 'w:instr': ` NOTEREF _RefNote${number} \\f \\h ` } },
          new TextRun({ text: String(number), superScript: true })
        ]) as unknown as ParagraphChild
      ];
    }
    this._written.set(key, this._written.size + 1);
    return [
      new Bookmark({ id: `_RefNote${this._written.size}`, children: [note] })
    ];
  }

  private _run(node: PhrasingContent, style: Style): ParagraphChild[] {
    switch (node.type) {
      case 'text':
      case 'html':
        return textRuns(node.value, style);
      case 'strong':
        return this.runs(node.children, { ...style, bold: true });
      case 'emphasis':
        return this.runs(node.children, { ...style, italics: true });
      case 'inlineCode':
        return textRuns(node.value, { ...style, font: 'Courier New' });
      case 'inlineMath':
        return textRuns(unicodeMath(node.value), style);
      case 'break':
        return [new TextRun({ break: 1 })];
      case 'link': {
        const link = safeAddress(node.url);
        return link === null
          ? this.runs(node.children, style)
          : [
              new ExternalHyperlink({
                link,
                children: this.runs(node.children, {
                  ...style,
                  style: 'Hyperlink'
                })
              })
            ];
      }
      case 'evidenceReference':
        return this.reference(node.id);
      case 'evidenceValue':
      case 'roundedNumber':
        return textRuns(node.text, style);
      case 'untracedNumber':
        return textRuns(node.text, { ...style, color: 'B3261E', bold: true });
      case 'footnoteReference':
        return this._note(this._notes.ownKeyOf(node.identifier));
      case 'image':
      case 'imageReference':
        return textRuns(node.alt ?? '', style);
      default:
        return 'children' in node
          ? this.runs(node.children as PhrasingContent[], style)
          : [];
    }
  }
}

/** A text with its line breaks kept. */
export function textRuns(text: string, style: Style = {}): TextRun[] {
  // Symbols and numbers take the direction of the paragraph, words that of
  // their letters.
  const { rightToLeft, ...look } = style;
  const direction =
    isRightToLeft(text) || (rightToLeft && isNeutral(text))
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
export function field(
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
