import type { PlanStateValue, PlanUpdate } from './plan-state';

/** Channels to which is added: nothing added changes nothing. */
const ADDED: ReadonlySet<string> = new Set(['lines', 'audit']);

/**
 * What a node says without what is so already: each value that it says is
 * written into its checkpoint.
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
