import type { NotebookBinding } from './notebook-binding';

/** A tool of a server, told from every other, and from what it was before. */
export interface IServerTool {
  /** As the settings call the server; for a person alone. */
  server: string;
  /** Where its calls go, without what may be secret in it. */
  address: string;
  /** As the server calls the tool. */
  tool: string;
  /** SHA-256 of all that the server says of the tool. */
  hash: string;
}

/** A tool of a server that need not ask, as it was when a person said so. */
export type IServerToolRule = IServerTool & {
  /** The one notebook it holds for; all where it is null. */
  notebook: NotebookBinding | null;
  /**
   * `page`: until the page is closed, as a card can make it. `ever`: made by hand
   * on the page of the server, never by a card.
   */
  lasts: 'page' | 'ever';
  /** What the server said of the tool then, to show what has changed. */
  said?: string;
  /**
   * Whether a call may be sent again by itself where nobody knows whether it
   * ran; only of tools that are marked so by their server.
   */
  repeat?: boolean;
};

/** Whether two are the same tool, whatever is said of it now. */
export function isSameServerTool(
  one: Pick<IServerTool, 'address' | 'tool'>,
  other: Pick<IServerTool, 'address' | 'tool'>
): boolean {
  return one.address === other.address && one.tool === other.tool;
}

/** Whether a rule or an allowance is for a tool as it is now. */
export function isForServerTool(rule: IServerTool, now: IServerTool): boolean {
  return isSameServerTool(rule, now) && rule.hash === now.hash;
}
