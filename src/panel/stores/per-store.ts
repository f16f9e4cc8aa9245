import type { PanelStore } from './panel-store';

/**
 * State of a view beside the conversation: one per panel, created when the view
 * is first drawn. It survives a move of the panel. Until the view is drawn,
 * neither the state nor its code is loaded.
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
