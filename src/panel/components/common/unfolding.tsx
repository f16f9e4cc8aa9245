import type { ReactNode } from 'react';

import { usePanel, usePanelState } from './panel-context';

/** A line that unfolds what stands under it. */
export function Unfolding({
  id,
  label,
  open = false,
  children
}: {
  /** Key of its being open, in the whole panel. */
  id: string;
  /** Whether it begins unfolded. */
  open?: boolean;
  label: string;
  children: ReactNode;
}) {
  const store = usePanel();
  const isOpen = usePanelState(state => state.open[id] ?? open);
  return (
    <>
      <button
        type="button"
        className="jp-Cellwright-link"
        aria-expanded={isOpen}
        onClick={() => store.setOpen(id, !isOpen)}
      >
        {label}
      </button>
      {isOpen ? children : null}
    </>
  );
}
