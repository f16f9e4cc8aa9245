import type { PanelStore } from './panel-store';

/**
 * What a view or the cards need: one per panel, created when it is first asked
 * for. It survives a move of the panel. Until then, neither the state nor its
 * code is loaded.
 */
export function perStore<T>(
  make: (store: PanelStore) => T
): (store: PanelStore) => T {
  const created = new WeakMap<PanelStore, T>();
  return store => {
    const known = created.get(store);
    if (known !== undefined) {
      return known;
    }
    const value = make(store);
    created.set(store, value);
    return value;
  };
}
