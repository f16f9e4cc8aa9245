import type { ITranslator } from '../text/translator';

/** The page that an address is resolved against. */
export interface IModelPage {
  /** `https://hub.example.org`; undefined if there is no page. */
  origin: string | undefined;
  /** Path of the Jupyter server on that origin: `/`, `/user/ada/`. */
  base: string;
}

/**
 * The current page, read from the same element as JupyterLab's `PageConfig`,
 * which not every layer may import.
 */
export function thisPage(): IModelPage {
  const { document, location } = globalThis;
  const config = document?.getElementById('jupyter-config-data')?.textContent;
  const { baseUrl = '/' } = (config ? JSON.parse(config) : {}) as {
    baseUrl?: string;
  };
  return {
    origin: location?.origin,
    base: config ? new URL(baseUrl, location.href).pathname : '/'
  };
}

/** Why an address cannot be used. */
export type ModelAddressProblem =
  | 'empty'
  | 'hidden-characters'
  | 'not-web'
  | 'credentials'
  | 'query'
  | 'elsewhere'
  | 'jupyter'
  | 'proxy-route'
  | 'below-base';

export type ModelAddress =
  | {
      url: URL;
      /**
       * Whom a request reaches, in the form stored in the setting `disclosed`: host
       * and port; on the page's own origin also the path, since anybody may be
       * behind it.
       */
      recipient: string;
      /** Whether jupyter-server-proxy forwards the request. */
      proxied: boolean;
    }
  | { problem: ModelAddressProblem };

/** A route of jupyter-server-proxy: the part that says who is behind it. */
const ROUTE =
  /^(.*?)\/proxy\/(?:absolute\/)?(?:(\w(?:[\w.-]*\w)?):)?([1-9]\d{0,4})(?:\/|$)/;

/** Paths of a Jupyter server at which there is never a model. */
const JUPYTER =
  /^(api|custom|doc|edit|files|hub|kernelspecs|lab|login|logout|lsp|metrics|nbconvert|nbextensions|notebooks|static|terminals|tree|view)$/;

/**
 * The base URL of a model API as the person enters it. Judged by what `URL`
 * makes of it, because `URL` drops tabs, resolves `..` and reads `\` as `/`.
 *
 * A path that begins with `/` is a route on the page's own origin, as
 * jupyter-server-proxy provides them (`/proxy/8000/v1`).
 */
export function readModelAddress(text: string, page: IModelPage): ModelAddress {
  const trimmed = text.trim();
  if (trimmed === '') {
    return { problem: 'empty' };
  }
  // Characters that `URL` reads differently from a person.
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(trimmed)) {
    return { problem: 'hidden-characters' };
  }
  const isPath = trimmed.startsWith('/');
  const url = parsed(trimmed, isPath ? page.origin : undefined);
  if (!url || !(isPath || /^https?:\/\/[^/]/i.test(trimmed))) {
    return { problem: 'not-web' };
  }
  if (isPath && url.origin !== page.origin) {
    return { problem: 'elsewhere' };
  }
  if (url.username !== '' || url.password !== '') {
    return { problem: 'credentials' };
  }
  if (url.search !== '' || url.hash !== '' || /[?#]$/.test(trimmed)) {
    return { problem: 'query' };
  }
  url.pathname = url.pathname.replace(/(?<!\/)\/+$/, '');
  return url.origin === page.origin
    ? onOwnOrigin(url, page.base)
    : { url, recipient: url.host, proxied: false };
}

function onOwnOrigin(url: URL, base: string): ModelAddress {
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  const isBelow = `${path}/`.startsWith(base);
  // If this Jupyter server is itself behind a proxy, its base contains a route
  // too.
  const own = base.slice(0, -1);
  const [, found, host, port] =
    ROUTE.exec(isBelow ? path.slice(own.length) : path) ?? [];
  const before = isBelow ? own + found : found;
  if (port !== undefined && Number(port) < 65_536) {
    if (found === '' && !isBelow) {
      return { problem: 'below-base' };
    }
    const target = host ? `${host.toLowerCase()}:${port}` : port;
    return {
      url,
      recipient: `${url.host}${before}${PROXY}${target}`,
      proxied: true
    };
  }
  // As a server reads them.
  const parts = (isBelow ? path.slice(own.length) : path)
    .split('/')
    .map(part => decoded(part).toLowerCase());
  if (parts.includes('proxy')) {
    return { problem: 'proxy-route' };
  }
  // On a hub, somebody else's Jupyter server is below /user/<name>.
  const area = (parts[1] === 'user' ? parts[3] : parts[1]) ?? '';
  return area === '' || JUPYTER.test(area)
    ? { problem: 'jupyter' }
    : { url, recipient: url.host + path, proxied: false };
}

const PROXY = '/proxy/';

/** The recipient in `ModelAddress.recipient`, in words. */
export function recipientText(
  recipient: string,
  page: IModelPage,
  trans: ITranslator
): string {
  const at = recipient.lastIndexOf(PROXY);
  if (at < 0) {
    return recipient;
  }
  const server = recipient.slice(0, at);
  const target = recipient.slice(at + PROXY.length);
  const isPort = /^\d+$/.test(target);
  if (`${server}/` !== `${hostOf(page)}${page.base}`) {
    return isPort
      ? trans.__('port %1 behind another Jupyter server (%2)', target, server)
      : trans.__('%1 through another Jupyter server (%2)', target, server);
  }
  return isPort
    ? trans.__('port %1 behind the Jupyter server', target)
    : trans.__('%1 through the Jupyter server', target);
}

function hostOf({ origin = '' }: IModelPage): string {
  return origin.slice(origin.indexOf('//') + 2);
}

/** Whether jupyter-server-proxy stands between the page and a recipient. */
export function isProxied(recipient: string): boolean {
  return recipient.includes(PROXY);
}

/** What is wrong with an address, and what to enter instead. */
export function addressProblemText(
  problem: ModelAddressProblem,
  { base }: Pick<IModelPage, 'base'>,
  trans: ITranslator
): string {
  return {
    empty: trans.__(
      'The base URL is empty. Enter an address like http://localhost:8000/v1.'
    ),
    'hidden-characters': trans.__(
      'The base URL contains a space, a backslash or an invisible character. Type it again without it.'
    ),
    'not-web': trans.__(
      'The base URL should begin with https:// or http://, for example http://localhost:8000/v1; or with a slash, for a path on this Jupyter server.'
    ),
    credentials: trans.__(
      'The base URL contains a user name or a password. Leave them out and enter a key instead.'
    ),
    query: trans.__('The base URL can’t have “?” or “#” in it.'),
    elsewhere: trans.__(
      'This base URL looks like a path but leads to another server. Write its address in full, with https:// or http://.'
    ),
    jupyter: trans.__(
      'This is an address of the Jupyter server itself, where no model answers. A route through jupyter-server-proxy looks like %1proxy/8000/v1.',
      base
    ),
    'proxy-route': trans.__(
      'This is not a route of jupyter-server-proxy. Such a route looks like %1proxy/8000/v1, or %1proxy/host:8000/v1 for another machine.',
      base
    ),
    'below-base': trans.__(
      'Paths on this Jupyter server begin with %1, so a route through jupyter-server-proxy looks like %1proxy/8000/v1.',
      base
    )
  }[problem];
}

function parsed(text: string, base: string | undefined): URL | null {
  try {
    return new URL(text, base);
  } catch {
    // Not a URL; the caller reports it.
    return null;
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Not encoded as a path should be: taken literally.
    return part;
  }
}
