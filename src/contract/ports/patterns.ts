/** One line that matched. */
export interface IPatternMatch {
  /** Index into the texts that were given. */
  text: number;
  /** From 1. */
  line: number;
  content: string;
}

/** JavaScript regular expressions over lines, in a worker that is ended at a time limit. */
export interface IPatterns {
  /**
   * @param limits `matches` in all; `ms` for the whole search.
   * @throws WorkspaceError `bad-pattern` for a bad expression or one that takes too long.
   */
  find(
    pattern: string,
    texts: string[],
    limits: { matches: number; ms: number },
    signal: AbortSignal
  ): Promise<{ matches: IPatternMatch[]; cut: boolean }>;
}
