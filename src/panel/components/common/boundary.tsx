import { Component, type ReactNode } from 'react';

import { usePanel } from './panel-context';

interface IBoundaryProps {
  /** What is drawn; when it changes, rendering is tried again. */
  of: unknown;
  children: ReactNode;
}

/**
 * Shows a notice when its part fails to render, and leaves the rest of the
 * panel alone.
 */
export class Boundary extends Component<IBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: IBoundaryProps): void {
    if (this.state.failed && before.of !== this.props.of) {
      this.setState({ failed: false });
    }
  }

  override render(): ReactNode {
    return this.state.failed ? <NotShown /> : this.props.children;
  }
}

function NotShown() {
  const { trans } = usePanel();
  return (
    <p className="jp-Cellwright-lazy" role="status">
      {trans.__('This part could not be shown. The rest is still there.')}
    </p>
  );
}
