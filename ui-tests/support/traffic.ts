import type { Page } from '@playwright/test';

/** Everything a page sends and says, from when this is made. */
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

  /** Hosts with their ports, each once, sorted; web sockets too. */
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
 * All that the page keeps in the browser, and all that it shows, as text.
 *
 * @param only stores of its databases, where nothing else is asked for.
 */
export async function everythingKept(
  page: Page,
  only: string[] | null = null
): Promise<string> {
  return page.evaluate(async stores => {
    const kept: unknown[] = stores
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
        kept.push(
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
    // Bytes as text, in either form a string could stand in.
    return JSON.stringify(kept, (_, value: unknown) => {
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
