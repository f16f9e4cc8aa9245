import type { IServerForm } from '../state/server-form';

/** What the page of MCP servers shows besides the servers. */
export interface IServerPageState {
  form: IServerForm | null;
  /** What could not be done, in a sentence. */
  problem: string | null;
  /** The server that is being signed in to. */
  signingIn: string | null;
  /** The server that asks whether it is to go. */
  removing: string | null;
  /** Words that tools are searched for, by server. */
  queries: Record<string, string>;
  /** Goes up when the servers, the settings or the rules changed. */
  revision: number;
}

/** Nothing is asked and nothing is wrong yet. */
export const NEW_SERVER_PAGE: IServerPageState = {
  form: null,
  problem: null,
  signingIn: null,
  removing: null,
  queries: {},
  revision: 0
};
