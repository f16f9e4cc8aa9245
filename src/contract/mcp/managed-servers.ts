import type { IMcpServerSetting } from './mcp-server';

/** A server that somebody else keeps: another extension of the page. */
export type IManagedServer =
  | {
      kind: 'http';
      name: string;
      url: string;
      /** Their names; the values stay with whoever keeps them. */
      headers: readonly string[];
      enabled: boolean;
    }
  | {
      /** A program on the server's machine, which no page can talk to. */
      kind: 'stdio';
      name: string;
      command: string;
      args: readonly string[];
      /** Names of variables it wants; their values are not shown. */
      env: readonly string[];
      enabled: boolean;
    };

/** Servers that another extension keeps. */
export interface IManagedServers {
  /** What the extension is called. */
  readonly title: string;
  list(): readonly IManagedServer[];
  /** @returns what ends it. */
  onChange(listener: () => void): () => void;
  /** Values of headers, by name; for the address that stands there alone. */
  headers(setting: IMcpServerSetting): Record<string, string>;
}
