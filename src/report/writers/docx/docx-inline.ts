import {
  ExternalHyperlink,
  FootnoteReferenceRun,
  type IRunOptions,
  Paragraph,
  type ParagraphChild,
  TextRun
} from 'docx';
import type { Nodes, PhrasingContent } from 'mdast';

import type { IEvidence, ITranslator } from '../../../contract';
import { unicodeMath } from '../../math/unicode-math';
import { evidenceTrace } from '../../model/evidence-trace';
import { nodeText } from '../../model/node-text';
import { isNeutral, isRightToLeft } from '../../text/is-right-to-left';
import { safeAddress } from '../../text/safe-address';

type Style = Omit<IRunOptions, 'children' | 'text'>;

export interface IInlineParts {
  evidence: ReadonlyMap<string, IEvidence>;
  /** The person's own notes, by their identifier. */
  notes: ReadonlyMap<string, Nodes>;
  trans: ITranslator;
}

/** Converts text of a report to runs of a Word document. */
export class DocxInline {
  constructor(private readonly _parts: IInlineParts) {}

  runs(nodes: readonly PhrasingContent[], style: Style = {}): ParagraphChild[] {
    return nodes.flatMap(node => this._run(node, style));
  }

  /** A reference to evidence, as a footnote. */
  reference(id: string): ParagraphChild[] {
    const evidence = this._parts.evidence.get(id);
    return evidence
      ? [footnote(evidenceTrace(evidence, this._parts.trans))]
      : [];
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
      case 'footnoteReference': {
        const note = this._parts.notes.get(node.identifier);
        return note ? [footnote(nodeText(note))] : [];
      }
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

function footnote(text: string): FootnoteReferenceRun {
  return new FootnoteReferenceRun({
    children: [new Paragraph({ children: textRuns(text) })]
  });
}
