import type { NotebookBinding } from './notebook-binding';

/** Identifies a server's tool, including what the server says about it. */
export interface IServerTool {
  /** The server's name in the settings; for display only. */
  server: string;
  /** Address its calls go to, without anything that may be secret. */
  address: string;
  /** The server's name for the tool. */
  tool: string;
  /** SHA-256 of everything the server says about the tool. */
  hash: string;
}

/** A rule that permits a server's tool, as it was when the person made the rule. */
export type IServerToolRule = IServerTool & {
  /** The one notebook it applies to; null for all. */
  notebook: NotebookBinding | null;
  /**
   * `page`: until the page is closed; a card can make such a rule. `ever`: made
   * by hand on the server's page, never by a card.
   */
  lasts: 'page' | 'ever';
  /** What the server said about the tool then, to show what has changed. */
  description?: string;
  /**
   * Whether a call may be sent again automatically if it is not known whether
   * it ran; only for tools their server marks as repeatable.
   */
  repeat?: boolean;
};

/** Whether two are the same tool, regardless of its description. */
export function isSameServerTool(
  one: Pick<IServerTool, 'address' | 'tool'>,
  other: Pick<IServerTool, 'address' | 'tool'>
): boolean {
  return one.address === other.address && one.tool === other.tool;
}

/** Whether a rule or a permission applies to a tool as it is now. */
export function isForServerTool(rule: IServerTool, now: IServerTool): boolean {
  return isSameServerTool(rule, now) && rule.hash === now.hash;
}
