import { createContext, useContext } from 'react';
import { useStore } from 'zustand';

import type { IPanelState } from '../../state/panel-state';
import type { PanelStore } from '../../stores/panel-store';

export const PanelContext = createContext<PanelStore | null>(null);

/** The store of the panel that a component belongs to. */
export function usePanel(): PanelStore {
  const store = useContext(PanelContext);
  if (!store) {
    throw new Error('This component stands outside the panel.');
  }
  return store;
}

/** Selects a part of the state, and renders again when that part changes. */
export function usePanelState<T>(select: (state: IPanelState) => T): T {
  return useStore(usePanel().main, select);
}
