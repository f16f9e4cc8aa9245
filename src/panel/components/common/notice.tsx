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
  /** Whether it is a button below the text; otherwise a link at its end. */
  below?: true;
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
  /** In their order; what is false is not offered now. */
  actions?: readonly (INoticeAction | false)[];
  role?: 'status';
  className?: string;
}) {
  const offered = actions.filter(action => action !== false);
  const button = ({ label, name, stays, below, onPress }: INoticeAction) => (
    <Button
      key={label}
      look={below ? undefined : 'link'}
      aria-label={name}
      onClick={({ currentTarget }) => {
        if (!stays) {
          focusComposer(currentTarget);
        }
        onPress();
      }}
    >
      {label}
    </Button>
  );
  const buttons = offered.filter(({ below }) => below);
  return (
    <div className={`jp-Cellwright-notice ${className}`.trim()} role={role}>
      {children}
      {offered.map(action =>
        action.below ? null : <span key={action.label}> {button(action)}</span>
      )}
      {buttons.length > 0 ? (
        <div className="jp-Cellwright-errorActions">{buttons.map(button)}</div>
      ) : null}
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
