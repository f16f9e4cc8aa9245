import type {
  AgentEvent,
  IAuditEntry,
  IBranchRecord,
  ICallRecord,
  IEffectRecord,
  ITranslator
} from '../../contract';
import { spoken } from '../../contract/text/spoken';
import {
  answerText,
  decisionText,
  effectText,
  endOf,
  planEventText
} from './decision-text';

interface IAuditSources {
  /** The display log. */
  events: readonly AgentEvent[];
  /** The journal's calls. */
  calls: readonly ICallRecord[];
  branches: readonly IBranchRecord[];
  trans: ITranslator;
}

/**
 * What happened in a thread, in order of time. Made from the display log and
 * the journal, which are both append-only.
 */
export function auditOf({
  events,
  calls,
  branches,
  trans
}: IAuditSources): IAuditEntry[] {
  const log = new LogReader(trans);
  const entries = [
    ...events.flatMap(event => log.read(event)),
    ...calls.flatMap(call => entriesOfCall(call, log, trans)),
    ...branches
      .filter(({ parent }) => parent !== null)
      .map(({ id, created, checkpointId, parent }) => ({
        time: created,
        kind: 'branch' as const,
        text: trans.__(
          'A new version begins: tried again from an earlier point'
        ),
        by: 'person',
        detail: { branch: id, from: parent, checkpointId }
      }))
  ];
  // Stable: entries with the same time keep the order of the log.
  return entries.sort((one, other) => one.time - other.time);
}

/** The kind of audit entry for each event of a plan. */
const KINDS: Partial<Record<AgentEvent['type'], IAuditEntry['kind']>> = {
  'plan-proposed': 'proposal',
  'plan-step': 'outcome',
  'plan-level': 'decision'
};

type Of<T extends AgentEvent['type']> = Extract<AgentEvent, { type: T }>;

/** An entry at the time of its event, unless it has another. */
type NewEntry = Omit<IAuditEntry, 'time'> & { time?: number };

/**
 * Reads the log from its beginning: what was shown when, and under which name.
 */
class LogReader {
  /** Calls whose decision or end is in the log. */
  readonly decided = new Set<string>();
  readonly finished = new Set<string>();
  private readonly _trans: ITranslator;
  /** When each card or question was first shown, by call or interrupt. */
  private readonly _opened = new Map<string, number>();
  private readonly _titles = new Map<string, string>();
  private readonly _tools = new Map<string, string>();

  constructor(trans: ITranslator) {
    this._trans = trans;
  }

  tool(callId: string): string | undefined {
    return this._tools.get(callId);
  }

  /** What an event adds, if anything. */
  read(event: AgentEvent): IAuditEntry[] {
    const entry = this._entry(event);
    return entry ? [{ time: event.time, ...entry }] : [];
  }

  private _entry(event: AgentEvent): NewEntry | null {
    const trans = this._trans;
    switch (event.type) {
      case 'run-started':
        return {
          kind: 'run',
          text: trans.__(
            'A run began on %1 with “%2”',
            spoken(event.notebook.path),
            event.model.label
          ),
          detail: { runId: event.runId }
        };
      case 'run-finished':
        return {
          kind: 'run',
          text: endOf(event, trans),
          detail: { runId: event.runId, outcome: event.outcome }
        };
      case 'user-message':
        return { kind: 'message', text: event.text, by: 'person' };
      case 'usage':
        return {
          kind: 'request',
          text: trans.__(
            'A request to the model: %1 tokens in, %2 out',
            event.input,
            event.output
          ),
          detail: { estimated: event.estimated }
        };
      case 'call-proposed':
        this._tools.set(event.callId, event.tool);
        this._titles.set(event.callId, event.text);
        return {
          kind: 'proposal',
          text: event.text || event.tool,
          callId: event.callId,
          tool: event.tool,
          detail: event.args
        };
      case 'review-opened':
        event.cards.forEach(({ callId }) => this._open(callId, event.time));
        return null;
      case 'review-voided': {
        const { card, time } = event;
        this._opened.set(card.callId, time);
        return {
          kind: 'proposal',
          text: trans.__(
            'A card was shown again: %1',
            card.voided ?? card.sentence
          ),
          callId: card.callId,
          tool: card.tool,
          detail: card.args
        };
      }
      case 'review-decided':
        return this._decided(event);
      case 'call-finished': {
        const { callId, text, state, ms } = event;
        this.finished.add(callId);
        return {
          kind: 'outcome',
          text,
          callId,
          tool: this.tool(callId),
          detail: { state, ...(ms !== undefined && { ms }) }
        };
      }
      case 'interrupt-opened': {
        const { interrupt_id, step_id, title, text, kind } = event.interrupt;
        this._open(interrupt_id, event.time);
        this._titles.set(interrupt_id, title);
        return {
          kind: 'proposal',
          text: trans.__('A question: “%1”', [title, text].join('. ')),
          callId: step_id,
          detail: { interruptId: interrupt_id, kind }
        };
      }
      case 'interrupt-closed':
        return this._answered(event);
      case 'plan-proposed':
        event.steps.forEach(({ id, title }) => this._titles.set(id, title));
        return this._ofPlan(event);
      case 'plan-step':
      case 'plan-level':
      case 'memory-applied':
      case 'plan-ended':
        return this._ofPlan(event);
      case 'notice':
        return event.code === 'duplicate-decision'
          ? { kind: 'duplicate', text: event.text }
          : null;
      case 'undone':
        return {
          kind: 'undo',
          text: event.text,
          by: 'person',
          detail: { runId: event.runId }
        };
      default:
        return null;
    }
  }

  private _ofPlan(
    event: Extract<AgentEvent, { plan: string }>
  ): NewEntry | null {
    const { type, time: _time, threadId: _, ...detail } = event;
    const text = planEventText(
      event,
      step => this._titles.get(step) ?? step,
      this._trans
    );
    return text === null ? null : { kind: KINDS[type] ?? 'run', text, detail };
  }

  private _decided(event: Of<'review-decided'>): NewEntry {
    const { callId, decision, by, decidedAt: time = event.time } = event;
    this.decided.add(callId);
    return {
      time,
      kind: 'decision',
      text: decisionText(decision.type, this._titles.get(callId), this._trans),
      callId,
      tool: this.tool(callId),
      by,
      ...this._after(callId, time),
      decision
    };
  }

  private _answered(event: Of<'interrupt-closed'>): NewEntry {
    const { time, interruptId, answer, by } = event;
    const trans = this._trans;
    const title = this._titles.get(interruptId) ?? trans.__('A question');
    const isLate = by === 'timeout';
    return {
      kind: isLate ? 'timeout' : 'decision',
      text: isLate
        ? trans.__('Nobody answered in time: “%1”', title)
        : answerText(title, answer, trans),
      by,
      ...this._after(interruptId, time),
      detail: { interruptId, answer }
    };
  }

  /**
   * A card that comes back after a reload keeps the time it was first shown.
   */
  private _open(id: string, time: number): void {
    if (!this._opened.has(id)) {
      this._opened.set(id, time);
    }
  }

  private _after(id: string, time: number): { after?: number } {
    const opened = this._opened.get(id);
    return opened === undefined ? {} : { after: time - opened };
  }
}

/**
 * What only the journal knows: rules that decided, effects, and ends the log
 * lacks.
 */
function entriesOfCall(
  call: ICallRecord,
  log: LogReader,
  trans: ITranslator
): IAuditEntry[] {
  const { callId, intent, decision, outcome } = call;
  const tool = intent?.tool ?? log.tool(callId);
  const entries: IAuditEntry[] = effectsOfAll(call).map(effect => ({
    time: effect.time,
    kind: 'effect' as const,
    text: effectText(effect, trans),
    callId,
    tool,
    detail: plainEffect(effect)
  }));
  if (decision && !log.decided.has(callId)) {
    entries.unshift({
      time: decision.time,
      kind: 'decision',
      text: decisionText(decision.decision.type, undefined, trans),
      callId,
      tool,
      by: decision.by,
      decision: decision.decision
    });
  }
  if (outcome && !log.finished.has(callId)) {
    entries.push({
      time: outcome.time,
      kind: 'outcome',
      text: outcome.summary ?? outcome.text,
      callId,
      tool,
      detail: { state: outcome.state }
    });
  }
  return entries;
}

/**
 * The effects of all attempts at a call, each with the number of its attempt.
 */
function effectsOfAll({
  attempt,
  carried = 0,
  effects,
  unclear = []
}: ICallRecord): IEffectRecord[] {
  const own = effects.map((effect, index) =>
    attempt > 0 && index >= carried ? { ...effect, attempt } : effect
  );
  // Stable: an unclear effect was the last of its attempt.
  return [...own, ...unclear].sort(
    (one, other) => (one.attempt ?? 0) - (other.attempt ?? 0)
  );
}

/** Without the earlier content, which is only needed for undo and is long. */
function plainEffect(effect: IEffectRecord): object {
  const { time: _, ...rest } = effect;
  if ('before' in rest) {
    const { before: __, ...plain } = rest;
    return plain;
  }
  return rest;
}
