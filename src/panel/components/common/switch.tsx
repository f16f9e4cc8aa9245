import type { MouseEvent, ReactNode } from 'react';

import { DECIDES } from '../../trust/is-persons-event';

/** A switch with its sentence beside it. */
export function Switch({
  on,
  disabled = false,
  onToggle,
  children
}: {
  on: boolean;
  disabled?: boolean;
  onToggle(event: MouseEvent): void;
  children: ReactNode;
}) {
  return (
    <button
      {...DECIDES}
      type="button"
      role="switch"
      aria-checked={on}
      disabled={disabled}
      className="jp-Cellwright-switch"
      onClick={onToggle}
    >
      <span className="jp-Cellwright-switchMark" aria-hidden="true" />
      <span>{children}</span>
    </button>
  );
}
