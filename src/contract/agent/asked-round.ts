/**
 * Questions a server wants answered before it continues with a call. In the
 * meantime nothing of the call is running on the server: it is sent again with
 * the answers, on this page load or the next.
 */
export interface IAskedRound {
  /** Counts from 0. */
  round: number;
  /** As the server sent them, by the server's names. */
  requests: Record<string, unknown>;
  /** What the server wants sent back with the answers. */
  state?: unknown;
  /**
   * The server turned the call away for now: it is sent again as it was,
   * without answers.
   */
  again?: true;
}

/** Stores the questions a call was asked. */
export interface IAskedRounds {
  /** Questions from an earlier page load that were not answered. */
  unanswered?: IAskedRound;
  /** Resolves once stored. Null: the call has been sent again. */
  keep(round: IAskedRound | null): Promise<void>;
}
