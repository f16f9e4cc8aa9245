import { Widget } from '@lumino/widgets';
import { useLayoutEffect, useRef } from 'react';

/**
 * A Lumino widget inside React: created and attached in the effect, disposed in
 * its clean-up. A new `create` function creates a new widget.
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
        // React has already removed the node, and Lumino would refuse to detach
        // it.
        widget.processMessage(Widget.Msg.AfterDetach);
      }
      widget.dispose();
    };
  }, [create]);
  return <div ref={host} className={className} />;
}
