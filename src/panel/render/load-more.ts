import { createStore } from 'zustand/vanilla';

type More = typeof import('../components/lazy-chunk');

interface ILoading {
  more: More | null;
  failed: boolean;
}

/**
 * Rarely used parts, in a chunk of their own: the views beside the
 * conversation, forms and lists. `React.lazy` is not used, because it remembers
 * a failed load for as long as the page lives.
 */
export const MORE = createStore<ILoading>(() => ({
  more: null,
  failed: false
}));

/** Loads it once, and tries again after a failure. */
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

/** The chunk, loaded now; null if it cannot be loaded. */
export async function lazyChunk(): Promise<More | null> {
  await loadMore();
  return MORE.getState().more;
}
