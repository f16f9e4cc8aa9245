import type {
  AgentCommand,
  AgentEvent,
  IJournal,
  IThreadHold,
  IThreads,
  ITranslator
} from '../../contract';
import { DispatchWatch } from './dispatch-watch';
import type { IEngineAgent } from './engine-agent';
import { once } from '../util/once';

export interface IDrivenThreadParts {
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
export class DrivenThread {
  private readonly _calls: DispatchWatch;

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
  ) {
    this._calls = new DispatchWatch(_id, _parts);
  }

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
  told(event: AgentEvent): boolean {
    this._calls.note(event);
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
    return (await this._calls.isDispatched())
      ? trans.__(
          'The other tab is running code for this conversation. You can take over when it is done, or stop it first.'
        )
      : null;
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
