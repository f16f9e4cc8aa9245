import type {
  ICallRecord,
  IDecisionRecord,
  IEffectRecord,
  IOutcomeRecord,
  UnclearChoice
} from '../../contract';

/** A call of which nothing is known yet. */
export function blankCall(callId: string): ICallRecord {
  return { callId, attempt: 0, effects: [] };
}

/** The record with a decision; null where it has one: the first counts. */
export function decided(
  call: ICallRecord | undefined,
  decision: IDecisionRecord
): ICallRecord | null {
  return call?.decision
    ? null
    : { ...(call ?? blankCall(decision.callId)), decision };
}

/** The record with one more effect, or with another one in the place of its last. */
export function affected(
  call: ICallRecord,
  effect: IEffectRecord,
  instead: boolean
): ICallRecord {
  const { effects, carried = 0 } = call;
  // What an earlier attempt did stays.
  const kept =
    instead && effects.length > carried ? effects.slice(0, -1) : effects;
  return { ...call, effects: [...kept, effect] };
}

/** The record without its decision; null where there is none, or the call has begun on it. */
export function undecided(call: ICallRecord | undefined): ICallRecord | null {
  if (!call?.decision || call.intent) {
    return null;
  }
  const { decision: _, ...rest } = call;
  return rest;
}

/** The record with what came of it; null where that was noted before: the first counts. */
export function finished(
  call: ICallRecord | undefined,
  outcome: IOutcomeRecord
): ICallRecord | null {
  return call?.outcome
    ? null
    : { ...(call ?? blankCall(outcome.callId)), outcome };
}

/**
 * The record with what a person said of a call that may have run; and with
 * `run`, a new attempt that knows what the first one left in place.
 * @returns null where it was said before, or nothing was unclear.
 */
export function chosen(
  call: ICallRecord,
  choice: UnclearChoice
): ICallRecord[] | null {
  // Of this attempt, and not of those before it: a choice counts once.
  const last = call.effects.slice(call.carried ?? 0).at(-1);
  if (call.choice || call.outcome || !last || !isUnrepeatable(last)) {
    return null;
  }
  const said = { ...call, choice };
  if (choice !== 'run') {
    return [said];
  }
  const { outcome: _, choice: __, ...rest } = call;
  const done = call.effects.map((effect, index) =>
    call.attempt > 0 && index >= (call.carried ?? 0)
      ? { ...effect, attempt: call.attempt }
      : effect
  );
  const effects = done.slice(0, -1);
  return [
    said,
    {
      ...rest,
      attempt: call.attempt + 1,
      effects,
      carried: effects.length,
      unclear: [...(call.unclear ?? []), ...done.slice(-1)]
    }
  ];
}

/** What cannot be seen to have been done, so that it must not be done again. */
export function isUnrepeatable({ kind }: IEffectRecord): boolean {
  return kind === 'run' || kind === 'shell';
}
