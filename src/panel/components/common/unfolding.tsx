import type { ReactNode } from 'react';

import { usePanel, usePanelState } from './panel-context';

/** A line that opens to show what is below it. */
export function Unfolding({
  id,
  label,
  of,
  open = false,
  children
}: {
  /** Key under which its open state is stored, unique in the panel. */
  id: string;
  /** Whether it is open at first. */
  open?: boolean;
  label: string;
  /** What it belongs to, for those who only hear its name. */
  of?: string;
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
        aria-label={of && `${label}: ${of}`}
        onClick={() => store.setOpen(id, !isOpen)}
      >
        {label}
      </button>
      {isOpen ? children : null}
    </>
  );
}
