/** One matching line. */
export interface IPatternMatch {
  /** Index into the list of texts. */
  text: number;
  /** From 1. */
  line: number;
  content: string;
}

/**
 * JavaScript regular expressions over lines, in any case, run in a worker that is terminated
 * at a time limit.
 */
export interface IPatterns {
  /**
   * @param limits `matches` in total; `ms` for the whole search.
   * @throws WorkspaceError `bad-pattern` for an invalid expression or one that
   * takes too long.
   */
  find(
    pattern: string,
    texts: string[],
    limits: { matches: number; ms: number },
    signal: AbortSignal
  ): Promise<{ matches: IPatternMatch[]; cut: boolean }>;
}
