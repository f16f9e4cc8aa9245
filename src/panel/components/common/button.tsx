import type { ButtonHTMLAttributes } from 'react';

export interface IButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What is meant to be pressed, or a button that reads like a link. */
  look?: 'primary' | 'link';
}

const CLASSES = {
  primary: 'jp-Cellwright-button jp-mod-primary',
  link: 'jp-Cellwright-link'
};

/** A button with words on it. */
export function Button({ look, ...props }: IButtonProps) {
  const className = look ? CLASSES[look] : 'jp-Cellwright-button';
  return <button type="button" className={className} {...props} />;
}
