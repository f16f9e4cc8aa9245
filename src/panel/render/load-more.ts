import { createStore } from 'zustand/vanilla';

const load = () => import('../components/lazy-chunk');

export type More = Awaited<ReturnType<typeof load>>;

/**
 * Rarely used parts, in a chunk of their own: the views beside the
 * conversation, forms and lists. `React.lazy` is not used, because it remembers
 * a failed load for as long as the page lives.
 */
export const MORE = createStore<{ more: More | null; failed: boolean }>(() => ({
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
    MORE.setState({ more: await load() });
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
