import type {
  AgentCommand,
  AgentEvent,
  EventBody,
  IAgent,
  IInterruptStatus,
  IJournal,
  IMemories,
  IReports,
  ISkillInfo,
  ITabRequests,
  IThreadLock,
  IThreadHistory,
  IThreads,
  ITranslator,
  TabAnswer,
  IThreadRecord
} from '../../contract';
import { Listeners } from '../../contract/util/listeners';
import type { IEngineAgent } from './engine-agent';
import { EventBroadcast } from './event-broadcast';
import { isHeardEvent } from './is-heard-event';
import { SharedThread } from './shared-thread';
import { pause } from '../util/pause';
import { PATIENCE, TabAsks } from './tab-asks';
import type { ITabChannel, TabMessage } from './tab-channel';
import { isKept } from '../../contract/agent/agent-event';
import { waitingIn } from '../../contract/agent/waiting-in';

export interface ISharedAgentOptions {
  engine: IEngineAgent;
  threads: Pick<IThreads, 'get' | 'history'>;
  journal: Pick<IJournal, 'call'>;
  lock: IThreadLock;
  /** Requests between tabs. */
  requests: ITabRequests;
  /** Null if there is none: other tabs are then only locked out. */
  channel: ITabChannel | null;
  trans: ITranslator;
  /** Path of the notebook in front in this tab. */
  front(): string | undefined;
  /** Updates an open notebook with what another tab has saved. */
  refresh(path: string): Promise<void>;
}

/** Most conversations followed in one page, including those of other tabs. */
const MAX_THREADS = 200;

/**
 * The agent of this page, which shares its threads with the other tabs: each
 * thread is driven by one of them, and all of them show it live. Histories come
 * from storage, so that viewing a thread loads no engine.
 */
export class SharedAgent implements IAgent {
  readonly past: IThreadHistory;

  private readonly _asks: TabAsks;

  private readonly _broadcast: EventBroadcast;

  private readonly _recent = new RecentEvents();

  private readonly _threads = new Map<string, SharedThread>();

  private readonly _listeners = new Listeners<[AgentEvent]>();

  /** Events from other tabs that are not shown yet, by thread. */
  private readonly _heard = new Map<string, Promise<void>>();

  /** Warnings about other tabs that are already in the console. */
  private readonly _warned = new Set<string>();

  /** As long as there are no other tabs, nothing is sent. */
  private _hasOthers = false;

  constructor(private readonly _options: ISharedAgentOptions) {
    const { engine, channel, requests } = _options;
    this._asks = new TabAsks(channel, requests);
    this._broadcast = new EventBroadcast(event =>
      channel?.post({ type: 'event', event })
    );
    engine.subscribe(event => this._onEngineEvent(event));
    channel?.listen(message => this._onMessage(message));
    channel?.post({ type: 'hello' });
    this.past = engine.past;
  }

  async send(command: AgentCommand): Promise<void> {
    const { threadId, type } = command;
    if (type === 'leave') {
      // This command is only for an engine, together with releasing the lock.
      return;
    }
    // Must happen before the first wait and before another tab gets the
    // command, because another notebook is in front there.
    const addressed = this._addressed(command);
    try {
      await this._thread(threadId).send(addressed);
    } catch (error) {
      console.error('Cellwright: a command failed', type, error);
      const { trans } = this._options;
      this._tell(threadId, {
        type: 'notice',
        code: 'storage',
        text: trans.__(
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
    const stored = await this._options.threads.history(threadId);
    return this._recent.complete(threadId, stored);
  }

  async getInterruptStatus(threadId: string): Promise<IInterruptStatus> {
    const { engine, threads } = this._options;
    const thread = this._thread(threadId);
    if (thread.isDriven) {
      return engine.getInterruptStatus(threadId);
    }
    const record = await threads.get(threadId);
    const history =
      record && record.pending > 0 ? await this.history(threadId) : [];
    return threadStanding(record, history, thread.isWatched);
  }

  async validateArgs(
    tool: string,
    args: Record<string, unknown>
  ): Promise<string | null> {
    return (await this._options.engine.validateArgs?.(tool, args)) ?? null;
  }

  async skills(): Promise<readonly ISkillInfo[]> {
    return (await this._options.engine.skills?.()) ?? [];
  }

  get reports(): IReports | undefined {
    return this._options.engine.reports;
  }

  async memories(): Promise<IMemories | null> {
    return (await this._options.engine.memories?.()) ?? null;
  }

  private _addressed(command: AgentCommand): AgentCommand {
    const notebook = this._options.front();
    return command.type === 'start' && !command.notebook && notebook
      ? { ...command, notebook }
      : command;
  }

  private _onEngineEvent(event: AgentEvent): void {
    if (!this._thread(event.threadId).onEvent(event)) {
      return;
    }
    this._pass(event);
    if (this._hasOthers) {
      this._broadcast.push(event);
    }
  }

  private _onMessage(message: TabMessage): void {
    switch (message.type) {
      case 'hello':
        this._hasOthers = true;
        // Answered every time: a tab that has reloaded does not know the
        // others.
        if (!message.back) {
          this._options.channel?.post({ type: 'hello', back: true });
        }
        break;
      case 'event':
        if (!isHeardEvent(message.event)) {
          this._warnOnce('Cellwright: another tab sent an unknown event');
        } else if (this._hasRoomFor(message.event.threadId)) {
          this._hear(message.event);
        }
        break;
      case 'driven':
        if (this._hasRoomFor(message.threadId)) {
          this._thread(message.threadId).heardDriver();
        }
        break;
      case 'ask':
        this._hasOthers = true;
        void this._answer(message.id, message.threadId);
        break;
      case 'answer':
        void this._asks.look(message.id);
        break;
    }
  }

  /** Limits how much memory a page that invents conversations can use. */
  private _hasRoomFor(threadId: string): boolean {
    if (this._threads.has(threadId) || this._threads.size < MAX_THREADS) {
      return typeof threadId === 'string';
    }
    this._warnOnce(
      `Cellwright: another page of this site tells of more than ${MAX_THREADS} conversations. Those over the limit are ignored.`
    );
    return false;
  }

  private _warnOnce(text: string): void {
    if (!this._warned.has(text)) {
      this._warned.add(text);
      console.warn(text);
    }
  }

  private _hear(event: AgentEvent): void {
    this._hasOthers = true;
    const { threadId } = event;
    if (!this._thread(threadId).onForeignEvent(event)) {
      return;
    }
    const before = this._heard.get(threadId);
    if (!before && !isAsking(event)) {
      this._show(event);
      return;
    }
    const shown = Promise.resolve(before).then(async () => {
      const events = isAsking(event) ? await this._kept(event) : event;
      if (events) {
        this._show(events);
      }
      if (this._heard.get(threadId) === shown) {
        this._heard.delete(threadId);
      }
    });
    this._heard.set(threadId, shown);
  }

  private _show(event: AgentEvent): void {
    if (!this._recent.wasGiven(event)) {
      this._pass(event);
    }
  }

  /** The question as it was stored by the tab that asks it. */
  private async _kept(event: AgentEvent): Promise<AgentEvent | null> {
    const until = Date.now() + PATIENCE;
    do {
      try {
        const stored = await this._options.threads.history(event.threadId);
        const same = stored.findLast(each => isSameAsking(each, event));
        if (same) {
          return same;
        }
      } catch (error) {
        console.warn(
          'Cellwright could not read a request of another tab',
          error
        );
      }
      await pause(LOOK_AGAIN);
    } while (Date.now() < until);
    console.warn(
      'Cellwright: a request said to come from another tab is ignored'
    );
    return null;
  }

  private async _answer(id: string, threadId: string): Promise<void> {
    const take = (): Promise<AgentCommand | undefined> =>
      this._options.requests.take(threadId, id);
    try {
      await this._threads.get(threadId)?.asked(take, answer => {
        void this._leaveAnswer(threadId, id, answer);
      });
    } catch (error) {
      // The other tab gets no answer, and tells the person so.
      console.error('Cellwright: another tab’s command failed', error);
    }
  }

  /**
   * Nothing waits for it: the command is carried out, whatever happens to the
   * answer.
   */
  private async _leaveAnswer(
    threadId: string,
    id: string,
    answer: TabAnswer
  ): Promise<void> {
    try {
      await this._options.requests.answer(threadId, id, answer);
    } catch (error) {
      // The other tab assumes that the command is being carried out.
      console.warn('Cellwright could not answer another tab', error);
      return;
    }
    // Sends the events so far before those that the command causes.
    this._broadcast.flush();
    this._options.channel?.post({ type: 'answer', id });
  }

  private _thread(id: string): SharedThread {
    let thread = this._threads.get(id);
    if (!thread) {
      thread = new SharedThread(id, {
        ...this._options,
        asks: this._asks,
        history: threadId => this.history(threadId),
        tell: (threadId, body) => this._tell(threadId, body),
        announce: threadId =>
          this._options.channel?.post({ type: 'driven', threadId })
      });
      this._threads.set(id, thread);
    }
    return thread;
  }

  private _tell(threadId: string, body: EventBody): void {
    this._pass({ ...body, threadId, time: Date.now() });
  }

  private _pass(event: AgentEvent): void {
    this._recent.add(event);
    this._listeners.tell(event);
  }
}

/** How often to look for what is still being written, in ms. */
const LOOK_AGAIN = 50;

/** Whether an event shows something to decide on. */
function isAsking({ type }: AgentEvent): boolean {
  return (
    type === 'review-opened' ||
    type === 'review-voided' ||
    type === 'interrupt-opened'
  );
}

function isSameAsking(one: AgentEvent, other: AgentEvent): boolean {
  return one.time === other.time && askingId(one) === askingId(other);
}

function askingId(event: AgentEvent): string {
  switch (event.type) {
    case 'review-opened':
      return `opened ${event.interruptId}`;
    case 'review-voided':
      return `voided ${event.interruptId} ${event.card?.callId}`;
    case 'interrupt-opened':
      return `asked ${event.interrupt?.interrupt_id}`;
    default:
      return '';
  }
}

/** More than are ever waiting to be written at once. */
const MAX_COUNT = 64;

/**
 * The last events of each thread. A history read from storage may lack those
 * that are not written yet. These complete it, so that it has everything up to
 * when it is returned, and every later event is new.
 */
class RecentEvents {
  private readonly _threads = new Map<string, AgentEvent[]>();

  private readonly _given = new Map<string, ReadonlySet<string>>();

  add(event: AgentEvent): void {
    const { threadId } = event;
    if (event.type === 'branch') {
      // From here on, another history applies.
      this._threads.delete(threadId);
    }
    if (!isKept(event)) {
      return;
    }
    const events = this._threads.get(threadId) ?? [];
    events.push(event);
    this._threads.set(threadId, events.slice(-MAX_COUNT));
  }

  /**
   * The stored events of a thread, followed by the recent ones that are
   * missing.
   */
  complete(threadId: string, stored: AgentEvent[]): AgentEvent[] {
    const recent = this._threads.get(threadId) ?? [];
    const whole = [...stored, ...recent.slice(overlap(stored, recent))];
    this._given.set(threadId, new Set(whole.slice(-MAX_COUNT).map(mark)));
    return whole;
  }

  /**
   * Whether a returned history already contains it, because storage was faster.
   */
  wasGiven(event: AgentEvent): boolean {
    return (
      isKept(event) &&
      this._given.get(event.threadId)?.has(mark(event)) === true
    );
  }
}

/** How many of the recent events are among the stored ones. */
function overlap(
  stored: readonly AgentEvent[],
  recent: readonly AgentEvent[]
): number {
  const ends = stored.slice(-2 * MAX_COUNT).map(mark);
  const marks = recent.map(mark);
  if (marks.length > 0 && ends.includes(marks[marks.length - 1])) {
    return marks.length;
  }
  for (let length = Math.min(ends.length, marks.length); length > 0; length--) {
    if (ends.slice(-length).every((each, index) => each === marks[index])) {
      return length;
    }
  }
  return 0;
}

/** Identifies an event; all copies of an event have the same mark. */
function mark(event: AgentEvent): string {
  const { type, time } = event;
  const named = event as Partial<Record<(typeof NAMES)[number], string>>;
  return [type, time, ...NAMES.map(name => named[name] ?? '')].join(' ');
}

const NAMES = ['messageId', 'callId', 'interruptId', 'runId'] as const;

/**
 * The state of a thread, as far as what is stored of it shows.
 *
 * @param isDriven whether another tab works on it.
 */
function threadStanding(
  record: Pick<IThreadRecord, 'run' | 'pending'> | undefined,
  history: readonly AgentEvent[],
  isDriven: boolean
): IInterruptStatus {
  const waiting = record && record.pending > 0 ? waitingIn(history) : [];
  if (waiting.length > 0) {
    return { state: 'waiting', waiting };
  }
  const state = record?.run ? (isDriven ? 'running' : 'interrupted') : 'idle';
  return { state, waiting };
}
