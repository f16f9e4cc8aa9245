import { useState, type ReactNode } from 'react';

/** A line that opens to show what is below it. */
export function Unfolding({
  label,
  children
}: {
  label: string;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="jp-Cellwright-link"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </button>
      {isOpen ? children : null}
    </>
  );
}
