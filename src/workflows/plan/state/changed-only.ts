import type { PlanStateValue, PlanUpdate } from './plan-state';

/** Channels that are appended to: an empty addition changes nothing. */
const ADDED: ReadonlySet<string> = new Set(['lines', 'audit']);

/**
 * A node's update without values that are unchanged, since each value in it is
 * written into the checkpoint.
 */
export function changedOnly(
  state: PlanStateValue,
  update: PlanUpdate
): PlanUpdate {
  const before = state as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(update).filter(
      ([name, value]) =>
        value !== before[name] &&
        !(isEmpty(value) && (ADDED.has(name) || isEmpty(before[name])))
    )
  );
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
