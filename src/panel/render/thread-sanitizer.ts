import type { IRenderMime } from '@jupyterlab/rendermime';

import type { ITranslator } from '../../contract';

import { visibleText } from './visible-text';

/** Class of the button that stands in for an image that is not loaded yet. */
export const LOAD_IMAGE_CLASS = 'jp-Cellwright-loadImage';

/** Fragment of a link to a cell: `[label](#cell=<id>)`. */
export const CELL_LINK = /^#cell=([a-zA-Z0-9_-]{1,64})$/;

const REMOVED =
  'script,style,link,meta,base,iframe,frame,object,embed,applet,form,button,' +
  'select,option,optgroup,textarea,datalist,fieldset,output,video,audio,' +
  'source,track,picture,canvas,map,area,dialog,template,noscript,svg,math,' +
  'command,menu,marquee';

const KEPT_ATTRIBUTES = new Set([
  'align',
  'alt',
  'checked',
  'class',
  'colspan',
  'dir',
  'disabled',
  'height',
  'href',
  'lang',
  'open',
  'rel',
  'reversed',
  'rowspan',
  'scope',
  'span',
  'src',
  'start',
  'target',
  'title',
  'type',
  'valign',
  'width'
]);

/**
 * Makes a model's text harmless. After JupyterLab's own sanitizer, it removes
 * what could reach another host, trigger a command, cover the page or pass for
 * a part of JupyterLab, while the document is still inert. An image that is not
 * embedded in the text becomes a button: merely showing it would tell its host,
 * and send whatever is in its address.
 */
export class ThreadSanitizer implements IRenderMime.ISanitizer {
  readonly allowNamedProperties = false;

  readonly allowCommandLinker = false;
  constructor(
    private readonly _base: IRenderMime.ISanitizer,
    private readonly _trans: ITranslator
  ) {}

  sanitize(dirty: string, options?: IRenderMime.ISanitizerOptions): string {
    const clean = this._base.sanitize(dirty, options);
    const { body } = new DOMParser().parseFromString(clean, 'text/html');
    body.querySelectorAll(REMOVED).forEach(element => element.remove());
    for (const element of Array.from(body.querySelectorAll('*'))) {
      this._harmless(element);
    }
    return body.innerHTML;
  }

  private _harmless(element: Element): void {
    for (const { name } of Array.from(element.attributes)) {
      if (!KEPT_ATTRIBUTES.has(name)) {
        element.removeAttribute(name);
      }
    }
    const classes = Array.from(element.classList).filter(
      // Nor may it control what a typesetter processes and what it ignores.
      name => !/^(jp|lm|fa|mathjax|tex2jax|mjx)[-_]/i.test(name)
    );
    if (classes.length > 0) {
      element.setAttribute('class', classes.join(' '));
    } else {
      element.removeAttribute('class');
    }
    switch (element.localName) {
      case 'img':
        this._image(element);
        break;
      case 'a':
        safeLink(element);
        break;
      case 'input':
        // For Marked's task lists; any other field could ask for input.
        if (element.getAttribute('type') !== 'checkbox') {
          element.remove();
        } else {
          element.setAttribute('disabled', '');
        }
        break;
      default:
        element.removeAttribute('src');
        element.removeAttribute('href');
    }
  }

  private _image(image: Element): void {
    const source = image.getAttribute('src') ?? '';
    if (/^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i.test(source)) {
      return;
    }
    const alt = image.getAttribute('alt') ?? '';
    const button = image.ownerDocument.createElement('button');
    button.type = 'button';
    button.className = LOAD_IMAGE_CLASS;
    button.dataset.source = source;
    button.dataset.alt = alt;
    button.textContent = this._trans.__('Load image from %1', host(source));
    if (alt) {
      button.title = alt;
    }
    image.replaceWith(button);
  }
}

/**
 * A link shows where it leads: the whole address, and in view its host or, if a
 * query or a fragment could carry data, all of it; with the host as the browser
 * calls it, in letters that cannot pass as others.
 */
function safeLink(link: Element): void {
  const href = link.getAttribute('href') ?? '';
  if (CELL_LINK.test(href)) {
    return;
  }
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer');
  link.removeAttribute('title');
  if (!isSafeAddress(href)) {
    link.removeAttribute('href');
    return;
  }
  link.setAttribute('title', visibleText(href));
  const carries = /[?#]/.test(href);
  if (carries || /^https?:/i.test(href)) {
    const named = link.ownerDocument.createElement('span');
    named.className = 'jp-Cellwright-linkHost';
    named.textContent = ` (${carries ? visibleText(parsed(href)?.href ?? href) : host(href)})`;
    // An address can look like one host and lead to another: `a.org@b.org`,
    // or one with a letter of another alphabet.
    const plain =
      link.textContent?.trim() === href &&
      !href.includes('@') &&
      href.includes(parsed(href)?.host ?? '');
    if (!plain) {
      link.append(named);
    }
  }
}

/**
 * Whether a link with this address leads somewhere else and does nothing more.
 * Fragments are excluded: the thread has no targets for them, and a new tab
 * would open JupyterLab a second time.
 */
export function isSafeAddress(href: string): boolean {
  return /^(https?:|mailto:)/i.test(href) && parsed(href) !== null;
}

/** The parts of an address, as the browser reads it. */
function host(source: string): string {
  return parsed(source)?.host ?? visibleText(source.slice(0, 40));
}

function parsed(address: string): URL | null {
  try {
    return new URL(address, window.location.href);
  } catch {
    // Not an address at all.
    return null;
  }
}
