/** A tool that failed more often than this in similar steps is left out of them. */
export const MAX_TOOL_FAILURES = 2;

/** Confidence from 0 to 1 after so many uses: one gives 0.7, two give 0.91. */
export function sureFromUses(uses: number): number {
  return 1 - 0.3 ** uses;
}
