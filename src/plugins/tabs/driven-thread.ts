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
  /** Takes into an open notebook what another tab has saved. */
  refresh(path: string): Promise<void>;
}

/** What takes effect at once, whatever the thread is still brought back from. */
const AT_ONCE: ReadonlySet<AgentCommand['type']> = new Set([
  'stop',
  'queue',
  'turn-rule',
  'policy-changed',
  'restart-kernel'
] as const);

/** A thread that this tab drives, from the time it took it until it lets go. */
export class DrivenThread {
  private readonly _calls: DispatchWatch;

  /** Once, with the first command; again where what is kept could not be read. */
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

  /** Does what the person said, once the thread is as they left it. */
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

  /** The engine has told something of it. @returns whether it counts. */
  told(event: AgentEvent): boolean {
    this._calls.note(event);
    // What it still says on its way out, nobody is to hear.
    return !this._isLetGo;
  }

  /** Nothing goes on in it and nothing waits. */
  async isIdle(): Promise<boolean> {
    if (this._driving.size > 0) {
      return false;
    }
    const { state } = await this._parts.engine.getInterruptStatus(this._id);
    return state === 'idle' || state === 'interrupted';
  }

  /** Why no other tab may have it now, for the person there; null where one may. */
  async keptBy(): Promise<string | null> {
    const { trans } = this._parts;
    if ([...this._driving].some(({ type }) => type === 'undo')) {
      return trans.__(
        'The other tab is taking something back. You can take over when it is done.'
      );
    }
    return (await this._calls.isDispatched())
      ? trans.__(
          'The other tab is running code for this conversation. You can take over when it is done, or stop it first.'
        )
      : null;
  }

  /** Lets go of it, without an end of what goes on in it. */
  async leave(): Promise<void> {
    this._isLetGo = true;
    await this._parts.engine.send({ type: 'leave', threadId: this._id });
    await this._hold.release();
  }

  /**
   * What an earlier page or another tab left of it comes back first. The promise
   * is in an object: that it was sent is one thing, that it is done another.
   */
  private async _restore(): Promise<{ opened: Promise<void> }> {
    const { engine, threads, refresh } = this._parts;
    const record = await threads.get(this._id);
    if (record && this._wasElsewhere) {
      // The cells that were made there.
      await refresh(record.notebook);
    }
    return {
      opened: record
        ? engine.send({ type: 'open', threadId: this._id })
        : Promise.resolve()
    };
  }
}
