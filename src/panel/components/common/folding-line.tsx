import { useState, type ReactNode } from 'react';

import { Button } from './button';
import { Glyph, type GlyphName } from './glyph';
import { useFieldId } from './use-field-id';

/** A line of the thread that opens to show details. */
export function FoldingLine({
  glyph,
  title,
  names,
  text,
  after,
  details,
  className = '',
  state
}: {
  glyph: GlyphName;
  title?: string;
  /** Accessible names of the button that opens it. */
  names: readonly [show: string, hide: string];
  text: ReactNode;
  /** Shown at the end of the line, for example a time. */
  after?: ReactNode;
  /** Rendered only while it is open; absent if that stands elsewhere. */
  details?(): ReactNode;
  className?: string;
  /** Whether it is open, where that is not the line's own. */
  state?: [open: boolean, setOpen: (open: boolean) => void];
}) {
  const own = useState(false);
  const [open, setOpen] = state ?? own;
  const detailsId = useFieldId();
  return (
    <div className={`jp-Cellwright-call ${className}`}>
      <div className="jp-Cellwright-line" onClick={() => setOpen(!open)}>
        <Button
          className="jp-Cellwright-lineToggle"
          aria-expanded={open}
          aria-controls={open && details ? detailsId : undefined}
          aria-label={names[open ? 1 : 0]}
          title={title}
        >
          <Glyph name={glyph} />
        </Button>
        <span className="jp-Cellwright-lineText">{text}</span>
        {after}
      </div>
      {open && details ? (
        <div className="jp-Cellwright-details" id={detailsId}>
          {details()}
        </div>
      ) : null}
    </div>
  );
}

/** A line that opens to show what is below it. */
export function Unfolding({
  label,
  className,
  children
}: {
  label: ReactNode;
  /** A link if not given. */
  className?: string;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        {...(className ? { className } : { look: 'link' })}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      {isOpen ? children : null}
    </>
  );
}
