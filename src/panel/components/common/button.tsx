import type { LabIcon } from '@jupyterlab/ui-components';
import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';

import { DECIDES } from '../../trust/is-persons-event';
import { usePanel } from './panel-context';

export interface IButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** A usual button if not given. */
  look?: keyof typeof CLASSES;
}

const CLASSES = {
  primary: 'jp-Cellwright-button jp-mod-primary',
  quiet: 'jp-Cellwright-button jp-mod-quiet',
  small: 'jp-Cellwright-button jp-mod-small',
  link: 'jp-Cellwright-link'
};

/** A button with text. */
export function Button({ look, ...props }: IButtonProps) {
  const className = look ? CLASSES[look] : 'jp-Cellwright-button';
  return <button type="button" className={className} {...props} />;
}

/** What can be done with one of several; its accessible name says with which. */
export function ActionOf({
  label,
  of,
  ...props
}: IButtonProps & { label: string; of: string }) {
  const { trans } = usePanel();
  return (
    <Button
      {...DECIDES}
      look="link"
      aria-label={trans.__('%1: %2', label, of)}
      {...props}
    >
      {label}
    </Button>
  );
}

/** A button with an icon, which its name explains. */
export function IconButton({
  label,
  icon,
  ...props
}: ButtonHTMLAttributes<HTMLButtonElement> & { label: string; icon: LabIcon }) {
  return (
    <button
      type="button"
      className="jp-Cellwright-iconButton"
      aria-label={label}
      title={label}
      {...props}
    >
      <icon.react tag="span" />
    </button>
  );
}

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
