import type {
  ICallRecord,
  IDecisionRecord,
  IEffectRecord,
  IIntentRecord,
  IOutcomeRecord,
  UnclearChoice
} from '../../contract';

/** A call about which nothing is known yet. */
export function blankCall(callId: string): ICallRecord {
  return { callId, attempt: 0, effects: [] };
}

/**
 * The record with a decision; null if it has one that counts: the person's first
 * one on this content, or any once the call has begun.
 */
export function decided(
  call: ICallRecord | undefined,
  decision: IDecisionRecord
): ICallRecord | null {
  const earlier = call?.decision;
  const counts =
    earlier &&
    (call.intent ||
      (earlier.by === 'person' && earlier.hash === decision.hash));
  return counts ? null : { ...(call ?? blankCall(decision.callId)), decision };
}

/**
 * The record of a call that begins on a decision; null if it has begun already,
 * or another decision counts.
 */
export function begun(
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
 * The record with more effects, or with its last effect of that kind replaced.
 *
 * @throws if the call has not begun: nobody would look for the effect.
 */
export function affected(
  call: ICallRecord | undefined,
  effects: readonly IEffectRecord[],
  instead: boolean
): ICallRecord {
  if (!call?.intent) {
    throw new Error('An effect is stored only for a call that has begun.');
  }
  const all = [...call.effects];
  for (const effect of effects) {
    const last = all.findLastIndex(({ kind }) => kind === effect.kind);
    // Effects of earlier attempts are kept.
    const replaces = instead && last >= (call.carried ?? 0);
    all[replaces ? last : all.length] = effect;
  }
  return { ...call, effects: all };
}

/**
 * The record with its outcome, and without effects that were not done after
 * all; null if it has an outcome already, since the first counts.
 */
export function finished(
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
export function chosen(
  call: ICallRecord,
  choice: UnclearChoice
): ICallRecord | null {
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
export function isUnrepeatable({ kind }: IEffectRecord): boolean {
  return kind === 'run' || kind === 'restart' || kind === 'shell';
}
