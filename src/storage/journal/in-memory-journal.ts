import {
  type AgentEvent,
  type IBranch,
  type IBranchRecord,
  type ICallRecord,
  type IDecisionRecord,
  type IEffectRecord,
  type IIntentRecord,
  type IJournal,
  type IOutcomeRecord,
  type UnclearChoice,
  branchOf,
  graphThreadId
} from '../../contract';
import {
  affected,
  blankCall,
  chosen,
  decided,
  finished,
  undecided
} from './blank-call';
import { logOf } from '../events/read-display-log';

interface IBranchRecords {
  calls: Map<string, ICallRecord>;
  shown: AgentEvent[];
  facts: Record<string, string>;
}

/** A journal that lives as long as the page. */
export class InMemoryJournal implements IJournal {
  /** The branches of a thread, as known to `InMemoryThreads`. */
  branchesOf: (threadId: string) => readonly IBranchRecord[] = () => [];
  private readonly _branches = new Map<string, IBranchRecords>();

  async decide(at: IBranch, record: IDecisionRecord): Promise<boolean> {
    const after = decided(this._call(at, record.callId), record);
    if (after) {
      this._put(at, after);
    }
    return after !== null;
  }

  async decision(
    at: IBranch,
    callId: string
  ): Promise<IDecisionRecord | undefined> {
    return this._call(at, callId)?.decision;
  }

  async voidDecision(at: IBranch, callId: string): Promise<void> {
    const after = undecided(this._call(at, callId));
    if (after) {
      this._put(at, after);
    }
  }

  async intend(at: IBranch, intent: IIntentRecord): Promise<ICallRecord> {
    const before = this._call(at, intent.callId) ?? blankCall(intent.callId);
    if (!before.intent) {
      this._put(at, { ...before, intent });
    }
    return before;
  }

  async effect(
    at: IBranch,
    callId: string,
    effect: IEffectRecord | readonly IEffectRecord[],
    instead = false
  ): Promise<void> {
    const effects = [effect].flat();
    this._put(at, affected(this._call(at, callId), effects, instead));
  }

  async finish(at: IBranch, outcome: IOutcomeRecord): Promise<void> {
    const after = finished(this._call(at, outcome.callId), outcome);
    if (after) {
      this._put(at, after);
    }
  }

  async call(at: IBranch, callId: string): Promise<ICallRecord | undefined> {
    return this._call(at, callId);
  }

  async choose(
    at: IBranch,
    callId: string,
    choice: UnclearChoice
  ): Promise<boolean> {
    const call = this._call(at, callId);
    const after = call ? chosen(call, choice) : null;
    after?.forEach(record => this._put(at, record));
    return after !== null;
  }

  async calls(at: IBranch, runId?: string): Promise<ICallRecord[]> {
    return [...this._of(at).calls.values()].filter(
      ({ intent }) => intent && (!runId || intent.runId === runId)
    );
  }

  async show(at: IBranch, event: AgentEvent): Promise<void> {
    this._of(at).shown.push(event);
  }

  async shown(at: IBranch): Promise<AgentEvent[]> {
    const { threadId } = at;
    return logOf(at.branch, this.branchesOf(threadId), branch => [
      ...this._of({ threadId, branch }).shown
    ]);
  }

  async remember(at: IBranch, facts: Record<string, string>): Promise<void> {
    Object.assign(this._of(at).facts, facts);
  }

  async remembered(at: IBranch): Promise<Record<string, string>> {
    return { ...this._of(at).facts };
  }

  /** Removes a thread with all its branches. */
  forget(threadId: string): void {
    for (const key of this._branches.keys()) {
      if (branchOf(key).threadId === threadId) {
        this._branches.delete(key);
      }
    }
  }

  /** The events of every branch of a thread. */
  shownAnywhere(threadId: string): AgentEvent[] {
    return [...this._branches].flatMap(([key, { shown }]) =>
      branchOf(key).threadId === threadId ? shown : []
    );
  }

  private _call(at: IBranch, callId: string): ICallRecord | undefined {
    return this._of(at).calls.get(callId);
  }

  private _put(at: IBranch, call: ICallRecord): void {
    this._of(at).calls.set(call.callId, call);
  }

  private _of(at: IBranch): IBranchRecords {
    const key = graphThreadId(at);
    let records = this._branches.get(key);
    if (!records) {
      records = { calls: new Map(), shown: [], facts: {} };
      this._branches.set(key, records);
    }
    return records;
  }
}
