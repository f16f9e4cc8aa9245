/** A made-up page address for resolving relative addresses. */
const NOWHERE = 'https://page.invalid/lab/tree/folder/notebook.ipynb';

const IMAGES = /\.(png|jpe?g|gif|webp|bmp|avif|svg)$/i;

/**
 * Characters that some way of reading an address removes, reverses or decodes:
 * white space and control characters, backslashes, HTML entities, the
 * placeholder of a formula.
 */
const UNCLEAR =
  // eslint-disable-next-line no-control-regex
  /[\s\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\\"'<>`{}|^]|&#|&\w+;|@@\d/;

/**
 * Whether an image with this address can only be fetched from the notebook's
 * own folder, or not at all.
 */
export function isPlainImage(href: string): boolean {
  return (
    /^attachment:[\w .()-]+$/.test(href) ||
    (IMAGES.test(href) && isBelowNotebook(href))
  );
}

/**
 * Whether a link shows where it leads: to a cell, a heading, a file beside the
 * notebook by name, another host by name, or, if there is a query or a fragment,
 * the whole address. It still needs a click.
 *
 * @param text the visible text of the link
 */
export function isPlainLink(href: string, text: string): boolean {
  if (text.trim() === '') {
    return false;
  }
  if (href.startsWith('#')) {
    return /^#[\p{L}\p{N}_.=-]+$/u.test(href);
  }
  if (UNCLEAR.test(href)) {
    return false;
  }
  // Where a number of a summary comes from.
  const [notebook, cell = ''] = href.split('#cell-id=', 2);
  if (/\.ipynb$/i.test(notebook) && /^[\w-]{1,64}$/.test(cell)) {
    return isBelowNotebook(notebook);
  }
  if (href.startsWith('mailto:')) {
    return /^mailto:[\w.+-]+@[\w.-]+$/.test(href) && text === href.slice(7);
  }
  if (!/^https?:\/\/[^/]/i.test(href)) {
    return (
      isBelowNotebook(href) &&
      (text === href || text === decodeURIComponent(href).split('/').pop())
    );
  }
  const page = new URL(globalThis.location?.href ?? NOWHERE);
  let url: URL;
  try {
    url = new URL(href, page);
  } catch {
    // Not a valid address, so it is a link in one parser at most.
    return false;
  }
  const named = [href, href.replace(/^https?:\/\//i, '')];
  // A query and a fragment can carry data, so they are in sight.
  if (!/[?#]/.test(href)) {
    named.push(url.host);
  }
  return (
    url.username === '' &&
    url.password === '' &&
    url.hostname !== page.hostname &&
    // Compares the host as written, not in its encoded form.
    href.toLowerCase().split(/[/?#]/)[2] === url.host &&
    named.includes(text)
  );
}

/**
 * Whether an address is a path below the notebook's folder and nothing else,
 * however it is read: not a path of the server, no drive, no parent folder,
 * nothing that decoding would change.
 */
function isBelowNotebook(href: string): boolean {
  let path: string;
  try {
    path = decodeURIComponent(href);
  } catch {
    // JupyterLab would pass this on to the browser.
    return false;
  }
  if (
    UNCLEAR.test(href) ||
    /[\\%?#&:~$@]/.test(path) ||
    path.split('/').length !== href.split('/').length ||
    path
      .replace(/^\.\//, '')
      .split('/')
      .some(part => part === '' || part.startsWith('.') || part.endsWith('.'))
  ) {
    return false;
  }
  return [NOWHERE, NOWHERE.replace('https:', 'http:')].every(base => {
    const folder = new URL('.', base).href;
    return new URL(href, base).href.startsWith(folder);
  });
}
