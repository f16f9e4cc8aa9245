import type {
  AgentCommand,
  AgentEvent,
  EventBody,
  IAgent,
  IMemories,
  ISkillInfo,
  IStartCommand,
  IThreads,
  ITranslator
} from '../../contract';
import { Listeners } from '../../contract/util/listeners';
import { SerialQueues } from '../../contract/util/serial-queue';
import type { Engine } from '../../engine/engine';
import type { Inbox } from '../../storage/inbox';
import type {
  IThreadHold,
  ThreadLock
} from '../../storage/threads/thread-lock';
import type { ThreadNews } from '../../storage/threads/thread-news';
import { once } from '../util/once';

/** What the agent works with. */
export interface IAgentParts {
  threads: Pick<IThreads, 'get' | 'history'>;
  lock: Pick<ThreadLock, 'take' | 'held' | 'isLost'>;
  inbox: Inbox;
  news: ThreadNews;
  engine(): Promise<IAgent & Pick<Engine, 'leave' | 'stateOf'>>;
  /** Path of the notebook in front in this tab. */
  front(): string | undefined;
  /** Updates an open notebook with what another tab has saved. */
  refresh(path: string): Promise<void>;
}

/** A tab that has not taken a command after this many ms loses the thread. */
const SILENCE = 2_000;

/** ms until another look, if no tab tells anything. */
const LOOK_AGAIN = 250;

/** Commands that only apply to a run. */
const OF_A_RUN: ReadonlySet<AgentCommand['type']> = new Set([
  'stop',
  'policy-changed',
  'restart-kernel'
] as const);

/** A thread that this tab works on. */
interface IOwned {
  hold: IThreadHold;
  /** Commands under way. */
  doing: number;
}

/** The stored events of a thread that were shown. */
interface IShown {
  /** Null if they were not all stored. */
  branch: string | null;
  count: number;
  /** Whether a run has begun in them and not ended. */
  isRunning: boolean;
}

/**
 * The agent of this page. It loads at JupyterLab's start; storage and engine
 * are loaded with the first request that needs them.
 *
 * One tab owns a thread and works on it until another one asks for it while
 * nothing is going on. The others read what is stored of it, and leave the
 * person's commands in its inbox.
 */
export class Agent implements IAgent {
  /** Not `private`, which any script could bypass: these give access to a key. */
  readonly #load: () => Promise<IAgentParts>;
  readonly #engine: IAgentParts['engine'];

  readonly past = lazy(async () => (await this.#engine()).past);
  readonly reports = lazy(async () => (await this.#engine()).reports);

  private readonly _listeners = new Listeners<[AgentEvent]>();

  /** Threads that this tab works on. */
  private readonly _owned = new Map<string, IOwned>();

  /** What of a thread was shown here. */
  private readonly _shown = new Map<string, IShown>();

  /** Threads on which another tab is known to work now. */
  private readonly _watched = new Set<string>();

  /** Threads of which this tab may not have all that another one has done. */
  private readonly _stale = new Set<string>();

  /** Looks at threads that have not begun yet. */
  private readonly _looks = new Map<string, Promise<void>>();

  /** Messages that did not reach the engine, which could not be loaded. */
  private readonly _unsent = new Map<string, IStartCommand>();

  /** Taking, leaving and reading a thread, one after the other. */
  private readonly _queues = new SerialQueues();

  private readonly _waiting = new Listeners<[threadId: string]>();

  constructor(
    load: () => Promise<IAgentParts>,
    private readonly _trans: ITranslator
  ) {
    this.#load = once(async () => {
      const parts = await load();
      parts.news.subscribe(id => this._onNews(parts, id));
      return parts;
    });
    this.#engine = once(async () => {
      const parts = await this.#load();
      const engine = await parts.engine();
      engine.subscribe(event => this._onEvent(parts, event));
      return engine;
    });
  }

  async send(command: AgentCommand): Promise<void> {
    let parts: IAgentParts;
    try {
      parts = await this.#load();
    } catch (error) {
      this._notLoaded(command, error);
      return;
    }
    try {
      // Before the next wait, since another notebook may be in front then.
      const notebook = parts.front();
      await this._send(
        parts,
        command.type === 'start' && !command.notebook && notebook
          ? { ...command, notebook }
          : command
      );
    } catch (error) {
      console.error('Cellwright: a command failed', command.type, error);
      this._tell(command.threadId, {
        type: 'notice',
        code: 'storage',
        text: this._trans.__(
          'This could not be done, because the stored conversation could not be read. Reload the page; if that does not help, begin a new conversation.'
        )
      });
    }
  }

  subscribe(listener: (event: AgentEvent) => void): () => void {
    return this._listeners.add(listener);
  }

  /** All events of a thread up to the moment this resolves. */
  async history(threadId: string): Promise<AgentEvent[]> {
    const parts = await this.#load();
    return this._queues.for(threadId).run(async () => {
      if (this._owned.has(threadId)) {
        // With those that are still on their way to storage.
        return (await this.#engine()).history(threadId);
      }
      const record = await parts.threads.get(threadId);
      const events = await parts.threads.history(threadId);
      this._shown.set(threadId, shown(record?.branch ?? '', events));
      return events;
    });
  }

  async skills(): Promise<readonly ISkillInfo[]> {
    return (await this.#engine()).skills();
  }

  async memories(): Promise<IMemories | null> {
    return (await this.#engine()).memories();
  }

  private async _send(
    parts: IAgentParts,
    command: AgentCommand
  ): Promise<void> {
    const { threadId, type } = command;
    if (OF_A_RUN.has(type) && !this._owned.has(threadId)) {
      const record = await parts.threads.get(threadId);
      if (!record?.run && !record?.pending) {
        return;
      }
    }
    const owned =
      this._owned.get(threadId) ?? (await this._take(parts, threadId));
    if (owned) {
      await this._carryOut(owned, command);
    } else {
      await this._forward(parts, command);
    }
  }

  private async _carryOut(owned: IOwned, command: AgentCommand): Promise<void> {
    const { threadId, type } = command;
    owned.doing += 1;
    try {
      const engine = await this.#engine();
      const unsent = this._unsent.get(threadId);
      this._unsent.delete(threadId);
      await engine.send((type === 'retry' && unsent) || command);
    } catch (error) {
      this._notLoaded(command, error);
    } finally {
      owned.doing -= 1;
    }
  }

  /** Leaves a command to the tab that works on the thread. */
  private async _forward(
    parts: IAgentParts,
    command: AgentCommand
  ): Promise<void> {
    const { inbox, news } = parts;
    const { threadId } = command;
    this._stale.add(threadId);
    const key = await inbox.leave(command);
    news.tell(threadId);
    const patience = Date.now() + SILENCE;
    for (;;) {
      const status = await inbox.status(key);
      if (status === 'done') {
        break;
      }
      // Whoever takes the thread does what is left of it. That is also this
      // tab if the other one is gone.
      await this._take(
        parts,
        threadId,
        status === 'left' && Date.now() > patience
      );
      await this._untilNews(threadId, LOOK_AGAIN);
    }
    await this._look(parts, threadId);
  }

  /** @returns null if another tab works on it. */
  private async _take(
    parts: IAgentParts,
    threadId: string,
    steal = false
  ): Promise<IOwned | null> {
    return this._queues.for(threadId).run(async () => {
      const known = this._owned.get(threadId);
      const hold = known ? null : await parts.lock.take(threadId, steal);
      if (!hold) {
        return known ?? null;
      }
      const owned = { hold, doing: 0 };
      try {
        if (this._stale.delete(threadId)) {
          await this._follow(parts, threadId);
        }
      } catch (error) {
        await hold.release();
        throw error;
      }
      this._owned.set(threadId, owned);
      if (this._watched.delete(threadId)) {
        this._tell(threadId, { type: 'driver', here: true });
      }
      parts.news.tell(threadId);
      this._logged(this._drain(parts, threadId, owned));
      return owned;
    });
  }

  /** Carries out what other tabs have left. */
  private async _drain(
    { inbox, news }: IAgentParts,
    threadId: string,
    owned: IOwned
  ): Promise<void> {
    const left = await inbox.take(threadId);
    if (left.length > 0) {
      news.tell(threadId);
    }
    await Promise.all(
      left.map(async ({ key, command }) => {
        owned.doing += 1;
        await this._carryOut(owned, command);
        // If the thread was lost meanwhile, its new owner does it.
        if (this._owned.get(threadId) === owned) {
          // Everything that was told is stored then, and can be shown.
          await (await this.#engine()).history(threadId);
          await inbox.remove(key);
          news.tell(threadId);
          this._waiting.tell(threadId);
        }
        owned.doing -= 1;
      })
    );
  }

  /** Another tab has stored something of a thread, or says so. */
  private _onNews(parts: IAgentParts, threadId: string): void {
    this._waiting.tell(threadId);
    const owned = this._owned.get(threadId);
    if (owned) {
      this._logged(this._onAsked(parts, threadId, owned));
    } else if (this._shown.has(threadId)) {
      this._logged(
        this._look(parts, threadId).then(() => this._watch(parts, threadId))
      );
    }
  }

  private async _onAsked(
    parts: IAgentParts,
    threadId: string,
    owned: IOwned
  ): Promise<void> {
    if (await parts.lock.isLost(threadId)) {
      this._lose(parts, threadId);
    } else if (
      !(await parts.inbox.isEmpty(threadId)) &&
      !(await this._letGo(parts, threadId, owned))
    ) {
      await this._drain(parts, threadId, owned);
    }
  }

  /**
   * Lets another tab have the thread, if nothing is going on in it.
   *
   * @returns whether it did.
   */
  private _letGo(
    parts: IAgentParts,
    threadId: string,
    owned: IOwned
  ): Promise<boolean> {
    return this._queues.for(threadId).run(async () => {
      const engine = await this.#engine();
      const state = await engine.stateOf(threadId);
      if (owned.doing > 0 || state === 'running' || state === 'waiting') {
        return false;
      }
      this._owned.delete(threadId);
      this._stale.add(threadId);
      // Everything that was told is stored then.
      const events = await engine.history(threadId);
      await engine.leave(threadId);
      const record = await parts.threads.get(threadId);
      this._shown.set(threadId, shown(record?.branch ?? '', events));
      await owned.hold.release();
      parts.news.tell(threadId);
      return true;
    });
  }

  /** Another tab has taken the thread: nothing more is stored from here. */
  private _lose(parts: IAgentParts, threadId: string): void {
    const owned = this._owned.get(threadId);
    if (!owned) {
      return;
    }
    this._owned.delete(threadId);
    this._stale.add(threadId);
    // What was told and not stored has not happened.
    this._shown.set(threadId, shown(null, []));
    this._logged(this.#engine().then(engine => engine.leave(threadId)));
    this._logged(owned.hold.release());
    this._onNews(parts, threadId);
  }

  /** Shows what was stored of a thread since; once for many news. */
  private _look(parts: IAgentParts, threadId: string): Promise<void> {
    let look = this._looks.get(threadId);
    if (!look) {
      look = this._queues.for(threadId).run(async () => {
        this._looks.delete(threadId);
        if (!this._owned.has(threadId)) {
          await this._follow(parts, threadId);
        }
      });
      this._looks.set(threadId, look);
    }
    return look;
  }

  private async _follow(parts: IAgentParts, threadId: string): Promise<void> {
    const record = await parts.threads.get(threadId);
    if (!record) {
      return;
    }
    const { branch, notebook } = record;
    const before = this._shown.get(threadId);
    if (before) {
      const events = await parts.threads.history(threadId);
      this._shown.set(threadId, shown(branch, events));
      if (branch !== before.branch) {
        this._tell(threadId, { type: 'branch', branch });
      } else {
        events
          .slice(before.count)
          .forEach(event => this._listeners.tell(event));
      }
    }
    await parts.refresh(notebook);
  }

  /** Says that another tab works on the thread, until it does not any more. */
  private async _watch(parts: IAgentParts, threadId: string): Promise<void> {
    const isBusy = await this._isBusyElsewhere(parts, threadId);
    if (!isBusy || this._watched.has(threadId)) {
      return;
    }
    this._watched.add(threadId);
    this._stale.add(threadId);
    this._tell(threadId, { type: 'driver', here: false });
    let isFree = false;
    try {
      do {
        await this._untilNews(threadId, SILENCE);
        await this._look(parts, threadId);
      } while (
        this._watched.has(threadId) &&
        (await this._isBusyElsewhere(parts, threadId))
      );
    } finally {
      isFree = this._watched.delete(threadId);
    }
    if (isFree) {
      this._tell(threadId, { type: 'driver', here: true });
      await this._onFree(parts, threadId);
    }
  }

  private async _onFree(parts: IAgentParts, threadId: string): Promise<void> {
    const record = await parts.threads.get(threadId);
    const isRunning = this._shown.get(threadId)?.isRunning;
    if (!record?.run || !isRunning || this._owned.has(threadId)) {
      return;
    }
    // Its tab is gone. Nothing goes on by itself, but what a person had asked
    // it for.
    if (!(await parts.inbox.isEmpty(threadId))) {
      await this._take(parts, threadId);
    } else if (record.pending === 0) {
      const { runId } = record.run;
      this._tell(threadId, {
        type: 'run-finished',
        runId,
        outcome: 'interrupted'
      });
    }
  }

  private async _isBusyElsewhere(
    { lock }: IAgentParts,
    threadId: string
  ): Promise<boolean> {
    return (
      (this._shown.get(threadId)?.isRunning ?? false) &&
      (await lock.held()).has(threadId) &&
      !this._owned.has(threadId)
    );
  }

  /** Resolves when another tab tells something of the thread, or in time. */
  private async _untilNews(threadId: string, ms: number): Promise<void> {
    await new Promise<void>(resolve => {
      const done = (): void => {
        clearTimeout(timer);
        end();
        resolve();
      };
      const timer = setTimeout(done, ms);
      const end = this._waiting.add(id => id === threadId && done());
    });
  }

  private _onEvent(parts: IAgentParts, event: AgentEvent): void {
    const { threadId, type } = event;
    if (type === 'driver') {
      // A write was refused.
      this._lose(parts, threadId);
      return;
    }
    if (type === 'notebook-saved') {
      parts.news.tell(threadId);
    }
    this._listeners.tell(event);
  }

  private _notLoaded(command: AgentCommand, error: unknown): void {
    console.error('Cellwright could not be loaded', error);
    const { threadId, type } = command;
    if (type === 'start') {
      this._unsent.set(threadId, command);
      const { messageId, text } = command;
      this._tell(threadId, { type: 'user-message', messageId, text });
    }
    if (type === 'start' || type === 'retry') {
      this._tell(threadId, {
        type: 'run-finished',
        runId: type === 'start' ? command.messageId : threadId,
        outcome: 'failed',
        error: {
          code: 'not-loaded',
          title: this._trans.__('Cellwright could not be loaded'),
          text: this._trans.__(
            'A part of it could not be loaded from the Jupyter server. Check your connection, then press Retry.'
          ),
          retryable: true
        }
      });
      return;
    }
    // What is waiting is stored, and keeps waiting.
    this._tell(threadId, {
      type: 'notice',
      code: 'other',
      text: this._trans.__(
        'A part of Cellwright could not be loaded from the Jupyter server, and nothing was done. Check your connection, then try again.'
      )
    });
  }

  private _tell(threadId: string, body: EventBody): void {
    this._listeners.tell({ ...body, threadId, time: Date.now() });
  }

  /** Nothing waits for it; whoever asked finds out from storage. */
  private _logged(work: Promise<unknown>): void {
    work.catch((error: unknown) =>
      console.warn('Cellwright: work between tabs failed', error)
    );
  }
}

function shown(branch: string | null, events: readonly AgentEvent[]): IShown {
  const last = events.findLast(
    ({ type }) => type === 'run-started' || type === 'run-finished'
  );
  const isRunning = last?.type === 'run-started';
  return { branch, count: events.length, isRunning };
}

/**
 * A proxy whose methods answer once the object is loaded; writing them all out
 * would be too long.
 */
function lazy<T extends object>(load: () => Promise<T>): Required<T> {
  return new Proxy({} as Required<T>, {
    get:
      (_, name: string) =>
      async (...args: unknown[]) =>
        ((await load()) as Record<string, (...args: unknown[]) => unknown>)[
          name
        ](...args)
  });
}
