import type { ICallQuestions } from '../run/run-context';
import type { IRunDependencies, IUnsentMessage } from '../run/run-dependencies';
import { isFenced } from '../errors';
import type { AgentMemoryStore } from '../run/agent-memory';
import {
  isKept,
  type AgentEvent,
  type EventBody,
  type IBranch,
  type IJournal,
  type ITranslator,
  type IRunRecord,
  type IThreadRecord,
  type IThreads
} from '../../contract';
import { OpenCards } from '../interrupts/open-cards';
import { SerialQueue } from '../../contract/util/serial-queue';

/** The parts of a thread that last from run to run, and across pages. */
export interface IThreadContext {
  parts: IRunDependencies;
  log: EventLog;
  record: ThreadRecordWriter;
  memoryStore: AgentMemoryStore;
  queue: MessageQueue;
  questions: ICallQuestions;
  /** Releases the thread, since another tab has taken it over. */
  onFenced(): void;
}

/** Resolves once everything that was shown and learnt is durable. */
export async function settle(state: IThreadContext): Promise<void> {
  await Promise.all([
    keepMemory(state),
    state.log.settled(),
    state.record.settled()
  ]);
}

/** Stores what the model has learnt; a storage failure is reported once. */
export async function keepMemory(state: IThreadContext): Promise<void> {
  try {
    await state.memoryStore.keep(state.log.at);
  } catch (error) {
    noteFailure(state, error);
  }
}

/** Handles the failure of work that nobody awaits. */
export function noteFailure(
  { log, onFenced }: IThreadContext,
  error: unknown
): void {
  if (isFenced(error)) {
    onFenced();
  } else {
    log.storageFailed(error);
  }
}

interface IEventLogOptions {
  threadId: string;
  journal: IJournal;
  trans: ITranslator;
  /** Receives every event. */
  emit(event: AgentEvent): void;
  /** Called if an event could not be stored. */
  onFailure(error: unknown): void;
  /** Called when another number of decisions and answers is missing. */
  onPending(count: number): void;
}

/**
 * A thread's events and its display log: events are emitted at once, and stored
 * in the same order.
 */
export class EventLog {
  readonly tell = (body: EventBody): void => {
    if (this._muted) {
      return;
    }
    const event = this._stamped(body);
    const before = this.open.count;
    this.open.note(event);
    if (this.open.count !== before) {
      this._options.onPending(this.open.count);
    }
    if (isKept(event)) {
      const { journal } = this._options;
      const write = journal
        .show(this.at, event)
        .catch((error: unknown) => this._options.onFailure(error));
      this._kept = Promise.all([this._kept, write]);
    }
    this.show(event);
  };

  /** Emits an event that is stored already, or is not kept. */
  readonly show = (body: EventBody): void => {
    if (!this._muted) {
      this._options.emit(this._stamped(body));
    }
  };

  /** What waits for a person in this branch. */
  readonly open = new OpenCards();

  private _branch = '';
  private _kept: Promise<unknown> = Promise.resolve();
  private _warned = false;

  private _muted = false;

  /** Time of the last event that is kept. */
  private _last = 0;

  constructor(private readonly _options: IEventLogOptions) {}

  /** The branch that new events belong to. */
  get at(): IBranch {
    return { threadId: this._options.threadId, branch: this._branch };
  }

  set branch(branch: string) {
    this._branch = branch;
    this.open.clear();
  }

  /**
   * Emits an event that is not logged, since it is about this tab or about
   * storage itself.
   */
  tellHere(body: EventBody): void {
    this._options.emit(this._stamped(body));
  }

  /** Resolves once every event so far is durable, or could not be stored. */
  async settled(): Promise<void> {
    await this._kept;
  }

  /**
   * From now on nothing is emitted or stored: later events belong to no thread.
   */
  mute(): void {
    this._muted = true;
  }

  /** Reports a storage failure, once. */
  storageFailed(error: unknown): void {
    const { trans } = this._options;
    console.warn('Cellwright: a conversation could not be stored', error);
    if (!this._warned && !this._muted) {
      this._warned = true;
      this.tellHere({
        type: 'notice',
        code: 'storage',
        text: trans.__(
          'This conversation can’t be saved at the moment: %1 You can go on, but anything new may be lost if you reload the page.',
          error instanceof Error ? sentence(error.message) : String(error)
        )
      });
    }
  }

  private _stamped(body: EventBody): AgentEvent {
    const { threadId } = this._options;
    const now = Date.now();
    const time = isKept(body)
      ? (this._last = Math.max(now, this._last + 1))
      : now;
    return { threadId, time, ...body };
  }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

interface IQueuedMessage {
  messageId: string;
  text: string;
}

/**
 * Messages that wait for the next step, and the ids of those already in the
 * conversation.
 */
export class MessageQueue {
  private readonly _entered = new Set<string>();
  private _waiting: IQueuedMessage[] = [];
  /** Handed over, but maybe not in a checkpoint yet. */
  private _onTheirWay: IQueuedMessage[] = [];

  /** @param keep is called with what a later page needs to know. */
  constructor(
    private readonly _tell: (body: EventBody) => void,
    private readonly _keep: (queued: IQueuedMessage[]) => void = () => undefined
  ) {}

  /**
   * Takes over the messages that waited in an earlier page.
   *
   * @param arrived ids of messages that are in the conversation.
   */
  takeOver(queued: readonly IQueuedMessage[], arrived: Iterable<string>): void {
    for (const id of arrived) {
      this._entered.add(id);
    }
    this._waiting = queued
      .filter(({ messageId }) => !this._entered.has(messageId))
      .map(message => ({ ...message }));
  }

  /**
   * Records that a message enters the conversation; returns false if it did
   * before.
   */
  enter(messageId: string): boolean {
    if (this._entered.has(messageId)) {
      return false;
    }
    this._entered.add(messageId);
    return true;
  }

  /**
   * Adds a message, changes its text, or removes it (`null`). A message that
   * was delivered in the meantime stays as it was delivered.
   */
  set(messageId: string, text: string | null): void {
    if (this._entered.has(messageId)) {
      return;
    }
    const waiting = this._waiting.find(each => each.messageId === messageId);
    if (text === null) {
      if (!waiting) {
        return;
      }
      this._waiting = this._waiting.filter(each => each !== waiting);
    } else if (waiting) {
      waiting.text = text;
    } else {
      this._waiting.push({ messageId, text });
    }
    this._tell({ type: 'queued', messageId, text });
    this._note();
  }

  /** Hands over everything that waits, to be added to the conversation. */
  take(): IQueuedMessage[] {
    const taken = this._waiting;
    this._waiting = [];
    // Kept until a checkpoint has them, since the page may close before that.
    this._onTheirWay.push(...taken);
    taken.forEach(({ messageId }) => this.enter(messageId));
    return taken;
  }

  /** Called when the messages handed over are stored in a checkpoint. */
  arrived(): void {
    if (this._onTheirWay.length > 0) {
      this._onTheirWay = [];
      this._note();
    }
  }

  private _note(): void {
    this._keep(
      [...this._onTheirWay, ...this._waiting].map(each => ({ ...each }))
    );
  }
}

/** The person's messages that are in no checkpoint yet. */
export class UnsentMessages {
  private _unsent: IUnsentMessage[] = [];
  /** Those of them that were not shown yet. */
  private _unshown: IUnsentMessage[] = [];

  get unsent(): readonly IUnsentMessage[] {
    return this._unsent;
  }

  add(messages: readonly IUnsentMessage[]): void {
    this._unsent.push(...messages);
    this._unshown.push(...messages);
  }

  /** Hands over the messages that are to be shown. */
  takeUnshown(): IUnsentMessage[] {
    return this._unshown.splice(0);
  }

  /**
   * Takes over messages that an earlier page showed but had no time to send.
   */
  takeOver(unsent: readonly IUnsentMessage[]): void {
    this._unsent = [...unsent];
    this._unshown = [];
  }

  /** @returns whether there were any. */
  arrived(): boolean {
    return this._unsent.splice(0).length > 0;
  }

  /**
   * The record for a later page if the run ended before all messages were sent;
   * else null.
   */
  left(record: IRunRecord | null): IRunRecord | null {
    return record && this._unsent.length > 0
      ? { ...record, unsent: [...this._unsent] }
      : null;
  }
}

/** The most characters of a title that was made from a message. */
const TITLE = 60;

interface IThreadRecordOptions {
  id: string;
  threads: IThreads;
  /** Called if a change could not be stored. */
  onFailure(error: unknown): void;
}

/** The record of one thread, in memory and in storage. */
export class ThreadRecordWriter {
  private readonly _order = new SerialQueue();
  private _record: IThreadRecord | null = null;

  constructor(private readonly _options: IThreadRecordOptions) {}

  /** Null as long as nothing was said in the thread. */
  get current(): IThreadRecord | null {
    return this._record;
  }

  async load(): Promise<IThreadRecord | null> {
    const { threads, id } = this._options;
    this._record = (await threads.get(id)) ?? null;
    return this._record;
  }

  /**
   * Creates the record with the first message, which gives the title; a draft
   * may have created it before.
   */
  async begin(text: string, notebook: string): Promise<void> {
    const { threads, id } = this._options;
    await this._order.run(async () => {
      this._record ??= await threads.create(id, notebook);
      const title = titleOf(text);
      if (title && !this._record.named && !this._record.title) {
        await this._put({ title });
      }
    });
  }

  /**
   * Changes the record; durable once this resolves.
   *
   * @throws the error of storage.
   */
  async write(change: Partial<IThreadRecord>): Promise<void> {
    await this._order.run(async () => {
      if (this._record) {
        await this._put({ updated: Date.now(), ...change });
      }
    });
  }

  /**
   * Queues a change of the record; a failure is reported, and nobody waits for
   * it.
   */
  note(change: Partial<IThreadRecord>): void {
    this.write(change).catch((error: unknown) =>
      this._options.onFailure(error)
    );
  }

  /** Resolves once every change so far is durable, or could not be stored. */
  async settled(): Promise<void> {
    await this._order.run(async () => undefined);
  }

  private async _put(change: Partial<IThreadRecord>): Promise<void> {
    const { threads, id } = this._options;
    // In memory first: if storage fails, the thread is still right in this
    // page.
    this._record = { ...(this._record as IThreadRecord), ...change };
    await threads.update(id, change);
  }
}

/** The first words of a message. */
function titleOf(text: string): string {
  const line = text.trim().split('\n', 1)[0].trim().replace(/\s+/g, ' ');
  if (line.length <= TITLE) {
    return line;
  }
  const cut = line.slice(0, TITLE);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > TITLE / 2 ? end : TITLE)}…`;
}
