import type { ReactNode } from 'react';

import { Button } from './button';
import { focusComposer } from './focus-beyond';

interface INoticeAction {
  label: string;
  /** Its accessible name, if the label alone does not say enough. */
  name?: string;
  /** Whether focus stays on it; otherwise it goes to the message box. */
  stays?: boolean;
  onPress(): void;
}

/** Something that the person is told, and what they can do about it. */
export function Notice({
  children,
  actions = [],
  role,
  className = ''
}: {
  children: ReactNode;
  /** In their order; null for what is not offered now. */
  actions?: readonly (INoticeAction | null)[];
  role?: 'status';
  className?: string;
}) {
  return (
    <div className={`jp-Cellwright-notice ${className}`.trim()} role={role}>
      {children}
      {actions.map(action =>
        action === null ? null : (
          <span key={action.label}>
            {' '}
            <Button
              look="link"
              aria-label={action.name}
              onClick={({ currentTarget }) => {
                if (!action.stays) {
                  focusComposer(currentTarget);
                }
                action.onPress();
              }}
            >
              {action.label}
            </Button>
          </span>
        )
      )}
    </div>
  );
}
