/**
 * What a server wants answered before it goes on with a call. Nothing of the
 * call is under way at the server meanwhile: it is sent again with the answers,
 * in this page or in the next.
 */
export interface IAskedRound {
  /** From 0. */
  round: number;
  /** As the server sent them, by its names. */
  requests: Record<string, unknown>;
  /** What the server wants back with the answers. */
  state?: unknown;
  /** The call was turned away until then: it is sent again as it was, without answers. */
  again?: true;
}

/** How a call keeps what it was asked. */
export interface IAskedRounds {
  /** What an earlier page was asked and had not answered. */
  kept?: IAskedRound;
  /** Durable once it resolves. Null: the call is on its way again. */
  keep(round: IAskedRound | null): Promise<void>;
}
