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

/** Loads it once, and tries again after a failure; null if it cannot be loaded. */
export async function loadMore(): Promise<More | null> {
  const { more } = MORE.getState();
  if (more) {
    return more;
  }
  MORE.setState({ failed: false });
  try {
    MORE.setState({ more: await load() });
  } catch (reason) {
    console.warn('Cellwright could not load a part of the panel.', reason);
    MORE.setState({ failed: true });
  }
  return MORE.getState().more;
}
