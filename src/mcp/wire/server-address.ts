import type { IMcpFailure, ITranslator } from '../../contract';

/** The location of a server. */
export interface IServerAddress {
  url: URL;
  /**
   * The form shown to a person: host and port, plus the path if it is under
   * Jupyter.
   */
  host: string;
  /** Whether it is reached through the Jupyter server. */
  isProxied: boolean;
}

/**
 * Parses a server's address. Without a scheme it is relative to the Jupyter
 * server (`/proxy/8000/mcp`), wherever that is on its host.
 *
 * @param page address of the page.
 * @param base address of the Jupyter server, ending in a slash.
 */
export function serverAddress(
  text: string,
  { page, base }: { page: string; base: string },
  trans: ITranslator
): IServerAddress | IMcpFailure {
  const given = text.trim();
  const url = parsed(given) ?? underBase(given, base);
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    return {
      code: 'address',
      text: trans.__(
        '“%1” is not the address of a server. It begins with https:// or http://, and most end with /mcp.',
        given
      )
    };
  }
  if (url.username || url.password) {
    return {
      code: 'address',
      text: trans.__(
        'The address of %1 contains a user name or a password, which browsers do not send. Take it out, and enter the key under “Authentication”.',
        url.host
      )
    };
  }
  url.hash = '';
  if (
    new URL(page).protocol === 'https:' &&
    url.protocol === 'http:' &&
    !isLoopback(url)
  ) {
    return {
      code: 'mixed-content',
      text: trans.__(
        'This page was loaded over https, so the browser does not let it talk to %1 over plain http. Give the server an https address, or reach it through jupyter-server-proxy as /proxy/%2%3.',
        url.host,
        url.port || '80',
        url.pathname
      )
    };
  }
  const isProxied = isUnder(url, base);
  return {
    url,
    isProxied,
    host: isProxied ? url.host + url.pathname : url.host
  };
}

/**
 * Whether a server may direct this page to an address: on any other origin, or
 * on Jupyter's own origin under the server's own port or name. Anything else
 * there would receive the person's cookies.
 *
 * @param base address of the Jupyter server.
 */
export function isOpenTo(
  to: URL,
  { url }: Pick<IServerAddress, 'url'>,
  base: string
): boolean {
  const { origin } = new URL(base);
  const own = ownFolder(url, base);
  return (
    to.origin !== origin ||
    (url.origin === origin &&
      (to.pathname === own || to.pathname.startsWith(`${own}/`)))
  );
}

export function isFailure(
  address: IServerAddress | IMcpFailure
): address is IMcpFailure {
  return 'code' in address;
}

/** Whether it is this machine, which browsers trust without https. */
export function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}

function parsed(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function underBase(text: string, base: string): URL | null {
  const path = text.replace(/^\/+/, '');
  if (path === '' || !URL.canParse(path, base)) {
    return null;
  }
  // A complete path, as shown in the address bar, is used unchanged.
  const whole = new URL(`/${path}`, base);
  return isUnder(whole, base) ? whole : new URL(`./${path}`, base);
}

/** `/user/ada/proxy/8000`, for anything that is reached behind it. */
function ownFolder(url: URL, base: string): string {
  const root = isUnder(url, base) ? new URL('./', base).pathname : '/';
  const parts = url.pathname.slice(root.length).split('/');
  const length =
    parts[0] === 'proxy' && parts[1] === 'absolute'
      ? 3
      : ['proxy', 'services'].includes(parts[0])
        ? 2
        : 1;
  return root + parts.slice(0, length).join('/');
}

function isUnder(url: URL, base: string): boolean {
  const root = new URL('./', base);
  return url.origin === root.origin && url.pathname.startsWith(root.pathname);
}
