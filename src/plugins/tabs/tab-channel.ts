import type { AgentEvent } from '../../contract';
import { FloodLimit } from '../../contract/util/flood-limit';

/**
 * Messages between the tabs of one person on one server. Every tab gets every
 * message; a tab that does not drive the thread in question ignores it.
 *
 * Any page of the origin can send these messages, so none of them acts: they
 * say where to look, or what to show. What a person said or decided in another
 * tab, the result of it, and the cards they decide on, are read from storage.
 */
export type TabMessage =
  /**
   * A tab has opened: from now on, tabs that drive a thread send its events.
   */
  | { type: 'hello'; back?: true }
  | { type: 'event'; event: AgentEvent }
  /** The sending tab drives a thread now. */
  | { type: 'driven'; threadId: string }
  /**
   * To the tab that drives the thread: another tab has stored a request for it.
   */
  | { type: 'ask'; id: string; threadId: string }
  /** To the tab that asked: the answer is stored in place of the request. */
  | { type: 'answer'; id: string };

/** Reaches the other tabs of this browser, in order, and never the sender. */
export interface IChannel<M> {
  post(message: M): void;
  listen(listener: (message: M) => void): void;
}

export type ITabChannel = IChannel<TabMessage>;

/**
 * How many messages are processed. Streamed events are merged, so a tab sends
 * about twenty a second; a page that sends far more would block this one.
 */
const LIMIT = { burst: 2_000, perSecond: 400 };

/** @returns null if the browser has none; each tab is on its own then. */
export function openChannel<M>(name: string): IChannel<M> | null {
  if (typeof BroadcastChannel === 'undefined') {
    return null;
  }
  // Lives as long as the page.
  const channel = new BroadcastChannel(name);
  return {
    post: message => channel.postMessage(message),
    listen: listener => {
      const limit = new FloodLimit(LIMIT, () =>
        console.warn(
          `Cellwright: another page of this site sends more messages on “${name}” than tabs of Cellwright do. Those over the limit are ignored.`
        )
      );
      channel.onmessage = ({ data }: MessageEvent<M>) => {
        if (limit.admits(Date.now())) {
          listener(data);
        }
      };
    }
  };
}

/**
 * @param database name of the database that the tabs share: it stands for one
 * person on one server, since behind a hub all of them have the same origin.
 * @returns null if the browser has none; each tab is on its own then.
 */
export function openTabChannel(database: string): ITabChannel | null {
  return openChannel(`cellwright ${database}`);
}
