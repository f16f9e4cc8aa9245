import type { ReactNode, HTMLAttributes } from 'react';

import { Button } from './button';
import { focusComposer } from './focus';
import { visibleProse } from '../../render/visible-text';

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

/** A quiet sentence; renders nothing if there is none. */
export function Hint(props: HTMLAttributes<HTMLParagraphElement>) {
  return props.children ? (
    <p className="jp-Cellwright-hint" {...props} />
  ) : null;
}

/**
 * Why something was not done, shown where it was requested; renders nothing if
 * it was done.
 */
export function Refused({ text }: { text: string | null | undefined }) {
  return text ? (
    <p className="jp-Cellwright-refused" role="alert">
      {visibleProse(text)}
    </p>
  ) : null;
}
