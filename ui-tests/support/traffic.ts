import type { Page } from '@playwright/test';

/** Everything that a page sends and logs, from when this is created. */
export class Traffic {
  /** Each request as one text: method, address, headers and body. */
  readonly requests: { url: string; text: string }[] = [];
  readonly frames: string[] = [];
  readonly console: string[] = [];

  private readonly _sockets: string[] = [];

  constructor(page: Page) {
    page.on('request', request => {
      this.requests.push({
        url: request.url(),
        text: [
          request.method(),
          request.url(),
          JSON.stringify(request.headers()),
          request.postData() ?? ''
        ].join('\n')
      });
    });
    page.on('websocket', socket => {
      this._sockets.push(socket.url());
      socket.on('framesent', ({ payload }) =>
        this.frames.push(payload.toString())
      );
    });
    page.on('console', message => this.console.push(message.text()));
    page.on('pageerror', error => this.console.push(error.message));
  }

  /** Hosts with their ports, each once, sorted; including web sockets. */
  get hosts(): string[] {
    const addresses = [
      ...this.requests.map(({ url }) => url),
      ...this._sockets
    ];
    const hosts = addresses
      .filter(url => /^(https?|wss?):/.test(url))
      .map(url => new URL(url).host);
    return [...new Set(hosts)].sort();
  }
}

/**
 * Everything that the page stores in the browser, and everything that it shows,
 * as text.
 *
 * @param only stores of its databases; by default all of them.
 */
export async function everythingKept(
  page: Page,
  only: string[] | null = null
): Promise<string> {
  return page.evaluate(async stores => {
    const stored: unknown[] = stores
      ? []
      : [
          { ...localStorage },
          { ...sessionStorage },
          document.cookie,
          document.title,
          location.href,
          document.documentElement.outerHTML,
          [...document.querySelectorAll('input, textarea')]
            .filter(field => (field as HTMLInputElement).type !== 'password')
            .map(field => (field as HTMLInputElement).value)
        ];
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name!);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of database.objectStoreNames) {
        if (stores && !stores.includes(store)) {
          continue;
        }
        stored.push(
          await new Promise((resolve, reject) => {
            const reading = database
              .transaction(store)
              .objectStore(store)
              .getAll();
            reading.onsuccess = () => resolve(reading.result);
            reading.onerror = () => reject(reading.error);
          })
        );
      }
      database.close();
    }
    // Bytes as text, in both encodings that a string could have.
    return JSON.stringify(stored, (_, value: unknown) => {
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
        const bytes = new Uint8Array(
          value instanceof ArrayBuffer ? value : value.buffer
        );
        return ['latin1', 'utf-16le'].map(form =>
          new TextDecoder(form).decode(bytes)
        );
      }
      return value instanceof CryptoKey
        ? `CryptoKey, extractable: ${value.extractable}`
        : value;
    });
  }, only);
}
