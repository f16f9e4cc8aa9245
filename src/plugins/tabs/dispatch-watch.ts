import type { AgentEvent, IJournal, IThreads } from '../../contract';

export interface IDispatchWatchParts {
  threads: Pick<IThreads, 'get'>;
  journal: Pick<IJournal, 'call'>;
}

/** Knows whether a call of a thread is in progress in a kernel or a shell. */
export class DispatchWatch {
  /** Calls that have begun and not ended, by the thread's events. */
  private readonly _running = new Set<string>();

  constructor(
    private readonly _threadId: string,
    private readonly _parts: IDispatchWatchParts
  ) {}

  note(event: AgentEvent): void {
    switch (event.type) {
      case 'call-started':
        this._running.add(event.callId);
        break;
      case 'call-finished':
        this._running.delete(event.callId);
        break;
      case 'run-finished':
        this.clear();
        break;
    }
  }

  clear(): void {
    this._running.clear();
  }

  /** Whether a call was dispatched and has no outcome yet. */
  async isDispatched(): Promise<boolean> {
    const { _threadId: threadId } = this;
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
}
