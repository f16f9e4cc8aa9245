import type { IServerForm } from '../state/server-form';

/** State of the page of MCP servers, besides the servers. */
export interface IServerPageState {
  form: IServerForm | null;
  /** What went wrong, in a sentence. */
  problem: string | null;
  /** Name of the server that is being signed in to. */
  signingIn: string | null;
  /** Name of the server for which it is asking whether to remove it. */
  removing: string | null;
  /** Search words for tools, by server. */
  queries: Record<string, string>;
  /** Incremented when the servers, the settings or the rules changed. */
  revision: number;
}

/** The initial state. */
export const NEW_SERVER_PAGE: IServerPageState = {
  form: null,
  problem: null,
  signingIn: null,
  removing: null,
  queries: {},
  revision: 0
};
