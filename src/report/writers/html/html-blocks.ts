import type {
  FootnoteDefinition,
  List,
  Nodes,
  PhrasingContent,
  Table
} from 'mdast';

import type {
  EvidenceContent,
  IEvidence,
  IEvidenceTable,
  ITranslator
} from '../../../contract';
import type { IFigureNode } from '../../model/report-nodes';
import { unicodeMath } from '../../math/unicode-math';
import { escapeMarkup } from '../../text/escape-markup';
import { safeAddress } from '../../text/safe-address';
import { textToBase64 } from '../../text/base64-bytes';
import { captionLabel } from '../caption-label';
import { cutSentence } from '../cut-sentence';

export interface IHtmlParts {
  evidence: ReadonlyMap<string, IEvidence>;
  /** Number of each piece of evidence that is referred to, from 1. */
  numbers: ReadonlyMap<string, number>;
  /** Formulas as MathML, by their TeX source. */
  formulas: ReadonlyMap<string, string>;
  trans: ITranslator;
}

/** Converts nodes of a report to HTML in which all text is escaped. */
export class HtmlBlocks {
  constructor(private readonly _parts: IHtmlParts) {}

  blocks(nodes: readonly Nodes[]): string {
    return nodes.map(node => this.block(node)).join('\n');
  }

  block(node: Nodes): string {
    switch (node.type) {
      case 'paragraph':
        return `<p dir="auto">${this.inline(node.children)}</p>`;
      case 'heading': {
        const depth = Math.min(6, Math.max(2, node.depth));
        return `<h${depth} dir="auto">${this.inline(node.children)}</h${depth}>`;
      }
      case 'blockquote':
        return `<blockquote>${this.blocks(node.children)}</blockquote>`;
      case 'code':
        return `<pre dir="ltr" tabindex="0"><code>${escapeMarkup(node.value)}</code></pre>`;
      case 'list':
        return this._list(node);
      case 'table':
        return this._table(node);
      case 'thematicBreak':
        return '<hr>';
      case 'math':
        return `<p>${this._formula(node.value, true)}</p>`;
      case 'figure':
        return this._figure(node);
      case 'footnoteDefinition':
        return this._note(node);
      case 'definition':
      case 'yaml':
        return '';
      default:
        return this.inline([node as PhrasingContent]);
    }
  }

  inline(nodes: readonly PhrasingContent[]): string {
    return nodes.map(node => this._inline(node)).join('');
  }

  /** A table of evidence with proper header cells. */
  evidenceTable({ header, rows, labels }: IEvidenceTable): string {
    const head = header
      .map(
        row =>
          `<tr>${row.map(cell => `<th scope="col">${escapeMarkup(cell)}</th>`).join('')}</tr>`
      )
      .join('');
    const body = rows
      .map(
        row =>
          `<tr>${row
            .map((cell, at) =>
              at < labels
                ? `<th scope="row">${escapeMarkup(cell)}</th>`
                : `<td${/^[-+\u2212\d.]/.test(cell) ? ' class="number"' : ''}>${escapeMarkup(cell)}</td>`
            )
            .join('')}</tr>`
      )
      .join('\n');
    return `<thead>${head}</thead><tbody>${body}</tbody>`;
  }

  /** The content of a piece of evidence, without its caption. */
  content(content: EvidenceContent, alt: string): string {
    switch (content.kind) {
      case 'plot': {
        const data =
          content.mimeType === 'image/svg+xml'
            ? textToBase64(content.data)
            : content.data;
        // In an image element, nothing in a drawing is run or fetched.
        return `<img src="data:${content.mimeType};base64,${escapeMarkup(data)}" width="${content.width}" height="${content.height}" alt="${escapeMarkup(alt)}">`;
      }
      case 'table':
        return `<div class="scroll" tabindex="0"><table>${this.evidenceTable(content.table)}</table></div>`;
      case 'markdown':
      case 'text':
      case 'error':
        return `<pre dir="auto" tabindex="0"><code>${escapeMarkup(content.text)}</code></pre>`;
    }
  }

  private _inline(node: PhrasingContent): string {
    switch (node.type) {
      case 'text':
      case 'html':
        return escapeMarkup(node.value);
      case 'strong':
        return `<strong>${this.inline(node.children)}</strong>`;
      case 'emphasis':
        return `<em>${this.inline(node.children)}</em>`;
      case 'inlineCode':
        return `<code>${escapeMarkup(node.value)}</code>`;
      case 'break':
        return '<br>';
      case 'inlineMath':
        return this._formula(node.value, false);
      case 'link': {
        const address = safeAddress(node.url);
        const text = this.inline(node.children);
        return address === null
          ? text
          : `<a href="${escapeMarkup(address)}" rel="noopener noreferrer">${text}</a>`;
      }
      case 'evidenceReference':
        return this._reference(node.id);
      case 'evidenceValue':
      case 'roundedNumber': {
        const from =
          node.from === null
            ? ''
            : ` title="${escapeMarkup(this._parts.trans.__('%1 in the notebook', node.from))}"`;
        return `<span${from}>${escapeMarkup(node.text)}</span>`;
      }
      case 'untracedNumber':
        return `<mark class="untraced" title="${escapeMarkup(this._parts.trans.__('This number is not in the evidence.'))}">${escapeMarkup(node.text)}</mark>`;
      case 'footnoteReference': {
        const id = noteId(node.identifier);
        return `<sup><a href="#${id}">${escapeMarkup(node.label ?? node.identifier)}</a></sup>`;
      }
      case 'image':
      case 'imageReference':
        return escapeMarkup(node.alt ?? '');
      default:
        return 'children' in node
          ? this.inline(node.children as PhrasingContent[])
          : '';
    }
  }

  private _reference(id: string): string {
    const number = this._parts.numbers.get(id);
    const title = this._parts.evidence.get(id)?.title ?? '';
    return number === undefined
      ? ''
      : `<sup><a href="#${id}" title="${escapeMarkup(title)}">[${number}]</a></sup>`;
  }

  private _formula(tex: string, display: boolean): string {
    const mathML = this._parts.formulas.get(`${display} ${tex}`);
    return (
      mathML ??
      `<span class="formula" title="${escapeMarkup(tex)}">${escapeMarkup(unicodeMath(tex))}</span>`
    );
  }

  private _list({ ordered, start, children }: List): string {
    const name = ordered ? 'ol' : 'ul';
    const from =
      ordered && start !== null && start !== undefined && start !== 1
        ? ` start="${start}"`
        : '';
    const items = children
      .map(({ children: inner }) => {
        const [first] = inner;
        const content =
          inner.length === 1 && first.type === 'paragraph'
            ? this.inline(first.children)
            : this.blocks(inner);
        return `<li dir="auto">${content}</li>`;
      })
      .join('\n');
    return `<${name}${from}>${items}</${name}>`;
  }

  private _table({ align, children }: Table): string {
    const rows = children.map((row, at) => {
      const cells = row.children.map((cell, column) => {
        const side = align?.[column] === 'right' ? ' class="number"' : '';
        const text = this.inline(cell.children);
        return at === 0
          ? `<th scope="col"${side}>${text}</th>`
          : `<td${side} dir="auto">${text}</td>`;
      });
      return `<tr>${cells.join('')}</tr>`;
    });
    const [head, ...body] = rows;
    return `<div class="scroll" tabindex="0"><table><thead>${head}</thead><tbody>${body.join('\n')}</tbody></table></div>`;
  }

  private _figure(node: IFigureNode): string {
    const evidence = this._parts.evidence.get(node.id);
    if (evidence === undefined) {
      return `<p>${escapeMarkup(node.alt)}</p>`;
    }
    const { trans } = this._parts;
    const cut = cutSentence(evidence, trans);
    const caption =
      `<strong>${escapeMarkup(captionLabel(node, trans))}.</strong> ` +
      this.inline(node.caption) +
      this._reference(node.id) +
      (cut === '' ? '' : ` ${escapeMarkup(cut)}`);
    return evidence.content.kind === 'table'
      ? `<div class="scroll" tabindex="0"><table><caption dir="auto">${caption}</caption>${this.evidenceTable(evidence.content.table)}</table></div>`
      : `<figure>${this.content(evidence.content, node.alt)}<figcaption dir="auto">${caption}</figcaption></figure>`;
  }

  private _note({ identifier, label, children }: FootnoteDefinition): string {
    return `<div class="soft" id="${noteId(identifier)}"><strong>${escapeMarkup(label ?? identifier)}</strong> ${this.blocks(children)}</div>`;
  }
}

/** An id that cannot be that of a piece of evidence. */
function noteId(identifier: string): string {
  return `note-${encodeURIComponent(identifier).replace(/[^\w-]/g, '_')}`;
}
