import { ModelFault } from '../contract';

/**
 * The base URL of a model API, ready to have `/chat/completions` added.
 *
 * A path that begins with `/` is a route on the Jupyter server's own origin,
 * as `jupyter-server-proxy` makes them (`/proxy/8000/v1`).
 *
 * @throws ModelFault `other`, with a sentence that says what is wrong with it.
 */
export function resolveBaseUrl(
  text: string,
  origin: string | undefined = globalThis.location?.origin
): URL {
  const trimmed = text.trim();
  if (trimmed === '') {
    throw fault('The base URL is empty.');
  }
  const url = parse(trimmed, origin);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw fault(
      `"${bounded(trimmed)}" is not a web address. A base URL looks like http://localhost:8000/v1.`
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw fault(
      'The base URL holds a user name or a password. Leave them out and enter a key instead.'
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw fault('The base URL may not contain "?" or "#".');
  }
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}

/** The address of a resource below the base URL. */
export function resourceUrl(base: URL, path: string): string {
  return base.href.replace(/\/+$/, '') + path;
}

function parse(text: string, origin: string | undefined): URL | null {
  try {
    // `//host` would leave the origin, so it isn't taken for a path.
    return /^\/(?!\/)/.test(text) ? new URL(text, origin) : new URL(text);
  } catch {
    // Not a URL; the caller says so.
    return null;
  }
}

function bounded(text: string): string {
  // What stands before an `@` may be a password.
  return text.replace(/^.*@/, '…@').slice(0, 100);
}

function fault(detail: string): ModelFault {
  return new ModelFault('other', detail);
}
