import { createContext, useContext } from 'react';
import { useStore } from 'zustand';

import type { IPanelState } from '../../state/panel-state';
import type { PanelStore } from '../../stores/panel-store';

export const PanelContext = createContext<PanelStore | null>(null);

/** The store of the panel that a component belongs to, and its services. */
export function usePanel() {
  const store = useContext(PanelContext);
  if (!store) {
    throw new Error('This component stands outside the panel.');
  }
  return { store, ...store.services };
}

/** Selects a part of the state, and renders again when that part changes. */
export function usePanelState<T>(select: (state: IPanelState) => T): T {
  return useStore(usePanel().store.main, select);
}

/** `usePanel`, anew when the workspace, the model or the settings change. */
export function usePanelNow() {
  usePanelState(state => state.revision);
  return usePanel();
}
