import type { Page } from '@playwright/test';

/**
 * The point at which a page dies: just before or just after something leaves it
 * or becomes durable.
 *
 * - `record`: a record of a call is written to the browser's database; `state`
 *   is what is new in it (`decision`, `intent`, an effect's kind, `outcome`).
 * - `store`: anything is written to this store of the database.
 * - `event`: an event of this type is written to the log of a conversation.
 * - `write`: a task of the graph stores what it wrote to this channel.
 * - `execute`: an execute_request that contains `text` is sent to the kernel.
 * - `output`: a stream output of the kernel that contains `text` arrives.
 * - `fetch`: a request whose method and address match is sent, or the head of
 *   its answer has arrived.
 * - `delay`: this many ms after it was armed.
 * - `chunk`: this many events of a model's answer have arrived: of the answer to
 *   the next request, or to the one given by number.
 */
export type DeadlyPoint = {
  when: 'before' | 'after';
  /** Which occurrence, from 1. */
  nth?: number;
} & (
  | { at: 'record'; state: string }
  | { at: 'store'; store: string }
  | { at: 'event'; type: string }
  | { at: 'write'; channel: string }
  | { at: 'execute'; text: string }
  | { at: 'output'; text: string }
  | { at: 'fetch'; method: string; path: string }
  | { at: 'delay'; ms: number }
  | { at: 'chunk'; number: number; request?: number }
);

/**
 * Makes pages that can be killed at a named point. A killed page does nothing
 * that anybody else could notice: it writes to no database, sends nothing, and
 * receives nothing. What was not durable by then is lost when the page is left.
 * Installed before any script of the page.
 */
export async function makeDeadly(page: Page): Promise<void> {
  await page.addInitScript(installSwitch);
}

/** From now on, the page dies at this point. */
export async function arm(page: Page, point: DeadlyPoint): Promise<void> {
  await page.evaluate(where => window.cellwrightDeath.arm(where), point);
}

/**
 * The next page in this tab dies at this point. Must be called before that page
 * loads, because it may run past the point as soon as it has loaded.
 */
export async function armNext(page: Page, point: DeadlyPoint): Promise<void> {
  await page.evaluate(
    where =>
      sessionStorage.setItem('cellwright-deadly-point', JSON.stringify(where)),
    point
  );
}

/** Waits until the page has died. */
export async function died(page: Page): Promise<void> {
  await page.waitForFunction(() => window.cellwrightDeath.dead, undefined, {
    polling: 50
  });
}

interface IDeath {
  dead: boolean;
  arm(point: DeadlyPoint): void;
}

/** As it is stored; the journal defines the full form. */
interface ICallRow {
  record: {
    decision?: unknown;
    intent?: unknown;
    outcome?: unknown;
    effects?: { kind: string }[];
  };
}

declare global {
  interface Window {
    cellwrightDeath: IDeath;
  }
}

/**
 * Runs in the page. It contains everything it needs, since it is sent as text.
 */
function installSwitch(): void {
  let point: DeadlyPoint | null = null;
  let seen = 0;
  let asked = 0;
  const death: IDeath = {
    dead: false,
    arm(where) {
      point = where;
      seen = 0;
      asked = 0;
      if (where.at === 'delay') {
        setTimeout(die, where.ms);
      }
    }
  };
  window.cellwrightDeath = death;
  const die = (): void => {
    death.dead = true;
  };
  // Neither an empty page nor a frame has access to this tab's storage.
  if (window === window.top && location.protocol.startsWith('http')) {
    const next = sessionStorage.getItem('cellwright-deadly-point');
    if (next !== null) {
      sessionStorage.removeItem('cellwright-deadly-point');
      death.arm(JSON.parse(next) as DeadlyPoint);
    }
  }
  const isHere = (test: (where: DeadlyPoint) => boolean): boolean => {
    if (!point || death.dead || !test(point)) {
      return false;
    }
    seen += 1;
    return seen === (point.nth ?? 1);
  };
  const forEver = <T>(): Promise<T> => new Promise<T>(() => undefined);

  // A dead page must not ask whether it may be left.
  addEventListener(
    'beforeunload',
    event => {
      if (death.dead) {
        event.stopImmediatePropagation();
      }
    },
    { capture: true }
  );

  /** What is new in a record of a call: the last part that was added. */
  const stateOf = (value: ICallRow['record']): string =>
    value.outcome
      ? 'outcome'
      : (value.effects?.at(-1)?.kind ??
        (value.intent ? 'intent' : value.decision ? 'decision' : 'blank'));

  const doomed = new WeakSet<IDBTransaction>();
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (...args) {
    if (death.dead) {
      throw new DOMException('The page is gone.', 'InvalidStateError');
    }
    const transaction = begin.apply(this, args);
    // Registered before any listener of the page, so that nothing follows the
    // write.
    transaction.addEventListener('complete', event => {
      if (doomed.has(transaction)) {
        die();
      }
      if (death.dead) {
        event.stopImmediatePropagation();
      }
    });
    return transaction;
  };
  for (const name of ['put', 'add'] as const) {
    const write = IDBObjectStore.prototype[name];
    IDBObjectStore.prototype[name] = function (value: never, key?: never) {
      if (
        isHere(
          where =>
            (where.at === 'record' &&
              this.name === 'calls' &&
              stateOf((value as ICallRow).record) === where.state) ||
            (where.at === 'store' && this.name === where.store) ||
            (where.at === 'event' &&
              this.name === 'events' &&
              (value as { type: string }).type === where.type) ||
            (where.at === 'write' &&
              this.name === 'writes' &&
              (value as { channel: string }).channel === where.channel)
        )
      ) {
        if (point?.when === 'before') {
          die();
        } else {
          doomed.add(this.transaction);
        }
      }
      if (death.dead) {
        throw new DOMException('The page is gone.', 'InvalidStateError');
      }
      return key === undefined
        ? write.call(this, value)
        : write.call(this, value, key);
    };
  }

  const textOf = (data: unknown): string =>
    typeof data === 'string'
      ? data
      : data instanceof ArrayBuffer || ArrayBuffer.isView(data)
        ? new TextDecoder('latin1').decode(data as ArrayBuffer)
        : '';
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    const here = isHere(where => {
      const text = where.at === 'execute' ? textOf(data) : '';
      return (
        where.at === 'execute' &&
        text.includes('execute_request') &&
        text.includes(where.text)
      );
    });
    if (here && point?.when === 'before') {
      die();
    }
    if (!death.dead) {
      send.call(this, data);
    }
    if (here) {
      die();
    }
  };
  const hear = Object.getOwnPropertyDescriptor(
    WebSocket.prototype,
    'onmessage'
  )!;
  Object.defineProperty(WebSocket.prototype, 'onmessage', {
    ...hear,
    set(this: WebSocket, listener: ((event: MessageEvent) => void) | null) {
      hear.set!.call(this, (event: MessageEvent) => {
        const here = isHere(where => {
          const text = where.at === 'output' ? textOf(event.data) : '';
          return (
            where.at === 'output' &&
            text.includes('"msg_type"') &&
            text.includes('stream') &&
            text.includes(where.text)
          );
        });
        if (here && point?.when === 'before') {
          die();
        }
        if (!death.dead) {
          listener?.call(this, event);
        }
        if (here) {
          die();
        }
      });
    }
  });

  const ask = window.fetch;
  window.fetch = async (input, init) => {
    if (death.dead) {
      return forEver<Response>();
    }
    const request = input instanceof Request ? input : null;
    const address = decodeURIComponent(request?.url ?? String(input));
    const method = (init?.method ?? request?.method ?? 'GET').toUpperCase();
    const here = isHere(
      where =>
        where.at === 'fetch' &&
        method === where.method &&
        address.includes(where.path)
    );
    if (here && point?.when === 'before') {
      die();
      return forEver<Response>();
    }
    const isModel = address.includes('/chat/completions');
    asked += isModel ? 1 : 0;
    const turn = asked;
    const response = await ask(input, init);
    if (here) {
      die();
    }
    if (death.dead) {
      return forEver<Response>();
    }
    if (point?.at !== 'chunk' || !isModel || turn !== (point.request ?? 1)) {
      return response;
    }
    const last = point.number;
    let received = '';
    const body = response.body!.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          // Counts the model's own chunks: a busy machine delivers several at
          // once.
          received += textOf(chunk);
          if (received.split('data: ').length > last) {
            die();
          }
          if (!death.dead) {
            controller.enqueue(chunk);
          }
        }
      })
    );
    return new Response(body, response);
  };
  const tell = BroadcastChannel.prototype.postMessage;
  BroadcastChannel.prototype.postMessage = function (message) {
    if (!death.dead) {
      tell.call(this, message);
    }
  };
}
