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
} from '../contract';
import { readDisplayLog } from './read-display-log';
import { keysUnder, type ITransaction } from './database/rows';
import { explainWriteError, nameOf } from './database/storage-errors';
import type { OnDamaged, ThreadDatabase } from './database/thread-database';
import type { ICallRow, ThreadStoreName } from './database/thread-schema';

interface IDurableJournalOptions {
  trans?: ITranslator;
  /** Called for a record that could not be read; it is left out. */
  onDamaged?: OnDamaged;
}

/** The changed record of a call; null if nothing changes. */
type Change = (call: ICallRecord | undefined) => ICallRecord | null;

/** The journal: each promise resolves once its record is durable. */
export class DurableJournal implements IJournal {
  private readonly _database: ThreadDatabase;
  private readonly _trans: ITranslator;
  private readonly _onDamaged: OnDamaged;
  private _order = 0;

  constructor(
    database: ThreadDatabase,
    { trans = ENGLISH, onDamaged = warn }: IDurableJournalOptions = {}
  ) {
    this._database = database;
    this._trans = trans;
    this._onDamaged = onDamaged;
  }

  async decide(at: IBranch, record: IDecisionRecord): Promise<boolean> {
    const { changed } = await this._change(
      at,
      record.callId,
      call => decided(call, record),
      { strict: true }
    );
    return changed;
  }

  async intend(
    at: IBranch,
    intent: IIntentRecord,
    decision: IDecisionRecord
  ): Promise<ICallRecord> {
    const { record } = await this._change(
      at,
      intent.callId,
      call => begun(call, intent, decision),
      { begins: true }
    );
    return record as ICallRecord;
  }

  async effect(
    at: IBranch,
    callId: string,
    effect: IEffectRecord,
    instead = false
  ): Promise<void> {
    await this._change(at, callId, call => affected(call, effect, instead), {
      strict: isUnrepeatable(effect)
    });
  }

  async finish(at: IBranch, outcome: IOutcomeRecord): Promise<void> {
    await this._change(at, outcome.callId, call => finished(call, outcome));
  }

  /**
   * @throws ThreadError if its record cannot be read, because the call may have
   * run.
   */
  async call(at: IBranch, callId: string): Promise<ICallRecord | undefined> {
    const found = await this._database.read(['calls'], tx =>
      this._read(tx, at, callId)
    );
    return found?.record;
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
    const rows = await this._database.rows.salvage(
      'calls',
      keysUnder(threadId, branch),
      damaged
    );
    const ordered: { order: number; record: ICallRecord }[] = [];
    for (const { value } of rows) {
      const record = recordIn(value);
      if (value !== undefined && !record) {
        damaged(new Error('The record of a call cannot be read.'));
      }
      if (record?.intent && (!runId || record.intent.runId === runId)) {
        ordered.push({ order: value?.order ?? 0, record });
      }
    }
    return ordered
      .sort((a, b) => a.order - b.order)
      .map(({ record }) => record);
  }

  async show(at: IBranch, event: AgentEvent): Promise<void> {
    try {
      await this._database.addEvent(at, event);
    } catch (error) {
      throw explainWriteError(error, this._trans);
    }
  }

  async shown(at: IBranch): Promise<AgentEvent[]> {
    await this._database.eventsStored(at.threadId);
    return readDisplayLog(this._database, at, this._onDamaged);
  }

  async remember(at: IBranch, facts: Record<string, string>): Promise<void> {
    const entries = Object.entries(facts);
    if (entries.length > 0) {
      await this._write(at.threadId, ['facts'], tx =>
        entries.forEach(([name, fact]) =>
          tx.put('facts', [at.threadId, at.branch, name], fact)
        )
      );
    }
  }

  async remembered({
    threadId,
    branch
  }: IBranch): Promise<Record<string, string>> {
    const rows = await this._database.rows.salvage(
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

  /**
   * Reads a call and writes the changed record in the same transaction, so that
   * nothing can come between.
   */
  private _change(
    at: IBranch,
    callId: string,
    change: Change,
    { strict = false, begins = false } = {}
  ): Promise<{ changed: boolean; record: ICallRecord | undefined }> {
    const { threadId, branch } = at;
    return this._write(
      threadId,
      ['calls'],
      async tx => {
        const found = await this._read(tx, at, callId);
        const record = change(found?.record);
        const order = found?.row.order ?? (begins ? this._next() : undefined);
        if (record) {
          tx.put('calls', [threadId, branch, callId], {
            record,
            ...(order !== undefined && { order })
          });
        }
        return { changed: record !== null, record: record ?? found?.record };
      },
      strict
    );
  }

  /** Higher than those of other pages before, too. */
  private _next(): number {
    this._order = Math.max(this._order + 1, Date.now() * 1000);
    return this._order;
  }

  /**
   * The record of a call; undefined if there is none.
   * @throws ThreadError if it is there but cannot be read.
   */
  private async _read(
    tx: ITransaction,
    { threadId, branch }: IBranch,
    callId: string
  ): Promise<{ row: ICallRow; record: ICallRecord } | undefined> {
    let row: ICallRow | undefined;
    try {
      row = await tx.get('calls', [threadId, branch, callId]);
    } catch (error) {
      // A page that is closing says nothing about the record.
      throw nameOf(error) === 'AbortError'
        ? error
        : this._unreadable(threadId, error);
    }
    const record = recordIn(row);
    if (row && !record) {
      throw this._unreadable(threadId);
    }
    return row && record ? { row, record } : undefined;
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

  private async _write<T>(
    threadId: string,
    stores: readonly ThreadStoreName[],
    work: (tx: ITransaction) => Promise<T> | T,
    strict = false
  ): Promise<T> {
    try {
      return await this._database.write(threadId, stores, work, strict);
    } catch (error) {
      throw explainWriteError(error, this._trans);
    }
  }
}

/** The record in a row; null if the row is invalid. */
function recordIn(row: ICallRow | undefined): ICallRecord | null {
  const record = row?.record as Partial<ICallRecord> | null | undefined;
  return typeof record === 'object' &&
    record !== null &&
    typeof record.callId === 'string' &&
    typeof record.attempt === 'number' &&
    Array.isArray(record.effects)
    ? (record as ICallRecord)
    : null;
}

const warn: OnDamaged = (threadId, error) =>
  console.warn(`Cellwright: a record of ${threadId} cannot be read`, error);

/** A call about which nothing is known yet. */
function blankCall(callId: string): ICallRecord {
  return { callId, attempt: 0, effects: [] };
}

/**
 * The record with a decision; null if it has one that counts: the person's first
 * one on this content, their rejection, or any once the call has begun.
 */
function decided(
  call: ICallRecord | undefined,
  decision: IDecisionRecord
): ICallRecord | null {
  const earlier = call?.decision;
  const counts =
    earlier &&
    (call.intent ||
      (earlier.by === 'person' &&
        (earlier.hash === decision.hash ||
          earlier.decision.type === 'reject')));
  return counts ? null : { ...(call ?? blankCall(decision.callId)), decision };
}

/**
 * The record of a call that begins on a decision; null if it has begun already,
 * or another decision counts.
 */
function begun(
  call: ICallRecord | undefined,
  intent: IIntentRecord,
  decision: IDecisionRecord
): ICallRecord | null {
  const stored = call?.decision;
  const isThis = stored?.time === decision.time && stored.by === decision.by;
  const begins =
    call && isThis && !call.intent ? call : decided(call, decision);
  return begins && { ...begins, intent };
}

/**
 * The record with one more effect, or with its last effect of that kind
 * replaced.
 *
 * @throws if the call has not begun: nobody would look for the effect.
 */
function affected(
  call: ICallRecord | undefined,
  effect: IEffectRecord,
  instead: boolean
): ICallRecord {
  if (!call?.intent) {
    throw new Error('An effect is stored only for a call that has begun.');
  }
  const effects = [...call.effects];
  const last = effects.findLastIndex(({ kind }) => kind === effect.kind);
  // Effects of earlier attempts are kept.
  const replaces = instead && last >= (call.carried ?? 0);
  effects[replaces ? last : effects.length] = effect;
  return { ...call, effects };
}

/**
 * The record with its outcome, and without effects that were not done after
 * all; null if it has an outcome already, since the first counts.
 */
function finished(
  call: ICallRecord | undefined,
  outcome: IOutcomeRecord
): ICallRecord | null {
  if (call?.outcome) {
    return null;
  }
  const begun = call ?? blankCall(outcome.callId);
  const effects = begun.effects.slice(
    0,
    begun.effects.length - (outcome.undone ?? 0)
  );
  return { ...begun, effects, outcome };
}

/**
 * The record with the person's choice about a call that may have run. With `run`
 * a new attempt begins, which carries over what the earlier ones did.
 * @returns null if there is a choice already, or nothing was unclear.
 */
function chosen(call: ICallRecord, choice: UnclearChoice): ICallRecord | null {
  // Only this attempt's effects: a choice counts once.
  const last = call.effects.slice(call.carried ?? 0).at(-1);
  if (call.choice || call.outcome || !last || !isUnrepeatable(last)) {
    return null;
  }
  if (choice !== 'run') {
    return { ...call, choice };
  }
  const done = call.effects.map((effect, index) =>
    call.attempt > 0 && index >= (call.carried ?? 0)
      ? { ...effect, attempt: call.attempt }
      : effect
  );
  const effects = done.slice(0, -1);
  return {
    ...call,
    attempt: call.attempt + 1,
    effects,
    carried: effects.length,
    unclear: [...(call.unclear ?? []), ...done.slice(-1)]
  };
}

/** Effects that leave no trace to check, and so must not be repeated. */
function isUnrepeatable({ kind }: IEffectRecord): boolean {
  return kind === 'run' || kind === 'restart' || kind === 'shell';
}
