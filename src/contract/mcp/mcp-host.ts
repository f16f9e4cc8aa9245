import type { ITranslator } from '../text/translator';
import type { IMcpServerSetting } from './mcp-server';

/** Stores OAuth tokens: in the same place as keys, never in the settings. */
export interface IMcpTokenStore {
  /**
   * What is stored now, by whichever tab.
   *
   * @param place the server's address; the stored text belongs to it alone.
   */
  load(place: string): Promise<string | undefined>;
  /** `undefined` deletes it. */
  save(place: string, text: string | undefined): Promise<void>;
}

/** What the page provides to the MCP servers' code. */
export interface IMcpHost {
  /** Address of the page, which servers have to allow. */
  page: string;
  /** Address of the Jupyter server; anything below it goes through its proxy. */
  base: string;
  trans: ITranslator;
  /** Defaults to the page's own. */
  fetch?: typeof fetch;
  /**
   * Headers for a server, from the key store: a bearer key, or those named by
   * the setting. They are sent to the setting's address and nowhere else.
   */
  headers(setting: IMcpServerSetting): Promise<Record<string, string>>;
  /** The secret that belongs to `clientId`, from the key store. */
  clientSecret(setting: IMcpServerSetting): Promise<string | undefined>;
  tokens: IMcpTokenStore;
  /** Address of the callback page; OAuth needs it. */
  callback?: string;
  /**
   * Opens the server's sign-in page, after a click, and returns the parameters
   * that the callback page received.
   */
  openSignIn?(url: URL, signal: AbortSignal): Promise<URLSearchParams>;
  /**
   * Whether calls can ask the person (`IToolContext.ask`); if not, servers are
   * told so.
   */
  asks?: boolean;
}
