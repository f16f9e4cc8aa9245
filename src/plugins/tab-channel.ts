import type { AgentCommand, AgentEvent } from '../contract';

/**
 * What the tabs of one person on one server say to each other. Each message is
 * for all; who does not drive the thread it is about leaves it alone.
 */
export type TabMessage =
  /** A tab has come: whoever drives a thread tells its events from now on. */
  | { type: 'hello' }
  | { type: 'event'; event: AgentEvent }
  /** The tab that says it drives a thread now. */
  | { type: 'driven'; threadId: string }
  /** For the tab that drives the command's thread. */
  | { type: 'ask'; id: string; command: AgentCommand }
  | { type: 'answer'; id: string; answer: TabAnswer };

/** What the tab that drives a thread says to a command from another one. */
export type TabAnswer =
  /** It is being done. */
  | { kind: 'taken' }
  /** It has taken effect, as `IAgent.send` means it. */
  | { kind: 'done' }
  /** Do it yourself: this tab has let go of the thread. */
  | { kind: 'yours' }
  /** Not now; `why` is for the person. */
  | { kind: 'held'; why: string };

/** Reaches the other tabs, in order, and never oneself. */
export interface ITabChannel {
  post(message: TabMessage): void;
  listen(listener: (message: TabMessage) => void): void;
}

/**
 * @param database name of the database the tabs share: it stands for one person
 * on one server, where a hub gives all of them one origin.
 * @returns null where the browser has none; then each tab works alone.
 */
export function openTabChannel(database: string): ITabChannel | null {
  if (typeof BroadcastChannel === 'undefined') {
    return null;
  }
  // Lives as long as the page.
  const channel = new BroadcastChannel(`cellwright ${database}`);
  return {
    post: message => channel.postMessage(message),
    listen: listener => {
      channel.onmessage = ({ data }: MessageEvent<TabMessage>) =>
        listener(data);
    }
  };
}
