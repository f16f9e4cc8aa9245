import { removeMath, replaceMath } from '@jupyterlab/rendermime';

import { isPlainMath, textParts, type ITranslator } from '../../contract';

import { cellLink } from './cell-links';
import { outwardLink, parseAddress, rebuild } from './safe-html';
import { safeImage } from './safe-image';
import { visibleText } from './visible-text';

/** Class of the button that stands in for an image that is not loaded yet. */
export const LOAD_IMAGE_CLASS = 'jp-Cellwright-loadImage';

/**
 * Wraps each formula that may be typeset. A typesetter reads nothing else, since
 * all of it is in an element with `mathjax_ignore`.
 */
export const FORMULA_CLASS = 'jp-Cellwright-formula';

/** Fragment of a link to a cell: `[label](#cell=<id>)`. */
const CELL_LINK = /^#cell=([a-zA-Z0-9_-]{1,64})$/;

/**
 * Runs in which JupyterLab's search for formulas is lost for seconds: its time
 * grows with the cube of their length. Nobody writes them.
 */
const TOO_MANY_MARKS = /`{30}|~{200}/;

const MARK = /@@\d+@@/;

/** Classes that highlight code. */
const CODE_CLASS = /^(ͼ\w{1,4}|language-[\w+#.-]{1,40})$/;

/**
 * A model's Markdown as HTML. What could reach another host, trigger a command,
 * cover the page or pass for a part of JupyterLab is not in it. An image that is
 * not embedded in the text becomes a button: merely showing it would tell its
 * host, and send whatever is in its address. A formula with anything but
 * typesetting macros stays text.
 */
export async function messageHtml(
  markdown: string,
  parse: (source: string) => Promise<string>,
  trans: ITranslator
): Promise<DocumentFragment> {
  if (TOO_MANY_MARKS.test(markdown)) {
    throw new Error('It has too many backticks or tildes in a row.');
  }
  const { text, math } = removeMath(withoutDiagrams(markdown));
  const restore = (part: string) =>
    part.replace(/@@(\d+)@@/g, (mark, at: string) =>
      at in math ? unescape(replaceMath(mark, math)) : mark
    );
  const read = (source: Element, name: string) =>
    restore(source.getAttribute(name) ?? '');
  return rebuild(await parse(text), {
    link: source => {
      const href = read(source, 'href');
      const cellId = CELL_LINK.exec(href)?.[1];
      return cellId
        ? cellLink(cellId, restore(source.textContent ?? ''))
        : outwardLink(href);
    },
    image: source =>
      imageOrButton(read(source, 'src'), read(source, 'alt'), trans),
    text: (data, source) =>
      source.closest('pre, code')
        ? [restore(data)]
        : data
            .split(/(@@\d+@@)/)
            .filter(part => part !== '')
            .flatMap(part => {
              const whole = restore(part);
              return /^@@|⟦/.test(whole) || whole === part
                ? textWithCells(whole, source)
                : [formula(whole)];
            }),
    finish: (created, source) => {
      const { localName } = created;
      if (localName === 'a' && created.hasAttribute('target')) {
        nameHost(created);
      } else if (/^(pre|code|span)$/.test(localName)) {
        created.classList.add(
          ...[...source.classList].filter(name => CODE_CLASS.test(name))
        );
      }
      // Highlighting can divide what stands for a formula.
      if (localName === 'code' && MARK.test(created.textContent ?? '')) {
        created.textContent = restore(created.textContent ?? '');
      }
    }
  });
}

function formula(tex: string): HTMLElement {
  const isPlain = isPlainMath(tex);
  const element = document.createElement(isPlain ? 'span' : 'code');
  element.className = isPlain
    ? `${FORMULA_CLASS} mathjax_process`
    : 'jp-Cellwright-refusedFormula';
  if (isPlain) {
    // The typesetter takes the text away.
    element.dataset.cellwrightFormula = tex;
  }
  element.textContent = tex;
  return element;
}

function textWithCells(text: string, source: Element): (Node | string)[] {
  return text.includes('⟦') && !source.closest('a')
    ? textParts(text).map(part =>
        'text' in part ? part.text : cellLink(part.cellId, null)
      )
    : [text];
}

function imageOrButton(
  source: string,
  alt: string,
  trans: ITranslator
): HTMLElement {
  const embedded = safeImage(source);
  if (embedded !== null) {
    return imageOf(embedded, alt);
  }
  const button = document.createElement('button');
  button.type = 'button';
  button.className = LOAD_IMAGE_CLASS;
  button.dataset.source = source;
  button.dataset.alt = alt;
  button.textContent = trans.__('Load image from %1', hostOf(source));
  if (alt) {
    button.title = alt;
  }
  return button;
}

/** Loads an image that the person asked for. */
export function loadImage(button: HTMLElement): void {
  const { source = '', alt = '' } = button.dataset;
  button.replaceWith(imageOf(source, alt));
}

function imageOf(source: string, alt: string): HTMLImageElement {
  const image = document.createElement('img');
  image.referrerPolicy = 'no-referrer';
  image.alt = alt;
  image.src = source;
  return image;
}

/**
 * Names in view where a link leads: its host or, if a query or a fragment could
 * carry data, the whole address; with the host as the browser calls it, in
 * letters that cannot pass as others.
 */
function nameHost(link: Element): void {
  const href = link.getAttribute('href') ?? '';
  const carries = /[?#]/.test(href);
  // An address can look like one host and lead to another: `a.org@b.org`, or one
  // with a letter of another alphabet.
  const isPlain =
    link.textContent?.trim() === href &&
    !href.includes('@') &&
    href.includes(parseAddress(href)?.host ?? '');
  if (!isPlain && (carries || /^https?:/i.test(href))) {
    const named = document.createElement('span');
    named.className = 'jp-Cellwright-linkHost';
    named.textContent = ` (${carries ? visibleText(parseAddress(href)?.href ?? href) : hostOf(href)})`;
    link.append(named);
  }
}

function hostOf(source: string): string {
  // An image that is in its own address has no host.
  return parseAddress(source)?.host || visibleText(source.slice(0, 40));
}

/** `removeMath` writes formulas for HTML. */
function unescape(tex: string): string {
  return tex.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
}

/**
 * Shows diagrams as their source: Mermaid draws in the page before anything is
 * rebuilt, and fetches the images that a diagram refers to.
 */
function withoutDiagrams(source: string): string {
  return source.replace(
    /((?<!`)`{3,}|(?<!~)~{3,})[^\S\r\n]*mermaid[^\S\r\n]*$/gm,
    '$1'
  );
}
