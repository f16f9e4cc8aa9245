import type {
  AgentEvent,
  IDecisionRecord,
  IJournal,
  IOutcomeRecord
} from '../contract';

interface IThreadRecords {
  decisions: Map<string, IDecisionRecord>;
  begun: Set<string>;
  outcomes: Map<string, IOutcomeRecord>;
  shown: AgentEvent[];
}

/** A journal that lives as long as the page. */
export class MemoryJournal implements IJournal {
  readonly #threads = new Map<string, IThreadRecords>();

  async decide(threadId: string, record: IDecisionRecord): Promise<boolean> {
    const { decisions } = this.#thread(threadId);
    if (decisions.has(record.callId)) {
      return false;
    }
    decisions.set(record.callId, record);
    return true;
  }

  async decision(
    threadId: string,
    callId: string
  ): Promise<IDecisionRecord | undefined> {
    return this.#thread(threadId).decisions.get(callId);
  }

  async voidDecision(threadId: string, callId: string): Promise<void> {
    this.#thread(threadId).decisions.delete(callId);
  }

  async begin(threadId: string, callId: string): Promise<boolean> {
    const { begun } = this.#thread(threadId);
    if (begun.has(callId)) {
      return false;
    }
    begun.add(callId);
    return true;
  }

  async finish(threadId: string, outcome: IOutcomeRecord): Promise<void> {
    this.#thread(threadId).outcomes.set(outcome.callId, outcome);
  }

  async outcome(
    threadId: string,
    callId: string
  ): Promise<IOutcomeRecord | undefined> {
    return this.#thread(threadId).outcomes.get(callId);
  }

  async show(threadId: string, event: AgentEvent): Promise<void> {
    this.#thread(threadId).shown.push(event);
  }

  async shown(threadId: string): Promise<AgentEvent[]> {
    return [...this.#thread(threadId).shown];
  }

  #thread(threadId: string): IThreadRecords {
    let records = this.#threads.get(threadId);
    if (!records) {
      records = {
        decisions: new Map(),
        begun: new Set(),
        outcomes: new Map(),
        shown: []
      };
      this.#threads.set(threadId, records);
    }
    return records;
  }
}
