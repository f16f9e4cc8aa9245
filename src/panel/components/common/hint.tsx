import type { HTMLAttributes } from 'react';

/** A quiet sentence; renders nothing if there is none. */
export function Hint(props: HTMLAttributes<HTMLParagraphElement>) {
  return props.children ? (
    <p className="jp-Cellwright-hint" {...props} />
  ) : null;
}
