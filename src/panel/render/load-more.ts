import { createStore } from 'zustand/vanilla';

type More = typeof import('../components/lazy-chunk');

interface ILoading {
  more: More | null;
  failed: boolean;
}

/**
 * What is seldom looked at, in one chunk of its own: the views beside the
 * conversation, forms and lists. Not `React.lazy`, which remembers a load that
 * failed for as long as the page lives.
 */
export const MORE = createStore<ILoading>(() => ({
  more: null,
  failed: false
}));

/** Loads it, once; again after a failure. */
export async function loadMore(): Promise<void> {
  if (MORE.getState().more) {
    return;
  }
  MORE.setState({ failed: false });
  try {
    MORE.setState({ more: await import('../components/lazy-chunk') });
  } catch (reason) {
    console.warn('Cellwright could not load a part of the panel.', reason);
    MORE.setState({ failed: true });
  }
}

/** What it holds, loaded now; null where it cannot be loaded. */
export async function lateChunk(): Promise<More | null> {
  await loadMore();
  return MORE.getState().more;
}
