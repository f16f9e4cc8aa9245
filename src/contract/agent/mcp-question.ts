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
