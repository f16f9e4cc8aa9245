import type { ReactNode } from 'react';

import { Glyph } from '../common/glyph';
import { usePanel, usePanelState } from '../common/panel-context';

/** Several calls that only looked, on one line that opens to theirs. */
export function Looked({
  first,
  count,
  children
}: {
  /** Id of the first call. */
  first: string;
  count: number;
  children: ReactNode;
}) {
  const store = usePanel();
  const { trans } = store.services;
  const key = `looked-${first}`;
  const open = usePanelState(state => state.open[key] ?? false);
  return (
    <>
      <div className="jp-Cellwright-call">
        <div
          className="jp-Cellwright-line"
          onClick={() => store.setOpen(key, !open)}
        >
          <button
            type="button"
            className="jp-Cellwright-lineToggle"
            aria-expanded={open}
            aria-label={open ? trans.__('Hide them') : trans.__('Show them')}
          >
            <Glyph name="done" />
          </button>
          <span className="jp-Cellwright-lineText">
            {trans._n('Looked at %1 thing', 'Looked at %1 things', count)}
          </span>
        </div>
      </div>
      {open ? children : null}
    </>
  );
}
