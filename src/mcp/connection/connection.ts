import type { Client, McpSubscription } from '@modelcontextprotocol/client';
import { z } from 'zod';

import type {
  IMcpFailure,
  IMcpHost,
  IMcpServerSetting,
  McpServerStatus
} from '../../contract';
import { SignIn } from '../auth/sign-in';
import { isWithin } from '../schema/is-within';
import { cleanText } from '../wire/clean-text';
import { statusOf } from '../wire/is-timeout';
import {
  isFailure,
  serverAddress,
  type IServerAddress
} from '../wire/server-address';
import { answerElicitation } from './elicit';
import type { CallClock, IRunningCall } from './call-clock';
import {
  closeClientLink,
  newClientLink,
  type IClientLink
} from './client-link';
import { SerialQueue } from '../../contract/util/serial-queue';
import { isRecord } from '../../contract/util/is-record';

/** ms for a server to identify itself, and to confirm that it will report changes. */
const CONNECT_LIMIT = 20_000;
const LISTEN_LIMIT = 5_000;
/** Maximum length of a server's instructions. */
const MOST_INSTRUCTIONS = 2000;

/** An entry in a server's list, as sent. */
export type Entry = Record<string, unknown>;

/**
 * The connection to one server. Made when first needed and again after it was
 * lost, but never without a reason.
 */
export class Connection {
  /** Undefined if the setting holds no usable address. */
  readonly address: IServerAddress | undefined;
  readonly signIn: SignIn | undefined;
  status: McpServerStatus = 'idle';
  failure: IMcpFailure | undefined;
  /** As last listed by the server. */
  tools: readonly Entry[] = [];
  counts = { resources: 0, prompts: 0 };
  /** Whether there were more tools than we read. */
  isCut = false;
  /** Whether something on the way buffers answers. */
  isBuffered = false;
  /** Calls under way; they are paused while the person is asked. */
  readonly calls = new Map<CallClock, IRunningCall>();
  /** Undefined unless it is connected. */
  link: IClientLink | undefined;
  /** The last attempt, which signing in continues. */
  private _last: IClientLink | undefined;
  private _subscription: McpSubscription | undefined;
  /** Whether it waits for the person to allow more; what it has would do to connect. */
  private _isStepUp = false;
  private _connecting: Promise<void> | undefined;
  private readonly _turns = new ListRefresher(() => this.list());

  /** @param changed called when anything changes that a person or a run may see. */
  constructor(
    readonly setting: IMcpServerSetting,
    readonly page: IMcpHost,
    private readonly _changed: (what: 'status' | 'tools') => void
  ) {
    const address = serverAddress(setting.url, page, page.trans);
    if (isFailure(address)) {
      this.status = 'failed';
      this.failure = address;
    } else {
      this.address = address;
      this.signIn =
        setting.auth === 'oauth'
          ? new SignIn(page, address, setting)
          : undefined;
    }
  }

  get client(): Client | undefined {
    return this.link?.client;
  }

  get isModern(): boolean {
    return this.client?.getProtocolEra() === 'modern';
  }

  /**
   * Whether a 2025 server may have reported changes that we did not receive:
   * many promise to report them but open no stream for it, and a stream may
   * break.
   */
  get hasMissed(): boolean {
    return !this.isModern && this.link?.exchanges.isStreamWhole === false;
  }

  get instructions(): string {
    return cleanText(this.client?.getInstructions(), MOST_INSTRUCTIONS);
  }

  /** Whether its questions (2025 protocol) would be stuck behind buffered answers. */
  get isMute(): boolean {
    return (
      this.status === 'connected' &&
      this.address?.isProxied === true &&
      !this.isModern &&
      this.page.asks === true
    );
  }

  /** Whether the server reports changes of its tools. */
  get tells(): boolean {
    const { tools } = this.client?.getServerCapabilities() ?? {};
    return (
      tools === undefined ||
      (tools.listChanged === true &&
        (!this.isModern || this._subscription !== undefined))
    );
  }

  /** Connects, unless the server is off; if that fails, `failure` says why. */
  connect(): Promise<void> {
    this._connecting ??= this._connect().finally(() => {
      this._connecting = undefined;
    });
    return this._connecting;
  }

  /** Signs in, which opens a window, and then connects. */
  async signInAndConnect(signal: AbortSignal): Promise<void> {
    if (!this._isStepUp) {
      await this.connect();
    }
    this._isStepUp = false;
    const link = this._last;
    if (this.status === 'connected' || !this.signIn || !link) {
      return;
    }
    const answer = await this.signIn.open(signal);
    try {
      await link.transport.finishAuth(answer);
    } catch (error) {
      await this._failed(error, link);
      return;
    }
    // A connection attempt that began while the window was open has no token.
    await this._connecting;
    await this.connect();
  }

  /**
   * Does work with the server; once more in a new session if the server did not
   * know the last one. It then rejected the request (404, or 400 with some
   * servers), and nothing was done.
   */
  async inSession<T>(work: () => Promise<T>): Promise<T> {
    const { link } = this;
    try {
      return await work();
    } catch (error) {
      if (
        link?.transport.sessionId === undefined ||
        ![400, 404].includes(statusOf(error) ?? 0)
      ) {
        throw error;
      }
      if (this.link === link) {
        await this.close();
      }
      await this.connect();
      return work();
    }
  }

  /** Fetches the tools again, and counts resources and prompts. */
  async list(): Promise<void> {
    try {
      await this.inSession(() =>
        this._turns.take(async () => this.link && this._list(this.link))
      );
    } catch (error) {
      await this.lost(error);
    }
  }

  /** @throws whatever the client throws. */
  async entries(method: string, key: string): Promise<readonly Entry[]> {
    const { client } = this;
    return client
      ? (await listPages(client, method, key, this._patience())).entries
      : [];
  }

  /** An error has ended the connection. */
  async lost(error: unknown): Promise<void> {
    const link = this.link;
    if (link) {
      await this._failed(error, link);
    }
  }

  /** Closes the connection and ends the session on the server, if it still responds. */
  async close(status: 'idle' | 'off' = 'idle'): Promise<void> {
    const link = this.link;
    this.link = undefined;
    this._subscription = undefined;
    this._isStepUp = false;
    this.status = this.address ? status : 'failed';
    // Ends the calls under way, even if somebody is still being asked
    // something.
    for (const clock of this.calls.keys()) {
      clock.dispose();
    }
    if (link) {
      await closeClientLink(link, true);
    }
  }

  private async _connect(): Promise<void> {
    const { address } = this;
    if (
      !address ||
      this._isStepUp ||
      this.status === 'connected' ||
      this.status === 'off'
    ) {
      return;
    }
    this._set('connecting', undefined);
    if (this.signIn && !globalThis.crypto?.subtle) {
      this._set('failed', {
        code: 'sign-in',
        text: this.page.trans.__(
          'Signing in to %1 needs a page loaded over https, or from this machine (localhost). Open Jupyter that way.',
          address.host
        )
      });
      return;
    }
    let link = this._newLink(address);
    let isModern: boolean;
    try {
      await this._open(link, 'auto');
      isModern = link.client.getProtocolEra() === 'modern';
      if (address.isProxied && this.page.asks && !isModern) {
        // Its questions would be stuck behind answers that the proxy buffers,
        // so it is told from the start that it cannot ask.
        await closeClientLink(link, true);
        link = this._newLink(address, false);
        await this._open(link, 'legacy');
      }
      this.link = link;
      this.isBuffered = address.isProxied;
      // Changes the server reports, by either protocol.
      for (const list of ['tools', 'resources', 'prompts'] as const) {
        link.client.setNotificationHandler(
          `notifications/${list}/list_changed`,
          () => this._turns.soon()
        );
      }
      await this._turns.take(() => this._list(link, true));
    } catch (error) {
      await this._failed(error, link);
      return;
    }
    this._set('connected', undefined);
    this._changed('tools');
    if (isModern && !address.isProxied) {
      void this._subscribe(link);
    }
  }

  private _newLink(address: IServerAddress, canAsk = true): IClientLink {
    this._last = newClientLink(
      this,
      address,
      canAsk && this.page.asks
        ? (params, signal) => answerElicitation(this, params, signal)
        : undefined
    );
    return this._last;
  }

  private async _open(
    link: IClientLink,
    mode: 'auto' | 'legacy'
  ): Promise<void> {
    link.client.setVersionNegotiation({ mode });
    await link.client.connect(link.transport, this._patience());
  }

  private _patience(): { timeout: number } {
    return { timeout: Math.min(CONNECT_LIMIT, this.setting.timeout * 1000) };
  }

  /** Opens a separate stream; not part of connecting, because it may hang. */
  private async _subscribe(link: IClientLink): Promise<void> {
    const { tools, resources, prompts } =
      link.client.getServerCapabilities() ?? {};
    const filter = {
      ...(tools?.listChanged && { toolsListChanged: true }),
      ...(resources?.listChanged && { resourcesListChanged: true }),
      ...(prompts?.listChanged && { promptsListChanged: true })
    };
    if (Object.keys(filter).length === 0) {
      return;
    }
    try {
      this._subscription = await link.client.listen(filter, {
        timeout: LISTEN_LIMIT
      });
    } catch (error) {
      if (this.link === link) {
        console.debug(
          `Cellwright: ${this.setting.name} reports no changes`,
          error
        );
        this.isBuffered = true;
        this._changed('status');
      }
      return;
    }
    if (this.link !== link) {
      return;
    }
    // Catches up on changes made before the stream was open.
    this._turns.soon();
    void this._subscription.closed.then(() => {
      if (this.link === link) {
        // From now on the server is polled.
        this._subscription = undefined;
      }
    });
  }

  private async _list(link: IClientLink, isFirst = false): Promise<void> {
    const { client } = link;
    const has = client.getServerCapabilities() ?? {};
    const read = async (method: string, key: string, is: unknown) =>
      is
        ? listPages(client, method, key, this._patience())
        : { entries: [], isCut: false };
    const tools = await read('tools/list', 'tools', has.tools);
    const [resources, prompts] = await Promise.all([
      read('resources/list', 'resources', has.resources),
      read('prompts/list', 'prompts', has.prompts)
    ]);
    if (this.link !== link) {
      return;
    }
    this.tools = tools.entries;
    this.isCut = tools.isCut;
    this.counts = {
      resources: resources.entries.length,
      prompts: prompts.entries.length
    };
    if (!isFirst) {
      this._changed('tools');
      this._changed('status');
    }
  }

  private async _failed(error: unknown, link: IClientLink): Promise<void> {
    const { address, setting, page } = this;
    if (!address || (this.link && this.link !== link)) {
      return;
    }
    this.link = undefined;
    this._subscription = undefined;
    const { explainFailure } = await import('../wire/explain-failure');
    const failure = await explainFailure(error, {
      setting,
      address,
      page: page.page,
      exchanges: link.exchanges,
      fetch: page.fetch,
      trans: page.trans
    });
    this._isStepUp = failure.code === 'sign-in' && link.exchanges.isForbidden;
    if (failure.code !== 'sign-in') {
      // Signing in continues from what this attempt has found out.
      await closeClientLink(link, false);
    }
    this._set('failed', failure);
    this._changed('tools');
  }

  private _set(status: McpServerStatus, failure?: IMcpFailure): void {
    this.status = status;
    this.failure = failure;
    this._changed('status');
  }
}

/** ms within which several changes count as one. */
const AT_ONCE = 100;
/** ms before reading again if something changed during a read. */
const APART = 2_000;

/**
 * Reads a server's lists: one read at a time, and with pauses, however often
 * the server reports changes.
 */
class ListRefresher {
  private readonly _queue = new SerialQueue();

  private _timer: ReturnType<typeof setTimeout> | undefined;

  private _isOutdated = false;

  /** @param again reads everything; never rejects. */
  constructor(private readonly _again: () => Promise<void>) {}

  /** Reads after whatever is under way. */
  take(read: () => Promise<void>): Promise<void> {
    return this._queue.run(read);
  }

  /** Something has changed: reads again soon. */
  soon(pause = AT_ONCE): void {
    if (this._timer !== undefined) {
      this._isOutdated = true;
      return;
    }
    this._timer = setTimeout(() => {
      this._isOutdated = false;
      void this._again().finally(() => {
        this._timer = undefined;
        if (this._isOutdated) {
          this.soon(APART);
        }
      });
    }, pause);
  }
}

/** Maximum number of pages and of entries in one list. */
const MOST_PAGES = 500;
const MOST_ENTRIES = 5000;
/**
 * Limits per entry, beyond which the entry is left out; and for all entries
 * together, beyond which the rest is.
 */
const MOST_EACH = { characters: 400_000, values: 40_000, depth: 64 };
const MOST_CHARACTERS = 20_000_000;

/** A list, complete or as far as it was read. */
interface IPages {
  entries: Record<string, unknown>[];
  /** Whether there was more than we read. */
  isCut: boolean;
}

/** Loose, so that one malformed entry does not make all others fail. */
const page = z.looseObject({ nextCursor: z.string().optional() });

/**
 * Reads a server's list to the end. Stops if the server repeats itself or goes
 * on without end.
 */
async function listPages(
  client: Client,
  method: string,
  key: string,
  options: { timeout: number }
): Promise<IPages> {
  const entries: Record<string, unknown>[] = [];
  const seen = new Set<string>();
  let left = MOST_CHARACTERS;
  let isCut = false;
  let cursor: string | undefined;
  for (let at = 0; at < MOST_PAGES; at++) {
    const result = await client.request(
      { method, params: cursor === undefined ? {} : { cursor } },
      page,
      options
    );
    const found = result[key];
    for (const entry of Array.isArray(found) ? found.filter(isRecord) : []) {
      const fits = isWithin(entry, MOST_EACH);
      left -= fits ? JSON.stringify(entry).length : MOST_EACH.characters;
      if (fits && left > 0) {
        entries.push(entry);
      } else {
        isCut = true;
      }
    }
    cursor = result.nextCursor;
    if (cursor === undefined || cursor === '') {
      break;
    }
    if (seen.has(cursor) || entries.length > MOST_ENTRIES || left <= 0) {
      return { entries: entries.slice(0, MOST_ENTRIES), isCut: true };
    }
    seen.add(cursor);
  }
  return {
    entries: entries.slice(0, MOST_ENTRIES),
    isCut: isCut || entries.length > MOST_ENTRIES || Boolean(cursor)
  };
}
