import {
  ENGLISH,
  ThreadError,
  type AgentEvent,
  type IBranch,
  type ICallRecord,
  type IDecisionRecord,
  type IEffectRecord,
  type IIntentRecord,
  type IJournal,
  type IOutcomeRecord,
  type ITranslator,
  type UnclearChoice
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
import { CallCache, type IFound } from './call-cache';
import { CallRows } from './call-rows';
import type {
  ThreadStoreName,
  ThreadWrite,
  IThreadSchema
} from '../database/thread-schema';
import type {
  IWriteOptions,
  ThreadDatabase
} from '../database/thread-database';
import { readDisplayLog } from '../events/read-display-log';
import { EndsOfLog } from '../events/ends-of-log';
import { EventWriter, type IShownEvent } from '../events/event-writer';
import { unawaited } from '../database/unawaited';
import { keysUnder } from '../database/keys-under';
import { readRows, type OnDamaged } from '../database/read-rows';
import { explainWriteError } from '../database/storage-errors';
import type { IDBPObjectStore } from 'idb';

interface IDurableJournalOptions {
  trans?: ITranslator;
  /** Called for a record that could not be read; it is left out. */
  onDamaged?: OnDamaged;
}

/** The changed record of a call; null if nothing changes. */
type Change = (call: ICallRecord | undefined) => ICallRecord[] | null;

/** The journal in IndexedDB: each promise resolves once its record is durable. */
export class DurableJournal implements IJournal {
  private readonly _database: ThreadDatabase;
  private readonly _trans: ITranslator;
  private readonly _onDamaged: OnDamaged;
  /** Events waiting to be written, by thread. */
  private readonly _lanes = new Map<string, EventWriter>();
  private readonly _atHand: CallCache;
  private readonly _rows: CallRows;

  constructor(
    database: ThreadDatabase,
    { trans = ENGLISH, onDamaged = warn }: IDurableJournalOptions = {}
  ) {
    this._database = database;
    this._trans = trans;
    this._onDamaged = onDamaged;
    this._atHand = new CallCache(threadId => database.fence(threadId));
    this._rows = new CallRows((threadId, cause) =>
      this._unreadable(threadId, cause)
    );
  }

  async decide(
    at: IBranch,
    record: IDecisionRecord,
    canWait = false
  ): Promise<boolean> {
    const { changed } = await this._change(
      at,
      record.callId,
      call => one(decided(call, record)),
      { strict: true, leads: canWait }
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
    this._atHand.isNew(at, callId);
  }

  async voidDecision(at: IBranch, callId: string): Promise<void> {
    await this._change(at, callId, call => one(undecided(call)));
  }

  async intend(
    at: IBranch,
    intent: IIntentRecord,
    canWait = false
  ): Promise<ICallRecord> {
    const { before } = await this._change(
      at,
      intent.callId,
      (call = blankCall(intent.callId)) =>
        call.intent ? null : [{ ...call, intent }],
      { begins: true, leads: canWait }
    );
    return before ?? blankCall(intent.callId);
  }

  async effect(
    at: IBranch,
    callId: string,
    effect: IEffectRecord | readonly IEffectRecord[],
    instead = false
  ): Promise<void> {
    const effects = [effect].flat();
    await this._change(at, callId, call => [affected(call, effects, instead)], {
      strict: effects.some(isUnrepeatable)
    });
  }

  async finish(
    at: IBranch,
    outcome: IOutcomeRecord,
    writeBehind = false
  ): Promise<void> {
    await this._change(
      at,
      outcome.callId,
      call => one(finished(call, outcome)),
      { writeBehind }
    );
  }

  /**
   * @throws ThreadError if its record cannot be read, because the call may have
   * run.
   */
  call(at: IBranch, callId: string): Promise<ICallRecord | undefined> {
    return this._atHand.read(at, callId, () => this._call(at, callId));
  }

  async choose(
    at: IBranch,
    callId: string,
    choice: UnclearChoice
  ): Promise<boolean> {
    const { changed } = await this._change(
      at,
      callId,
      call => (call ? chosen(call, choice) : null),
      { strict: true }
    );
    return changed;
  }

  async calls(at: IBranch, runId?: string): Promise<ICallRecord[]> {
    const { threadId, branch } = at;
    const damaged = (error: unknown): void => this._onDamaged(threadId, error);
    const rows = await readRows(
      this._database,
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
      // Attempts at a call are in order; the last one counts.
      if (record?.intent && (!runId || record.intent.runId === runId)) {
        latest.set(record.callId, { order: value?.begun?.[2] ?? 0, record });
      }
    }
    return [...latest.values()]
      .sort((a, b) => a.order - b.order)
      .map(({ record }) => record);
  }

  show({ threadId, branch }: IBranch, event: AgentEvent): Promise<void> {
    let queue = this._lanes.get(threadId);
    if (!queue) {
      const ends = new EndsOfLog(() => this._database.fence(threadId));
      queue = new EventWriter(take =>
        ends.following(() =>
          this._write(
            threadId,
            ['events'],
            tx => addEvents(tx, { threadId, ends, batch: take() }),
            { canWait: true }
          )
        )
      );
      this._lanes.set(threadId, queue);
    }
    return queue.add({ branch, event });
  }

  async shown(at: IBranch): Promise<AgentEvent[]> {
    const ended = this._lanes.get(at.threadId)?.settled();
    if (ended) {
      this._database.begin();
      await ended;
    }
    return readDisplayLog(this._database, at, this._onDamaged);
  }

  async remember(
    at: IBranch,
    facts: Record<string, string>,
    canWait = false
  ): Promise<void> {
    const entries = Object.entries(facts);
    if (entries.length === 0) {
      return;
    }
    await this._write(
      at.threadId,
      ['facts'],
      tx => {
        const store = tx.objectStore('facts');
        unawaited(
          entries.map(([name, fact]) =>
            store.put(fact, [at.threadId, at.branch, name])
          )
        );
      },
      { canWait }
    );
  }

  async remembered({
    threadId,
    branch
  }: IBranch): Promise<Record<string, string>> {
    const rows = await readRows(
      this._database,
      'facts',
      keysUnder(threadId, branch),
      error => this._onDamaged(threadId, error)
    );
    return Object.fromEntries(
      rows.flatMap(({ key: [, , name], value }) =>
        typeof value === 'string' ? [[name, value]] : []
      )
    );
  }

  private async _call(
    at: IBranch,
    callId: string
  ): Promise<ICallRecord | undefined> {
    const tx = this._database.db.transaction('calls');
    tx.done.catch(() => undefined);
    const found = await this._rows.read(
      at,
      tx.store.openCursor(keysUnder(at.threadId, at.branch, callId), 'prev')
    );
    return found?.record;
  }

  /**
   * Reads the latest attempt at a call and writes the changed record in the
   * same transaction, so that nothing can come between.
   */
  private _change(
    at: IBranch,
    callId: string,
    change: Change,
    { begins = false, ...options }: IWriteOptions & { begins?: boolean } = {}
  ): Promise<{ changed: boolean; before: ICallRecord | undefined }> {
    const { threadId } = at;
    const known = this._atHand.known(at, callId);
    /** The record after the change, as far as it can be told before. */
    const meanwhile: IFound<ICallRecord> | undefined =
      known.record && (options.leads || options.writeBehind)
        ? { found: change(known.record.found)?.at(-1) ?? known.record.found }
        : undefined;
    const work = this._write(
      threadId,
      ['calls'],
      async tx => {
        const found = await this._rows.latest(tx, at, callId, known.row);
        const after = change(found?.record);
        let begun = found?.row.begun;
        if (after && begins && !begun) {
          begun = await nextPlace(tx.objectStore('calls'), at);
        }
        const rows = (after ?? []).map(record => ({
          record,
          ...(begun && { begun })
        }));
        this._rows.put(tx, at, callId, rows);
        return {
          changed: after !== null,
          before: found?.record,
          row: rows.at(-1) ?? found?.row,
          after: after?.at(-1) ?? found?.record
        };
      },
      // A call only counts together with the checkpoint that holds it.
      { ...options, dependent: true }
    );
    return this._atHand.changing(
      at,
      callId,
      work,
      ({ row, after }) => ({ row: { found: row }, record: { found: after } }),
      meanwhile && { record: meanwhile }
    );
  }

  private _unreadable(threadId: string, cause?: unknown): ThreadError {
    this._onDamaged(threadId, cause ?? new Error('A call cannot be read.'));
    return new ThreadError(
      this._trans.__(
        'The record of a step in this conversation cannot be read. Go on in a new conversation.'
      ),
      { cause }
    );
  }

  private async _write<S extends ThreadStoreName, T>(
    threadId: string,
    stores: S[],
    act: (tx: ThreadWrite<(S | 'fences')[]>) => Promise<T> | T,
    options: IWriteOptions = {}
  ): Promise<T> {
    try {
      return await this._database.write(threadId, stores, act, options);
    } catch (error) {
      throw explainWriteError(error, this._trans);
    }
  }
}

function one<T>(item: T | null): T[] | null {
  return item === null ? null : [item];
}

const warn: OnDamaged = (threadId, error) =>
  console.warn(`Cellwright: a record of ${threadId} cannot be read`, error);

/** Appends events after the current end of the display log. */
async function addEvents(
  tx: ThreadWrite<('events' | 'fences')[]>,
  {
    threadId,
    ends,
    batch
  }: { threadId: string; ends: EndsOfLog; batch: readonly IShownEvent[] }
): Promise<void> {
  const events = tx.objectStore('events');
  const next = new Map<string, number>();
  for (const { branch, event } of batch) {
    const seq =
      next.get(branch) ??
      (await ends.of(branch, () => lastSeq(events, threadId, branch))) + 1;
    unawaited([events.add(event, [threadId, branch, seq])]);
    next.set(branch, seq + 1);
    ends.note(branch, seq);
  }
}

async function lastSeq(
  events: Pick<
    IDBPObjectStore<IThreadSchema, 'events'[], 'events', 'readwrite'>,
    'openKeyCursor'
  >,
  threadId: string,
  branch: string
): Promise<number> {
  const range = keysUnder(threadId, branch);
  return (await events.openKeyCursor(range, 'prev'))?.key[2] ?? -1;
}
