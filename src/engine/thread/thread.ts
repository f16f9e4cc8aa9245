import { v4 as uuid } from '@langchain/core/utils/uuid';
import {
  isDamagedError,
  type AgentEvent,
  type IBranch,
  type IForkCommand,
  type IRetryCommand,
  EFFECTS,
  TURN_EFFECTS,
  reviewLevel,
  type Effect,
  type IServerTool,
  type ReviewLevel
} from '../../contract';
import type { IRunDependencies } from '../run/run-dependencies';
import { Branches } from './branches';
import { causeIn } from '../errors';
import { AgentMemoryStore } from '../run/agent-memory';
import {
  MessageQueue,
  EventLog,
  ThreadRecordWriter,
  noteFailure,
  settle,
  type IThreadContext,
  keepMemory
} from './thread-context';
import { CallQuestions } from '../interrupts/call-questions';
import { resumeThread } from './resume-thread';
import { RunManager } from '../run/run-manager';
import type { ITakenBack } from '../history/undoing';

interface IThreadOptions extends Omit<IRunDependencies, 'tell'> {
  /** Receives every event. */
  emit(event: AgentEvent): void;
  /**
   * Called when nothing works on the thread any more, so that it must be made
   * again.
   */
  onGone(): void;
}

/**
 * A conversation: its stored state, and its runs, one after the other. Opened
 * before anything else, so that the work an earlier page left comes first.
 */
export class Thread {
  /** What is allowed for the rest of a turn, or of a plan. */
  readonly turn: TurnControl;
  readonly runs: RunManager;
  private readonly _options: IThreadOptions;
  private readonly _state: IThreadContext;
  private readonly _branches: Branches;
  private _opening: Promise<boolean> | null = null;
  private _isOpen = false;
  private _isGone = false;
  /** The work that was started when the thread was opened. */
  private _going: Promise<void> = Promise.resolve();

  constructor(options: IThreadOptions) {
    this._options = options;
    const { id, journal, trans, threads, emit } = options;
    const onFailure = (error: unknown): void => noteFailure(this._state, error);
    const log = new EventLog({
      threadId: id,
      journal,
      trans,
      emit,
      onFailure,
      onPending: pending => record.note({ pending })
    });
    const record = new ThreadRecordWriter({ id, threads, onFailure });
    this._state = {
      parts: { ...options, tell: log.tell },
      log,
      record,
      memoryStore: new AgentMemoryStore(journal),
      queue: new MessageQueue(log.tell, queued => record.note({ queued })),
      questions: new CallQuestions({ trans, log }),
      onFenced: () => this.fenced()
    };
    this.runs = new RunManager(this._state);
    this._branches = new Branches(this._state, this.runs);
    this.turn = new TurnControl(this._state, this.runs, () =>
      this.policyChanged()
    );
  }

  /** The current branch. */
  get at(): IBranch {
    return this._state.log.at;
  }

  get isOpen(): boolean {
    return this._isOpen;
  }

  /** Resolves when the work that was started on opening pauses or ends. */
  get going(): Promise<void> {
    return this._going;
  }

  /**
   * Restores the state that an earlier page left, once.
   *
   * @returns whether the thread can be worked on: it can be read.
   */
  open(): Promise<boolean> {
    this._opening ??= this._open().catch(async (error: unknown) => {
      if (causeIn(error, isDamagedError)) {
        this._tellDamaged();
        return false;
      }
      this._opening = null;
      throw error;
    });
    return this._opening;
  }

  /**
   * Repeats what failed, or continues what a closed page or a limit cut short.
   */
  async retry({ summarise, mode }: IRetryCommand): Promise<void> {
    if (this.runs.isBusy) {
      return;
    }
    const { cut } = this.runs;
    if (cut) {
      const proceed = await resumeThread(this._state, this.runs, cut, true);
      await proceed();
    } else {
      await this.runs.retry(summarise, mode);
    }
  }

  /**
   * Called when the standing rules have changed: what they allow now need not
   * wait.
   */
  async policyChanged(): Promise<void> {
    if (!this.runs.hasNotebook) {
      // The cards are checked again when the notebook is open.
      return;
    }
    await this.runs.cards.decideByRules();
  }

  /** Begins a branch, and continues in it. */
  async fork(command: IForkCommand): Promise<void> {
    await this.runs.stop();
    const message = await this._branches.fork(command);
    if (message) {
      await this.runs.start({ messageId: uuid(), ...message });
    }
  }

  /** Makes another branch the current one. */
  async switchTo(branch: string): Promise<void> {
    if (this._branches.isOther(branch)) {
      await this.runs.stop();
      await this._branches.switchTo(branch);
    }
  }

  /** Undoes what a run changed; nothing else runs meanwhile. */
  async undo(apply: (at: IBranch) => Promise<ITakenBack>): Promise<void> {
    const { log, memoryStore } = this._state;
    const { events, taken } = await this.runs.inTurn(async () => {
      await this.runs.run?.saver.flush();
      return apply(log.at);
    });
    events.forEach(event => log.tell(event));
    memoryStore.memory.undone.push(...taken);
    await settle(this._state);
  }

  async restartKernel(): Promise<void> {
    const { workspace } = this._state.parts;
    await (this.runs.notebook ?? workspace.bind()).restartKernel();
  }

  /**
   * Hands the thread to another tab. Ends, closes and writes nothing; resolves
   * when nothing works on the thread any more.
   */
  async leave(): Promise<void> {
    const run = this.runs.run;
    this._goAway();
    await run?.calls.settled(LEAVE_PATIENCE);
    // The other tab reads the notebook's file.
    await run?.saver.flushWithin();
  }

  /** Called when a write was refused because another tab has the thread. */
  fenced(): void {
    if (!this._isGone) {
      this._goAway();
      this._state.log.tellHere({ type: 'driver', here: false });
    }
  }

  private async _open(): Promise<boolean> {
    const { log, record, memoryStore, queue } = this._state;
    const current = await record.load();
    if (current?.damaged) {
      this._tellDamaged();
      return false;
    }
    if (current) {
      log.branch = current.branch;
      await memoryStore.load(log.at);
      // A message that is already there was sent; if it is sent again, it is
      // ignored.
      const messages = await this.runs.messages();
      queue.takeOver(
        current.queued,
        messages.map(message => message.id ?? '')
      );
    }
    // A conversation from a file has nothing in progress.
    const proceed =
      current?.run &&
      (await resumeThread(this._state, this.runs, current.run, false));
    this._isOpen = true;
    this._going = Promise.resolve(proceed?.()).catch((error: unknown) =>
      noteFailure(this._state, error)
    );
    return true;
  }

  /** Opens it for viewing only; nothing of it is continued. */
  private _tellDamaged(): void {
    const { log, parts, record } = this._state;
    this.runs.letGo();
    log.tellHere({
      type: 'notice',
      code: 'storage',
      text:
        record.current?.damaged ??
        parts.trans.__(
          'Part of this conversation cannot be read. You can look at the rest; to go on, begin a new conversation.'
        )
    });
  }

  private _goAway(): void {
    this._isGone = true;
    this._isOpen = false;
    this._state.log.mute();
    this.runs.letGo();
    this._options.onGone();
  }
}

/** How long leaving waits for running calls, in ms. */
const LEAVE_PATIENCE = 5000;

/** What a person allows for the rest of a turn, or of a plan. */
class TurnControl {
  constructor(
    private readonly _state: IThreadContext,
    private readonly _runs: RunManager,
    /** Reviews pending calls again. */
    private readonly _onChange: () => Promise<void>
  ) {}

  /** "Approve the rest of this turn", including what is pending now. */
  async allow(
    on: boolean,
    effects: readonly Effect[] = on ? TURN_EFFECTS : EFFECTS
  ): Promise<void> {
    if (!on) {
      await this._askMore('cell');
    }
    await this._set(on, effects);
  }

  /**
   * How much is asked for the rest of the plan: more than before, never less.
   */
  async setPlanLevel(level: ReviewLevel): Promise<void> {
    if (await this._askMore(level)) {
      await this._set(false, TURN_EFFECTS);
    }
  }

  /** Allows a tool of a server for the rest of this turn. */
  async allowTool(tool: IServerTool): Promise<void> {
    const turn = this._runs.run?.turn;
    if (turn) {
      turn.allowTool(tool);
      this._runs.tellTurn();
      await this._onChange();
    }
  }

  private async _set(on: boolean, effects: readonly Effect[]): Promise<void> {
    const turn = this._runs.run?.turn;
    const forgot = !on && turn?.forgetTools();
    if (turn?.allow(effects, on) || forgot) {
      this._runs.tellTurn();
      await this._onChange();
    }
  }

  /** @returns whether that is more than was asked before. */
  private async _askMore(level: ReviewLevel): Promise<boolean> {
    const { memory } = this._state.memoryStore;
    const levels = reviewLevel.options;
    const { plan, level: now = 'cell' } = memory;
    if (!plan || levels.indexOf(level) >= levels.indexOf(now)) {
      return false;
    }
    memory.level = level;
    this._state.log.tell({ type: 'plan-level', plan, level });
    // A later page asks as much.
    await keepMemory(this._state);
    return true;
  }
}
