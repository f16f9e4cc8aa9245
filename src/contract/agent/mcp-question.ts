/** What a server asks the person in the middle of a call. */
export type IMcpQuestion = {
  server: string;
  host: string;
  /** The server's name of the tool that asks, where that is known. */
  tool?: string;
  /** The server's words; data of another party. */
  message: string;
} & (
  | {
      mode: 'form';
      /** A flat object of plain values, as JSON Schema. */
      schema: Record<string, unknown>;
    }
  | {
      mode: 'url';
      /** Opened only after a click that shows its host. */
      url: string;
    }
  | {
      /** Whether the person is done there, so that the call can be sent again. */
      mode: 'done';
      url: string;
    }
);

/** What the person said to it. */
export type McpAnswer =
  | { action: 'accept'; values?: Record<string, unknown> }
  | { action: 'decline' }
  | { action: 'cancel' };
