import { useEffect, type ComponentProps, type ComponentType } from 'react';
import { useStore } from 'zustand';

import { loadMore, MORE, type More } from '../../render/load-more';
import { usePanel } from './panel-context';
import { Button } from './button';

type Part = {
  [K in keyof More]: More[K] extends ComponentType<never> ? K : never;
}[keyof More];

/** A part of the panel that is loaded when it is first drawn. */
export function Lazy<P extends Part>({
  part,
  silent = false,
  ...props
}: {
  part: P;
  /** Shows nothing, rather than a notice, while it is loading. */
  silent?: boolean;
} & ComponentProps<More[P]>) {
  const { trans } = usePanel();
  const { more, failed } = useStore(MORE);
  useEffect(() => void loadMore(), []);
  if (more) {
    const Loaded = more[part] as ComponentType<typeof props>;
    return <Loaded {...props} />;
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
