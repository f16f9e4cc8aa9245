/**
 * `fetch` as a page of an origin has it: sends a real preflight to other
 * origins, sees only the headers that they expose, and reads nothing that they
 * do not allow. Node's own reads everything.
 */
export function pageFetch(origin: string): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    if (init.mode === 'no-cors' || url.origin === origin) {
      return fetch(url, init);
    }
    const { signal } = init;
    const headers = new Headers(init.headers);
    headers.set('origin', origin);
    const method = init.method ?? 'GET';
    const asked = [...headers.keys()].filter(
      name => name !== 'origin' && !isSimple(name, headers.get(name) ?? '')
    );
    if (asked.length > 0 || !['GET', 'HEAD', 'POST'].includes(method)) {
      const preflight = await fetch(url, {
        method: 'OPTIONS',
        signal,
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': asked.sort().join(',')
        }
      });
      const allowed = list(preflight, 'access-control-allow-headers');
      const isAllowed =
        preflight.ok &&
        allows(preflight, origin) &&
        asked.every(
          name =>
            allowed.includes(name) ||
            (allowed.includes('*') && name !== 'authorization')
        );
      if (!isAllowed) {
        throw new TypeError('Failed to fetch');
      }
    }
    const response = await fetch(url, { ...init, headers });
    if (response.status >= 300 && response.status < 400) {
      const hidden = new Response(null);
      Object.defineProperty(hidden, 'type', { value: 'opaqueredirect' });
      Object.defineProperty(hidden, 'status', { value: 0 });
      Object.defineProperty(hidden, 'ok', { value: false });
      return hidden;
    }
    if (!allows(response, origin)) {
      await response.body?.cancel();
      throw new TypeError('Failed to fetch');
    }
    const exposed = list(response, 'access-control-expose-headers');
    const seen = new Headers();
    response.headers.forEach((value, name) => {
      if (SAFE.has(name) || exposed.includes(name)) {
        seen.set(name, value);
      }
    });
    return new Response(isEmpty(response.status) ? null : response.body, {
      status: response.status,
      statusText: response.statusText,
      headers: seen
    });
  };
}

const SAFE = new Set([
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma'
]);

const SIMPLE_TYPES = [
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain'
];

function isSimple(name: string, value: string): boolean {
  return (
    ['accept', 'accept-language', 'content-language'].includes(name) ||
    (name === 'content-type' &&
      SIMPLE_TYPES.includes(value.split(';')[0].trim().toLowerCase()))
  );
}

function allows(response: Response, origin: string): boolean {
  const allowed = response.headers.get('access-control-allow-origin');
  return allowed === '*' || allowed === origin;
}

function list(response: Response, name: string): string[] {
  return (response.headers.get(name) ?? '')
    .split(',')
    .map(part => part.trim().toLowerCase());
}

function isEmpty(status: number): boolean {
  return [101, 204, 205, 304].includes(status);
}
