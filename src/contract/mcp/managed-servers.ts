import type { IMcpServerSetting } from './mcp-server';

/** A server managed by another extension of the page. */
export type IManagedServer =
  | {
      kind: 'http';
      name: string;
      url: string;
      /** Names of its headers; the values stay with the extension that manages them. */
      headers: readonly string[];
      enabled: boolean;
    }
  | {
      /** A program on the server's machine, which a page cannot talk to. */
      kind: 'stdio';
      name: string;
      command: string;
      args: readonly string[];
      /** Names of the environment variables it wants; their values are not shown. */
      env: readonly string[];
      enabled: boolean;
    };

/** Servers that another extension manages. */
export interface IManagedServers {
  /** The extension's name. */
  readonly title: string;
  list(): readonly IManagedServer[];
  /** @returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
  /** Header values by name, for the exact address in the setting. */
  headers(setting: IMcpServerSetting): Record<string, string>;
}
