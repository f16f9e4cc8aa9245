import type {
  AgentCommand,
  AgentEvent,
  EventBody,
  IThreadHold,
  IThreadLock,
  TabAnswer,
  IJournal,
  IThreads,
  ITranslator
} from '../../contract';
import { DriverWatch } from './driver-watch';
import { pause } from '../util/pause';
import { stillWanted } from './still-wanted';
import { PATIENCE, type TabAsks } from './tab-asks';
import type { IEngineAgent } from './engine-agent';
import { once } from '../util/once';

export interface ISharedThreadParts extends IDrivenThreadParts {
  lock: IThreadLock;
  asks: Pick<TabAsks, 'ask'>;
  /** All events of a thread so far. */
  history(threadId: string): Promise<AgentEvent[]>;
  /** Emits an event in this tab only. */
  tell(threadId: string, body: EventBody): void;
  /** Announces to other tabs that this one drives it. */
  announce(threadId: string): void;
}

/**
 * Commands that only apply to a run; ignored, without loading the engine, when
 * nothing runs.
 */
const OF_A_RUN: ReadonlySet<AgentCommand['type']> = new Set([
  'stop',
  'policy-changed',
  'restart-kernel'
] as const);

/**
 * Commands that begin something: an idle thread moves to the tab they come
 * from.
 */
const BEGINS: ReadonlySet<AgentCommand['type']> = new Set([
  'start',
  'retry',
  'fork',
  'switch',
  'undo'
] as const);

/** Events after which a refusal to hand over may no longer apply. */
const ENDS: ReadonlySet<AgentEvent['type']> = new Set([
  'call-finished',
  'undone',
  'run-finished'
] as const);

/** Events after which the notebook's file has more of what was done. */
const SAVES: ReadonlySet<AgentEvent['type']> = new Set([
  'notebook-saved',
  'undone',
  'run-finished'
] as const);

/** ms until a released thread can be taken. */
const HANDING_OVER = 100;

/**
 * One thread among the tabs of this browser. The tab that holds its lock drives
 * it: its engine runs there. All others watch, and forward the person's
 * commands.
 */
export class SharedThread {
  private readonly _driver: DriverWatch;

  private _driven: DrivenThread | null = null;

  private _taking: Promise<void> | null = null;

  private _leaving: Promise<void> | null = null;

  private _wasRefused = false;

  constructor(
    private readonly _id: string,
    private readonly _parts: ISharedThreadParts
  ) {
    const { lock, tell } = _parts;
    this._driver = new DriverWatch({
      threadId: _id,
      lock,
      onDriver: () => tell(_id, { type: 'driver', here: false }),
      onFree: () => tell(_id, { type: 'driver', here: false, free: true })
    });
  }

  /** Whether it is driven by this tab's engine. */
  get isDriven(): boolean {
    return this._driven !== null;
  }

  /** Whether another tab is known to drive it. */
  get isWatched(): boolean {
    return this._driver.isOn;
  }

  /** Handles a command of the person in this tab. */
  async send(command: AgentCommand): Promise<void> {
    await this._leaving;
    if (command.type === 'take-over') {
      await this._takeOver();
      return;
    }
    if (!(await this._isFor(command))) {
      return;
    }
    const driven = await this._take();
    if (driven) {
      await driven.drive(command);
    } else {
      this._driver.begin();
      await this._forward(command);
    }
  }

  /**
   * Handles a command that another tab has left; does nothing if this tab does
   * not drive.
   * @param take returns undefined if there is none, whoever claims it.
   */
  async asked(
    take: () => Promise<AgentCommand | undefined>,
    answer: (answer: TabAnswer) => void
  ): Promise<void> {
    await this._leaving;
    const driven = this._driven;
    const command = driven && (await take());
    if (!command) {
      return;
    }
    if (this._driven !== driven) {
      // The thread was released in the meantime.
      answer({ kind: 'yours' });
      return;
    }
    const { type } = command;
    if (type === 'take-over') {
      const why = await driven.keptBy();
      if (why) {
        answer({ kind: 'held', why });
        return;
      }
      await this._leave();
      answer({ kind: 'yours' });
    } else if (BEGINS.has(type) && (await driven.isIdle())) {
      await this._leave();
      answer({ kind: 'yours' });
    } else {
      answer({ kind: 'taken' });
      // A driven thread is already open, even while it is being restored.
      if (type !== 'open') {
        await driven.drive(command);
      }
      answer({ kind: 'done' });
    }
  }

  /** The engine has emitted an event of it. @returns whether to pass it on. */
  onEvent(event: AgentEvent): boolean {
    if (!this._driven?.onEvent(event)) {
      return false;
    }
    if (event.type === 'driver') {
      // A write was refused: another tab got the thread before this tab learnt
      // that it had lost the lock.
      if (!event.here) {
        this._lose();
      }
      return false;
    }
    return true;
  }

  /** Another tab has sent an event of it. @returns whether to show it. */
  onForeignEvent({ type }: AgentEvent): boolean {
    if (this._driven) {
      return false;
    }
    this._driver.begin();
    if (SAVES.has(type)) {
      void this._readNotebook();
    }
    if (this._wasRefused && ENDS.has(type)) {
      // The obstacle may be gone; if not, whoever asks again is told.
      this._wasRefused = false;
      this._parts.tell(this._id, { type: 'driver', here: false });
    }
    return true;
  }

  /** Another tab has said that it drives the thread. */
  heardDriver(): void {
    if (this._driver.isFree && !this._driven) {
      this._driver.begin();
    }
  }

  /** Shows the cells that another tab has created. */
  private async _readNotebook(): Promise<void> {
    const { threads, refresh } = this._parts;
    try {
      const record = await threads.get(this._id);
      if (record) {
        await refresh(record.notebook);
      }
    } catch (error) {
      console.warn('Cellwright: another tab’s cells cannot be shown', error);
    }
  }

  private async _isFor({ type }: AgentCommand): Promise<boolean> {
    if (this._driven || this._driver.isOn || !OF_A_RUN.has(type)) {
      return true;
    }
    const record = await this._parts.threads.get(this._id);
    return type === 'stop' && !!record && (!!record.run || record.pending > 0);
  }

  /**
   * Takes the thread if nobody drives it. @returns null if another tab does.
   */
  private async _take(): Promise<DrivenThread | null> {
    if (this._driven) {
      return this._driven;
    }
    this._taking ??= this._tryToTake().finally(() => {
      this._taking = null;
    });
    await this._taking;
    return this._driven;
  }

  private async _tryToTake(): Promise<void> {
    const { lock } = this._parts;
    let hold = await lock.take(this._id);
    if (!hold && !this._driver.isOn) {
      // A tab that waits for the lock to become free holds it for a moment.
      await pause(HANDING_OVER);
      hold = await lock.take(this._id);
    }
    if (hold) {
      this._begin(hold);
    }
  }

  private _begin(hold: IThreadHold): void {
    const { _id: id, _parts: parts } = this;
    const driven = new DrivenThread(id, hold, parts, this._driver.isOn);
    this._driven = driven;
    hold.lost.addEventListener('abort', () => {
      if (this._driven === driven) {
        this._lose();
      }
    });
    parts.announce(id);
    if (this._driver.end()) {
      parts.tell(id, { type: 'driver', here: true });
    }
  }

  /** Releases the thread, so that another tab can take it. */
  private async _leave(): Promise<void> {
    this._leaving ??= this._letGo().finally(() => {
      this._leaving = null;
    });
    await this._leaving;
  }

  private async _letGo(): Promise<void> {
    try {
      await this._driven?.leave();
    } finally {
      this._driven = null;
      // The tab it was released for takes it in a moment.
      this._driver.begin(PATIENCE);
    }
  }

  /** Another tab already has it. */
  private _lose(): void {
    this._leave().catch((error: unknown) => {
      console.error('Cellwright could not let go of a thread', error);
    });
  }

  private async _takeOver(): Promise<void> {
    const { asks, tell } = this._parts;
    const open: AgentCommand = { type: 'open', threadId: this._id };
    let driven = await this._take();
    if (!driven) {
      this._driver.begin();
      const command: AgentCommand = { type: 'take-over', threadId: this._id };
      const answer = await asks.ask(command).answer;
      if (answer?.kind === 'held') {
        this._wasRefused = true;
        tell(this._id, { type: 'driver', here: false, held: answer.why });
        return;
      }
      driven = await this._takeSoon(answer !== null);
    }
    if (driven) {
      await driven.drive(open);
    } else {
      this._tellSilence();
    }
  }

  /** Forwards what the person said in this tab to the other one. */
  private async _forward(command: AgentCommand, again = true): Promise<void> {
    const { asks, tell, trans } = this._parts;
    const { answer, done } = asks.ask(command);
    const message = await answer;
    if (message && message.kind !== 'yours') {
      if (await this._driver.goneBefore(done)) {
        await this._repeat(command);
      }
      return;
    }
    const driven = await this._takeSoon(message !== null);
    if (driven) {
      await driven.drive(command);
    } else if (message && again) {
      // A third tab was faster.
      await this._forward(command, false);
    } else if (command.type === 'open') {
      this._tellSilence();
    } else {
      tell(this._id, {
        type: 'notice',
        code: 'other',
        text: trans.__(
          'Another tab is working on this conversation and does not answer; nothing was done here. Close that tab, then try again.'
        )
      });
    }
  }

  private _tellSilence(): void {
    const { tell, trans } = this._parts;
    tell(this._id, {
      type: 'driver',
      here: false,
      held: trans.__(
        'The other tab does not answer. Close it, then go on here.'
      )
    });
  }

  /**
   * The tab that took the command is gone: does here what it had not done yet.
   */
  private async _repeat(command: AgentCommand): Promise<void> {
    const wanted = stillWanted(command, await this._parts.history(this._id));
    if (wanted) {
      await this.send(wanted);
    }
  }

  /** @param yielded whether the other tab has just released it. */
  private async _takeSoon(yielded: boolean): Promise<DrivenThread | null> {
    const until = Date.now() + (yielded ? PATIENCE : 0);
    let driven = await this._take();
    while (!driven && Date.now() < until) {
      await pause(HANDING_OVER);
      driven = await this._take();
    }
    return driven;
  }
}

interface IDrivenThreadParts {
  engine: IEngineAgent;
  threads: Pick<IThreads, 'get'>;
  journal: Pick<IJournal, 'call'>;
  trans: ITranslator;
  /** Updates an open notebook with what another tab has saved. */
  refresh(path: string): Promise<void>;
}

/**
 * Commands that take effect at once, even while the thread is still being
 * restored.
 */
const AT_ONCE: ReadonlySet<AgentCommand['type']> = new Set([
  'stop',
  'queue',
  'turn-rule',
  'policy-changed',
  'restart-kernel'
] as const);

/** A thread that this tab drives, from taking it until releasing it. */
class DrivenThread {
  /** Calls that have begun and not ended, by the thread's events. */
  private readonly _running = new Set<string>();

  /**
   * Runs once, with the first command; again if what is stored could not be
   * read.
   */
  private readonly _open = once(() => this._restore());

  private readonly _driving = new Set<AgentCommand>();

  private _isLetGo = false;

  /** @param _wasElsewhere whether another tab is known to have driven it. */
  constructor(
    private readonly _id: string,
    private readonly _hold: IThreadHold,
    private readonly _parts: IDrivenThreadParts,
    private readonly _wasElsewhere: boolean
  ) {}

  /** Carries out a command of the person, once the thread is restored. */
  async drive(command: AgentCommand): Promise<void> {
    const { type } = command;
    this._driving.add(command);
    try {
      const { opened } = await this._open();
      if (!AT_ONCE.has(type)) {
        await opened;
      }
      if (type !== 'open') {
        await this._parts.engine.send(command);
      }
    } finally {
      this._driving.delete(command);
    }
  }

  /** The engine has emitted an event of it. @returns whether to pass it on. */
  onEvent(event: AgentEvent): boolean {
    if (event.type === 'call-started') {
      this._running.add(event.callId);
    } else if (event.type === 'call-finished') {
      this._running.delete(event.callId);
    } else if (event.type === 'run-finished') {
      this._running.clear();
    }
    // Events that it emits after being released are dropped.
    return !this._isLetGo;
  }

  /** Whether nothing is running and nothing is waiting. */
  async isIdle(): Promise<boolean> {
    if (this._driving.size > 0) {
      return false;
    }
    const { state } = await this._parts.engine.getInterruptStatus(this._id);
    return state === 'idle' || state === 'interrupted';
  }

  /**
   * Why no other tab may take it now, for the person there; null if one may.
   */
  async keptBy(): Promise<string | null> {
    const { trans } = this._parts;
    if ([...this._driving].some(({ type }) => type === 'undo')) {
      return trans.__(
        'The other tab is undoing something. You can take over when it is done.'
      );
    }
    return (await this._isDispatched())
      ? trans.__(
          'The other tab is running code for this conversation. You can take over when it is done, or stop it first.'
        )
      : null;
  }

  /** Whether a call was dispatched and has no outcome yet. */
  private async _isDispatched(): Promise<boolean> {
    const { _id: threadId } = this;
    const { threads, journal } = this._parts;
    const branch = (await threads.get(threadId))?.branch ?? '';
    const calls = await Promise.all(
      [...this._running].map(id => journal.call({ threadId, branch }, id))
    );
    return calls.some(
      call =>
        call &&
        !call.outcome &&
        call.effects.some(({ kind }) => kind === 'run' || kind === 'shell')
    );
  }

  /** Releases it without ending what is going on in it. */
  async leave(): Promise<void> {
    this._isLetGo = true;
    await this._parts.engine.send({ type: 'leave', threadId: this._id });
    await this._hold.release();
  }

  /**
   * Restores what an earlier page load or another tab left. The inner promise
   * is wrapped in an object, because sending the command and completing it are
   * two things to wait for.
   */
  private async _restore(): Promise<{ opened: Promise<void> }> {
    const { engine, threads, refresh } = this._parts;
    const record = await threads.get(this._id);
    if (record && this._wasElsewhere) {
      // Loads the cells that were created there.
      await refresh(record.notebook);
    }
    return {
      opened: record
        ? engine.send({ type: 'open', threadId: this._id })
        : Promise.resolve()
    };
  }
}
