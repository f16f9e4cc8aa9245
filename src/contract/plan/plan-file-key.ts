/** The files with the results of each step, as known at the end. */
export type PlanResults = 'results.json' | 'results.md';

/** Key of the conversation fact under which a plan's file is stored. */
export function planFileKey(plan: string, file: string): string {
  return `plan ${plan} ${file}`;
}
