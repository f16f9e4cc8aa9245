import { useEffect, type ReactNode } from 'react';
import { useStore } from 'zustand';

import { loadMore, MORE } from '../../render/load-more';
import { usePanel } from './panel-context';
import { Button } from './button';

type More = typeof import('../lazy-chunk');

/** A part of the panel that is loaded when it is first drawn. */
export function Lazy({
  draw,
  silent = false
}: {
  draw(more: More): ReactNode;
  /** Shows nothing, rather than a notice, while it is loading. */
  silent?: boolean;
}) {
  const { trans } = usePanel().services;
  const { more, failed } = useStore(MORE);
  useEffect(() => void loadMore(), []);
  if (more) {
    return <>{draw(more)}</>;
  }
  if (silent && !failed) {
    return null;
  }
  return (
    <p className="jp-Cellwright-lazy" role="status">
      {failed ? (
        <>
          {trans.__('This part could not be loaded.')}{' '}
          <Button look="link" onClick={() => void loadMore()}>
            {trans.__('Try again')}
          </Button>
        </>
      ) : (
        trans.__('Loading')
      )}
    </p>
  );
}
