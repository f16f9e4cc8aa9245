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

/** What a server asks the person in the middle of a call. */
export type IMcpQuestion = {
  server: string;
  host: string;
  /** The tool that asks, by the server's name for it, if known. */
  tool?: string;
  /** The server's wording; data from a third party. */
  message: string;
} & (
  | {
      mode: 'form';
      /** JSON Schema of a flat object of plain values. */
      schema: Record<string, unknown>;
    }
  | {
      mode: 'url';
      /** Opened only after a click that shows its host. */
      url: string;
    }
  | {
      /**
       * Asks whether the person has finished there, so that the call can be
       * sent again.
       */
      mode: 'done';
      url: string;
    }
);

/** The person's answer. */
export type McpAnswer =
  | { action: 'accept'; values?: Record<string, unknown> }
  | { action: 'decline' }
  | { action: 'cancel' };
