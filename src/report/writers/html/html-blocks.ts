import type { Element, ElementContent, Properties, Text } from 'hast';
import { toHtml } from 'hast-util-to-html';
import type { Nodes } from 'mdast';
import {
  defaultHandlers,
  toHast,
  type Handlers,
  type State
} from 'mdast-util-to-hast';

import type {
  EvidenceContent,
  IEvidence,
  IEvidenceTable,
  ITranslator
} from '../../../contract';
import { unicodeMath } from '../../math/unicode-math';
import { textToBase64 } from '../../text/base64-bytes';
import { captionLabel, cutSentence, isSetRight } from '../notes';

export interface IHtmlParts {
  evidence: ReadonlyMap<string, IEvidence>;
  /** Number of each piece of evidence that is referred to, from 1. */
  numbers: ReadonlyMap<string, number>;
  /** Formulas as safe MathML, by their TeX source. */
  formulas: ReadonlyMap<string, string>;
  trans: ITranslator;
}

/** Nodes of a report as HTML in which all text is escaped. */
export function blocksHtml(
  children: readonly Nodes[],
  parts: IHtmlParts
): string {
  return toHtml(
    toHast(
      { type: 'root', children: children as never },
      { handlers: handlersOf(parts) }
    ),
    // Only the MathML that was made safe.
    { allowDangerousHtml: true }
  );
}

/** The content of a piece of evidence, without its caption. */
export function contentHtml(content: EvidenceContent, alt: string): string {
  return toHtml(contentOf(content, alt));
}

const NUMBER: Properties = { className: ['number'] };

function handlersOf(parts: IHtmlParts): Handlers {
  const { evidence, formulas, numbers, trans } = parts;
  const withDirection = (element: Element): Element => {
    element.properties.dir = 'auto';
    return element;
  };
  const reference = (id: string): ElementContent[] => {
    const number = numbers.get(id);
    const title = evidence.get(id)?.title ?? '';
    return number === undefined
      ? []
      : [h('sup', {}, h('a', { href: `#${id}`, title }, `[${number}]`))];
  };
  const formula = (tex: string, display: boolean): ElementContent => {
    const mathML = formulas.get(`${display} ${tex}`);
    return mathML === undefined
      ? h('span', { className: ['formula'], title: tex }, unicodeMath(tex))
      : ({ type: 'raw', value: mathML } as ElementContent);
  };
  const number = (_: State, node: { text: string; from: string | null }) =>
    h(
      'span',
      node.from === null
        ? {}
        : { title: trans.__('%1 in the notebook', node.from) },
      node.text
    );
  return {
    paragraph: (state, node) =>
      withDirection(defaultHandlers.paragraph(state, node)),
    listItem: (state, node, parent) =>
      withDirection(defaultHandlers.listItem(state, node, parent)),
    heading: (state, node) => {
      const depth = Math.min(6, Math.max(2, node.depth)) as 2;
      return withDirection(defaultHandlers.heading(state, { ...node, depth }));
    },
    code: (_, { value }) => preformatted(value, 'ltr'),
    image: (_, { alt }) => text(alt ?? ''),
    link: (state, node) =>
      h(
        'a',
        { href: node.url, rel: ['noopener', 'noreferrer'] },
        ...state.all(node)
      ),
    footnoteReference: (_, { identifier, label }) =>
      h(
        'sup',
        {},
        h('a', { href: `#${noteId(identifier)}` }, label ?? identifier)
      ),
    footnoteDefinition: (state, node) =>
      h(
        'div',
        { className: ['soft'], id: noteId(node.identifier) },
        h('strong', {}, node.label ?? node.identifier),
        ' ',
        ...state.all(node)
      ),
    table: (state, node) => scrolled(defaultHandlers.table(state, node)),
    tableRow: (state, node, parent) => {
      const row = defaultHandlers.tableRow(state, node, parent);
      for (const cell of row.children) {
        if (cell.type === 'element') {
          cell.properties = {
            ...(cell.tagName === 'th' ? { scope: 'col' } : { dir: 'auto' }),
            ...(cell.properties.align === 'right' && NUMBER)
          };
        }
      }
      return row;
    },
    math: (_, { value }) => h('p', {}, formula(value, true)),
    inlineMath: (_, { value }) => formula(value, false),
    evidenceReference: (_, { id }) => reference(id),
    evidenceValue: number,
    roundedNumber: number,
    untracedNumber: (_, node) =>
      h(
        'mark',
        {
          className: ['untraced'],
          title: trans.__('This number is not in the evidence.')
        },
        node.text
      ),
    figure: (state, node) => {
      const piece = evidence.get(node.id);
      if (piece === undefined) {
        return h('p', {}, node.alt);
      }
      const { content } = piece;
      const cut = cutSentence(piece, trans);
      const caption = h(
        content.kind === 'table' ? 'caption' : 'figcaption',
        { dir: 'auto' },
        h('strong', {}, `${captionLabel(node, trans)}.`),
        ' ',
        ...state.all(node),
        ...reference(node.id),
        cut === '' ? '' : ` ${cut}`
      );
      return content.kind === 'table'
        ? tableOf(content.table, caption)
        : h('figure', {}, contentOf(content, node.alt), caption);
    }
  };
}

function contentOf(content: EvidenceContent, alt: string): Element {
  switch (content.kind) {
    case 'plot': {
      const { data, height, mimeType, width } = content;
      const base64 = mimeType === 'image/svg+xml' ? textToBase64(data) : data;
      // In an image element, nothing in a drawing is run or fetched.
      return h('img', {
        src: `data:${mimeType};base64,${base64}`,
        width,
        height,
        alt
      });
    }
    case 'table':
      return tableOf(content.table);
    case 'markdown':
    case 'text':
    case 'error':
      return preformatted(content.text, 'auto');
  }
}

/** A table of evidence with proper header cells. */
function tableOf(
  { header, rows, labels }: IEvidenceTable,
  ...caption: Element[]
) {
  const head = header.map(row =>
    h('tr', {}, ...row.map(cell => h('th', { scope: 'col' }, cell)))
  );
  const body = rows.map(row => {
    const cells = row.map((cell, at) =>
      at < labels
        ? h('th', { scope: 'row' }, cell)
        : h('td', isSetRight(cell, at, rows) ? NUMBER : {}, cell)
    );
    return h('tr', {}, ...cells);
  });
  return scrolled(
    h('table', {}, ...caption, h('thead', {}, ...head), h('tbody', {}, ...body))
  );
}

function preformatted(text: string, dir: string): Element {
  return h('pre', { dir, tabIndex: 0 }, h('code', {}, text));
}

function scrolled(table: Element): Element {
  return h('div', { className: ['scroll'], tabIndex: 0 }, table);
}

function h(
  tagName: string,
  properties: Properties,
  ...children: (ElementContent | string)[]
): Element {
  return {
    type: 'element',
    tagName,
    properties,
    children: children.map(child =>
      typeof child === 'string' ? text(child) : child
    )
  };
}

function text(value: string): Text {
  return { type: 'text', value };
}

/** An id that cannot be that of a piece of evidence. */
function noteId(identifier: string): string {
  return `note-${encodeURIComponent(identifier).replace(/[^\w-]/g, '_')}`;
}
