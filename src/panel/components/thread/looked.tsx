import { useState, type ReactNode } from 'react';

import { Glyph } from '../common/glyph';
import { usePanel, usePanelState } from '../common/panel-context';

/** Several calls that only looked, or deleted cells, on one line that opens to theirs. */
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
  const { trans } = usePanel().services;
  const [open, setOpen] = useState(false);
  const deletes = usePanelState(({ thread: { items } }) => {
    const item = items[first];
    return item?.kind === 'call' && item.tool === 'delete_cell';
  });
  return (
    <>
      <div className="jp-Cellwright-call">
        <div className="jp-Cellwright-line" onClick={() => setOpen(!open)}>
          <button
            type="button"
            className="jp-Cellwright-lineToggle"
            aria-expanded={open}
            aria-label={open ? trans.__('Hide them') : trans.__('Show them')}
          >
            <Glyph name="done" />
          </button>
          <span className="jp-Cellwright-lineText">
            {deletes
              ? trans._n('Deleted %1 cell', 'Deleted %1 cells', count)
              : trans._n('Looked at %1 thing', 'Looked at %1 things', count)}
          </span>
        </div>
      </div>
      {open ? children : null}
    </>
  );
}
