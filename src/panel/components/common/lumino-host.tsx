import { Widget } from '@lumino/widgets';
import { useLayoutEffect, useRef } from 'react';

/**
 * A Lumino widget inside React: made and attached in the effect, disposed in
 * its clean-up. Another `create` makes another widget.
 */
export function LuminoHost({
  create,
  className
}: {
  create: () => Widget;
  className?: string;
}) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const node = host.current;
    if (!node) {
      return;
    }
    const widget = create();
    Widget.attach(widget, node);
    return () => {
      if (widget.isAttached && !widget.node.isConnected) {
        // React has taken the node out already: Lumino would refuse to detach.
        widget.processMessage(Widget.Msg.AfterDetach);
      }
      widget.dispose();
    };
  }, [create]);
  return <div ref={host} className={className} />;
}
