/** What is kept of each step, as it is known at the end. */
export type PlanResults = 'results.json' | 'results.md';

/** The fact of a conversation that a file of a plan is kept as. */
export function planFileKey(plan: string, file: string): string {
  return `plan ${plan} ${file}`;
}
