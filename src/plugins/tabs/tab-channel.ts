import type { AgentEvent } from '../../contract';
import { FloodLimit } from '../../contract/util/flood-limit';

/**
 * What the tabs of one person on one server say to each other. Each message is
 * for all; who does not drive the thread it is about leaves it alone.
 *
 * Any page of the origin can say these things, so none of them acts: they say
 * where to look, or what to show. What a person said or decided in another tab,
 * what comes of it, and the cards they decide on, are read from storage.
 */
export type TabMessage =
  /** A tab has come: whoever drives a thread tells its events from now on. */
  | { type: 'hello'; back?: true }
  | { type: 'event'; event: AgentEvent }
  /** The tab that says it drives a thread now. */
  | { type: 'driven'; threadId: string }
  /** For the tab that drives the thread: another one has left it a request. */
  | { type: 'ask'; id: string; threadId: string }
  /** For the tab that asked: the answer is left where the request was. */
  | { type: 'answer'; id: string };

/** Reaches the other tabs of this browser, in order, and never oneself. */
export interface IChannel<M> {
  post(message: M): void;
  listen(listener: (message: M) => void): void;
}

export type ITabChannel = IChannel<TabMessage>;

/**
 * Messages that are listened to: what streams is gathered, so that a tab sends
 * some twenty a second. Whoever sends far more keeps the page from working.
 */
const LIMIT = { burst: 2_000, perSecond: 400 };

/** @returns null where the browser has none; then each tab is by itself. */
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
 * @param database name of the database the tabs share: it stands for one person
 * on one server, where a hub gives all of them one origin.
 * @returns null where the browser has none; then each tab works alone.
 */
export function openTabChannel(database: string): ITabChannel | null {
  return openChannel(`cellwright ${database}`);
}
