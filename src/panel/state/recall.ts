/** The position while stepping through earlier messages. */
export interface IRecall {
  /** Index into the history; its length stands for the draft itself. */
  at: number;
  /** The draft from before the first step. */
  draft: string;
}

/**
 * Takes one step.
 * @returns what the composer shows then, or null if there is nothing there.
 */
export function recall(
  history: readonly string[],
  current: IRecall | null,
  draft: string,
  step: -1 | 1
): { recall: IRecall | null; draft: string } | null {
  const from = current ?? { at: history.length, draft };
  const at = from.at + step;
  if (at < 0 || at > history.length || (step === 1 && !current)) {
    return null;
  }
  return at === history.length
    ? { recall: null, draft: from.draft }
    : { recall: { ...from, at }, draft: history[at] };
}
