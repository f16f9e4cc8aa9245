/** An address of nobody, for what is resolved outside of a page. */
const NOWHERE = 'https://page.invalid/lab/tree/folder/notebook.ipynb';

const IMAGES = /\.(png|jpe?g|gif|webp|bmp|avif|svg)$/i;

/**
 * What some reading of an address takes out, turns round or decodes: white
 * space and control characters, backslashes, entities of HTML, the place of a
 * formula.
 */
const UNCLEAR =
  // eslint-disable-next-line no-control-regex
  /[\s\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\\"'<>`{}|^]|&#|&\w+;|@@\d/;

/**
 * Whether an image with this address is fetched from nowhere but the
 * notebook's own folder, or not at all.
 */
export function isPlainImage(href: string): boolean {
  return (
    /^attachment:[\w .()-]+$/.test(href) ||
    (IMAGES.test(href) && isBelowNotebook(href))
  );
}

/**
 * Whether a link says what it leads to: a cell, a heading, a file beside the
 * notebook by its name, another host by its name. It needs a click as well.
 *
 * @param text what the link is to the eye
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
    // Not an address, so a link that leads nowhere in one parser alone.
    return false;
  }
  const named = [href, href.replace(/^https?:\/\//i, ''), url.host];
  return (
    url.username === '' &&
    url.password === '' &&
    url.hostname !== page.hostname &&
    // As it is written and not as it is spelled for the network.
    href.toLowerCase().split(/[/?#]/)[2] === url.host &&
    named.includes(text)
  );
}

/**
 * Whether an address is a path down from the notebook's folder and nothing
 * else, in every reading: no path of the server, no drive, no way up, nothing
 * that is something else once it is decoded.
 */
function isBelowNotebook(href: string): boolean {
  let path: string;
  try {
    path = decodeURIComponent(href);
  } catch {
    // JupyterLab would leave it to the browser.
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
