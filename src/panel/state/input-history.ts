/** The position while stepping through earlier messages. */
export interface IInputHistory {
  /** Index into the history; its length stands for the draft itself. */
  at: number;
  /** The draft from before the first step. */
  draft: string;
}

/**
 * Takes one step.
 * @returns what the composer shows then, or null if there is nothing there.
 */
export function stepInHistory(
  history: readonly string[],
  current: IInputHistory | null,
  draft: string,
  step: -1 | 1
): { inputHistory: IInputHistory | null; draft: string } | null {
  const from = current ?? { at: history.length, draft };
  const at = from.at + step;
  if (at < 0 || at > history.length || (step === 1 && !current)) {
    return null;
  }
  return at === history.length
    ? { inputHistory: null, draft: from.draft }
    : { inputHistory: { ...from, at }, draft: history[at] };
}
