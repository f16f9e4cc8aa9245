import type { LabIcon } from '@jupyterlab/ui-components';
import type { ButtonHTMLAttributes } from 'react';

export interface IButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** A primary button, or a button that looks like a link. */
  look?: 'primary' | 'link';
}

const CLASSES = {
  primary: 'jp-Cellwright-button jp-mod-primary',
  link: 'jp-Cellwright-link'
};

/** A button with text. */
export function Button({ look, ...props }: IButtonProps) {
  const className = look ? CLASSES[look] : 'jp-Cellwright-button';
  return <button type="button" className={className} {...props} />;
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
