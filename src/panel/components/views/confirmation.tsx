import { useEffect, useRef, type ReactNode } from 'react';

import { Button } from '../common/button';
import { usePanel } from '../common/panel-context';

/** Asks, on a page, before something is deleted. Esc keeps it. */
export function Confirmation({
  name,
  yes,
  onYes,
  onNo,
  children
}: {
  name: string;
  yes: string;
  onYes(): void;
  onNo(): void;
  children: ReactNode;
}) {
  const { trans } = usePanel().services;
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.querySelector('button')?.focus(), []);
  // The focused button disappears, so focus the page.
  const leave = (act: () => void) => {
    root.current?.closest<HTMLElement>('.jp-Cellwright-sideView')?.focus();
    act();
  };
  return (
    <div
      ref={root}
      className="jp-Cellwright-notice"
      role="group"
      aria-label={name}
      onKeyDown={event => {
        if (event.key === 'Escape') {
          event.preventDefault();
          event.stopPropagation();
          leave(onNo);
        }
      }}
    >
      <span>{children}</span>
      <div className="jp-Cellwright-errorActions">
        <Button onClick={() => leave(onNo)}>{trans.__('Keep it')}</Button>
        <Button onClick={() => leave(onYes)}>{yes}</Button>
      </div>
    </div>
  );
}
