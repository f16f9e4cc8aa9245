import type { ReactNode } from 'react';

import { Glyph, type GlyphName } from './glyph';
import { usePanel, usePanelState } from './panel-context';
import { useFieldId } from './use-field-id';

/**
 * A line of the thread that opens to show details; whether it is open survives
 * a move of the panel.
 */
export function FoldingLine({
  id,
  glyph,
  title,
  toggleName,
  text,
  after,
  details,
  className = ''
}: {
  /** Id of the line, unique in the thread. */
  id: string;
  glyph: GlyphName;
  title?: string;
  /** Accessible name of the button that opens it. */
  toggleName(open: boolean): string;
  text: ReactNode;
  /** Shown at the end of the line, for example a time. */
  after?: ReactNode;
  /** Rendered only while it is open. */
  details(): ReactNode;
  className?: string;
}) {
  const store = usePanel();
  const open = usePanelState(state => state.open[id] ?? false);
  const detailsId = useFieldId();
  return (
    <div className={`jp-Cellwright-call ${className}`}>
      <div
        className="jp-Cellwright-line"
        onClick={() => store.setOpen(id, !open)}
      >
        <button
          type="button"
          className="jp-Cellwright-lineToggle"
          aria-expanded={open}
          aria-controls={open ? detailsId : undefined}
          aria-label={toggleName(open)}
          title={title}
        >
          <Glyph name={glyph} />
        </button>
        <span className="jp-Cellwright-lineText">{text}</span>
        {after}
      </div>
      {open ? (
        <div className="jp-Cellwright-details" id={detailsId}>
          {details()}
        </div>
      ) : null}
    </div>
  );
}
