import { ENGLISH, ThreadError } from '../../contract';
import type {
  AgentEvent,
  IBranch,
  ICallRecord,
  IDecisionRecord,
  IEffectRecord,
  IIntentRecord,
  IJournal,
  IOutcomeRecord,
  ITranslator,
  UnclearChoice
} from '../../contract';
import {
  affected,
  blankCall,
  chosen,
  decided,
  finished,
  isUnrepeatable,
  undecided
} from './blank-call';
import { nextPlace, recordIn } from './record-in';
import { CallCache } from './call-cache';
import type {
  ICallRow,
  ThreadStore,
  ThreadWrite
} from '../database/thread-schema';
import type {
  IWriteOptions,
  ThreadDatabase
} from '../database/thread-database';
import { readDisplayLog } from '../events/read-display-log';
import { EventWriter } from '../events/event-writer';
import { addEvents } from '../events/add-events';
import { keysUnder } from '../database/keys-under';
import { readRows, unfoldRows } from '../database/read-rows';
import type { OnDamaged } from '../database/read-rows';
import { explainWriteError } from '../database/storage-errors';
import { putTexts } from '../database/put-texts';

export interface IDurableJournalOptions {
  trans?: ITranslator;
  /** Told of a record that could not be read; it is left out. */
  onDamaged?: OnDamaged;
}

/** What becomes of a call's record; null where nothing changes. */
type Change = (call: ICallRecord | undefined) => ICallRecord[] | null;

/** The journal in IndexedDB: each promise resolves once its record is durable. */
export class DurableJournal implements IJournal {
  readonly #database: ThreadDatabase;
  readonly #trans: ITranslator;
  readonly #onDamaged: OnDamaged;
  /** Events that wait to be written, by thread. */
  readonly #lanes = new Map<string, EventWriter>();
  readonly #atHand: CallCache;

  constructor(
    database: ThreadDatabase,
    { trans = ENGLISH, onDamaged = warn }: IDurableJournalOptions = {}
  ) {
    this.#database = database;
    this.#trans = trans;
    this.#onDamaged = onDamaged;
    this.#atHand = new CallCache(threadId => database.fence(threadId));
  }

  async decide(at: IBranch, record: IDecisionRecord): Promise<boolean> {
    const { changed } = await this.#change(
      at,
      record.callId,
      record,
      decision => call => one(decided(call, decision)),
      { strict: true }
    );
    return changed;
  }

  async decision(
    at: IBranch,
    callId: string
  ): Promise<IDecisionRecord | undefined> {
    return (await this.call(at, callId))?.decision;
  }

  isNew(at: IBranch, callId: string): void {
    this.#atHand.isNew(at, callId);
  }

  async voidDecision(at: IBranch, callId: string): Promise<void> {
    await this.#change(at, callId, null, () => call => one(undecided(call)));
  }

  async intend(at: IBranch, intent: IIntentRecord): Promise<ICallRecord> {
    const known = this.#atHand.known(at, intent.callId);
    const { before } = await this.#change(
      at,
      intent.callId,
      intent,
      folded =>
        (call = blankCall(intent.callId)) =>
          call.intent ? null : [{ ...call, intent: folded }],
      { begins: true }
    );
    const whole = known ? known.record : before && this.#unfold(at, before);
    return (await whole) ?? blankCall(intent.callId);
  }

  async effect(
    at: IBranch,
    callId: string,
    effect: IEffectRecord,
    instead = false
  ): Promise<void> {
    await this.#change(
      at,
      callId,
      effect,
      folded =>
        (call = blankCall(callId)) => [affected(call, folded, instead)],
      { strict: isUnrepeatable(effect) }
    );
  }

  async finish(
    at: IBranch,
    outcome: IOutcomeRecord,
    behind = false
  ): Promise<void> {
    await this.#change(
      at,
      outcome.callId,
      outcome,
      folded => call => one(finished(call, folded)),
      { behind }
    );
  }

  /** @throws ThreadError where its record cannot be read: it may have run. */
  call(at: IBranch, callId: string): Promise<ICallRecord | undefined> {
    return this.#atHand.read(at, callId, () => this.#call(at, callId));
  }

  async #call(at: IBranch, callId: string): Promise<ICallRecord | undefined> {
    const tx = this.#database.db.transaction('calls');
    tx.done.catch(() => undefined);
    const found = await this.#read(
      at.threadId,
      tx.store.openCursor(keysUnder(at.threadId, at.branch, callId), 'prev')
    );
    return found && (await this.#unfold(at, found.record));
  }

  async choose(
    at: IBranch,
    callId: string,
    choice: UnclearChoice
  ): Promise<boolean> {
    const { changed } = await this.#change(
      at,
      callId,
      null,
      () => call => (call ? chosen(call, choice) : null),
      { strict: true }
    );
    return changed;
  }

  async calls(at: IBranch, runId?: string): Promise<ICallRecord[]> {
    const { threadId, branch } = at;
    const damaged = (error: unknown): void => this.#onDamaged(threadId, error);
    const rows = await readRows(
      this.#database,
      'calls',
      keysUnder(threadId, branch),
      damaged
    );
    const latest = new Map<string, { order: number; record: ICallRecord }>();
    for (const { value } of rows) {
      const record = recordIn(value);
      if (value !== undefined && !record) {
        damaged(new Error('The record of a call cannot be read.'));
      }
      // Attempts of one call stand in order; the last one counts.
      if (record?.intent && (!runId || record.intent.runId === runId)) {
        latest.set(record.callId, { order: value?.begun?.[2] ?? 0, record });
      }
    }
    const inOrder = [...latest.values()].sort((a, b) => a.order - b.order);
    return (await unfoldRows(
      this.#database,
      threadId,
      inOrder.map(({ record }) => record),
      damaged
    )) as ICallRecord[];
  }

  show(at: IBranch, event: AgentEvent): Promise<void> {
    let lane = this.#lanes.get(at.threadId);
    if (!lane) {
      lane = new EventWriter(take =>
        this.#write(at.threadId, ['events', 'texts'], tx =>
          addEvents(
            tx.objectStore('events'),
            tx.objectStore('texts'),
            at.threadId,
            take()
          )
        )
      );
      this.#lanes.set(at.threadId, lane);
    }
    return lane.add({ branch: at.branch, event });
  }

  shown(at: IBranch): Promise<AgentEvent[]> {
    return readDisplayLog(this.#database, at, this.#onDamaged);
  }

  async remember(at: IBranch, facts: Record<string, string>): Promise<void> {
    const entries = Object.entries(facts);
    if (entries.length === 0) {
      return;
    }
    await this.#write(at.threadId, ['facts'], async tx => {
      const store = tx.objectStore('facts');
      for (const [name, fact] of entries) {
        await store.put(fact, [at.threadId, at.branch, name]);
      }
    });
  }

  async remembered({
    threadId,
    branch
  }: IBranch): Promise<Record<string, string>> {
    const rows = await readRows(
      this.#database,
      'facts',
      keysUnder(threadId, branch),
      error => this.#onDamaged(threadId, error)
    );
    return Object.fromEntries(
      rows.flatMap(({ key: [, , name], value }) =>
        typeof value === 'string' ? [[name, value]] : []
      )
    );
  }

  /**
   * Reads the latest attempt at a call and writes what becomes of it, in one
   * transaction: nothing can come between.
   *
   * @param addition what is new in it; `change` gets it as it is stored.
   */
  #change<T>(
    at: IBranch,
    callId: string,
    addition: T,
    change: (folded: T) => Change,
    { strict = false, begins = false, behind = false } = {}
  ): Promise<{ changed: boolean; before: ICallRecord | undefined }> {
    const { threadId, branch } = at;
    const known = this.#atHand.known(at, callId);
    const work = this.#write(
      threadId,
      ['calls', 'texts'],
      async tx => {
        const calls = tx.objectStore('calls');
        const found = await this.#read(
          threadId,
          calls.openCursor(keysUnder(threadId, branch, callId), 'prev')
        );
        const texts = tx.objectStore('texts');
        const folded = (await putTexts(texts, threadId, addition)) as T;
        const after = change(folded)(found?.record);
        let begun = found?.row.begun;
        if (after && begins && !begun) {
          begun = await nextPlace(calls, at);
        }
        for (const record of after ?? []) {
          await calls.put({ record, ...(begun && { begun }) }, [
            threadId,
            branch,
            callId,
            record.attempt
          ]);
        }
        return { changed: after !== null, before: found?.record };
      },
      // A call counts only where the checkpoint that holds it does.
      { strict, rests: true, behind }
    );
    return this.#atHand.changing(at, callId, work, ({ changed }) => {
      // The same change to what is known of it.
      const after = known && changed ? change(addition)(known.record) : null;
      return after?.length === 1 ? after[0] : null;
    });
  }

  /** What the cursor at the latest attempt stands on. */
  async #read(
    threadId: string,
    cursor: Promise<{ value: ICallRow } | null>
  ): Promise<{ row: ICallRow; record: ICallRecord } | undefined> {
    let row: ICallRow | undefined;
    try {
      row = (await cursor)?.value;
    } catch (error) {
      // Where another tab has the thread its transaction is aborted: nothing is
      // wrong with the record.
      if ((error as { name?: unknown } | null)?.name === 'AbortError') {
        throw error;
      }
      throw this.#unreadable(threadId, error);
    }
    if (row === undefined) {
      return undefined;
    }
    const record = recordIn(row);
    if (!record) {
      throw this.#unreadable(threadId);
    }
    return { row, record };
  }

  #unreadable(threadId: string, cause?: unknown): ThreadError {
    this.#onDamaged(threadId, cause ?? new Error('A call cannot be read.'));
    return new ThreadError(
      this.#trans.__(
        'The record of a step in this conversation cannot be read. Go on in a new conversation.'
      ),
      { cause }
    );
  }

  async #unfold(at: IBranch, record: ICallRecord): Promise<ICallRecord> {
    const [call] = await unfoldRows(
      this.#database,
      at.threadId,
      [record],
      error => this.#onDamaged(at.threadId, error)
    );
    return call as ICallRecord;
  }

  async #write<S extends ThreadStore, T>(
    threadId: string,
    stores: S[],
    act: (tx: ThreadWrite<(S | 'fences')[]>) => Promise<T> | T,
    options: IWriteOptions = {}
  ): Promise<T> {
    try {
      return await this.#database.write(threadId, stores, act, options);
    } catch (error) {
      throw explainWriteError(error, this.#trans);
    }
  }
}

function one<T>(item: T | null): T[] | null {
  return item === null ? null : [item];
}

const warn: OnDamaged = (threadId, error) =>
  console.warn(`Cellwright: a record of ${threadId} cannot be read`, error);
