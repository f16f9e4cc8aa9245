import { createContext, useContext } from 'react';
import { useStore } from 'zustand';

import type { IPanelState } from '../../state/panel-state';
import type { PanelStore } from '../../stores/panel-store';

export const PanelContext = createContext<PanelStore | null>(null);

/** The store of the panel a component stands in. */
export function usePanel(): PanelStore {
  const store = useContext(PanelContext);
  if (!store) {
    throw new Error('This component stands outside the panel.');
  }
  return store;
}

/** A part of the state; drawn again when that part is another one. */
export function usePanelState<T>(select: (state: IPanelState) => T): T {
  return useStore(usePanel().main, select);
}
