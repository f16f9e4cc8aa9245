import type { PanelStore } from './panel-store';

/**
 * State of a view beside the conversation: one for each panel, made when the
 * view is first drawn. It outlives a move of the panel, and neither it nor its
 * code is there before.
 */
export function perStore<T>(
  make: (store: PanelStore) => T
): (store: PanelStore) => T {
  const made = new WeakMap<PanelStore, T>();
  return store => {
    const known = made.get(store);
    if (known !== undefined) {
      return known;
    }
    const value = make(store);
    made.set(store, value);
    return value;
  };
}
