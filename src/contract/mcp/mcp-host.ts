import type { ITranslator } from '../text/translator';
import type { IMcpServerSetting } from './mcp-server';

/** Where what OAuth hands out is kept: where keys are, never in the settings. */
export interface IMcpTokenStore {
  /** @param place names the server by its address; what is kept is for it alone. */
  load(place: string): Promise<string | undefined>;
  /** `undefined` forgets it. */
  save(place: string, text: string | undefined): Promise<void>;
}

/** What the page does for the servers. */
export interface IMcpHost {
  /** Address of the page, which servers have to allow. */
  page: string;
  /** Address of the Jupyter server; what is under it goes through its proxy. */
  base: string;
  trans: ITranslator;
  /** The page's own where not given. */
  fetch?: typeof fetch;
  /**
   * Headers for a server, from where keys are kept: a bearer key, or those the
   * setting names. They go to the address of the setting and to no other.
   */
  headers(setting: IMcpServerSetting): Promise<Record<string, string>>;
  tokens: IMcpTokenStore;
  /** Where the callback page is served; OAuth cannot be used without it. */
  callback?: string;
  /**
   * Opens the server's sign-in page, after a click, and brings back what the
   * callback page was given.
   */
  openSignIn?(url: URL, signal: AbortSignal): Promise<URLSearchParams>;
  /**
   * Whether calls can ask the person (`IToolContext.ask`); servers are told that
   * they cannot where not.
   */
  asks?: boolean;
}
