import { ReactWidget } from '@jupyterlab/ui-components';
import type { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import { createElement } from 'react';

import { Panel } from './components/panel';
import type { IPanelServices } from './state/panel-services';
import { PanelStore } from './stores/panel-store';

export { createAttention } from './stores/attention';
export type { IAskRequest } from './state/message';
export { isPersonsEvent } from './trust/is-persons-event';
export type { IPanelServices } from './state/panel-services';

/** The panel, ready to be put into the sidebar. */
export type IPanel = ReturnType<typeof createPanel>;

/** Creates a panel from its services. The caller disposes it. */
export function createPanel(services: IPanelServices) {
  const store = new PanelStore(services);
  const widget = new PanelWidget(store);
  return {
    /** Content of the sidebar; may be moved and attached anywhere. */
    widget,
    store,
    /** Puts the caret into the message box once it is drawn. */
    focusComposer: async () => {
      const { activeElement } = document;
      // Resolves when the page is idle: the person may be at a card by then.
      await widget.renderPromise;
      const focused = document.activeElement;
      if (focused === activeElement || !widget.node.contains(focused)) {
        widget.node
          .querySelector<HTMLElement>('.jp-Cellwright-composerInput')
          ?.focus();
      }
    },
    dispose: () => {
      widget.dispose();
      store.dispose();
    }
  };
}

/**
 * Keeps its React root when JupyterLab moves it, by which the node is detached
 * and attached again: components can hold their own state.
 */
class PanelWidget extends ReactWidget {
  /** The browser forgets where a node was scrolled to when it is detached. */
  private _scrolled: { element: Element; top: number }[] = [];

  constructor(private readonly _store: PanelStore) {
    super();
    this.addClass('jp-Cellwright-root');
  }

  override dispose(): void {
    if (!this.isDisposed) {
      super.onBeforeDetach(Widget.Msg.BeforeDetach);
    }
    super.dispose();
  }

  protected override render() {
    return createElement(Panel, { store: this._store });
  }

  /** Not handed on, since `ReactWidget` unmounts here. */
  protected override onBeforeDetach(): void {
    this._keepScroll();
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    this._restoreScroll();
  }

  protected override onBeforeHide(): void {
    this._keepScroll();
  }

  protected override onAfterShow(): void {
    this._restoreScroll();
  }

  protected override onResize(): void {
    this._restoreScroll();
  }

  private _keepScroll(): void {
    if (this.isVisible) {
      this._scrolled = Array.from(this.node.querySelectorAll('*'))
        .filter(({ scrollTop }) => scrollTop > 0)
        .map(element => ({ element, top: element.scrollTop }));
    }
  }

  /** Tries again until it has its size, without which nothing can be scrolled. */
  private _restoreScroll(): void {
    this._scrolled = this._scrolled.filter(({ element, top }) => {
      element.scrollTop = top;
      return element.scrollTop === 0;
    });
  }
}
