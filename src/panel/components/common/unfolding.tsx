import { useState, type ReactNode } from 'react';

/** A line that opens to show what is below it. */
export function Unfolding({
  label,
  of,
  open = false,
  children
}: {
  /** Whether it is open at first. */
  open?: boolean;
  label: string;
  /** What it belongs to, for those who only hear its name. */
  of?: string;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(open);
  return (
    <>
      <button
        type="button"
        className="jp-Cellwright-link"
        aria-expanded={isOpen}
        aria-label={of && `${label}: ${of}`}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </button>
      {isOpen ? children : null}
    </>
  );
}
