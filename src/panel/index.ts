import { ReactWidget } from '@jupyterlab/ui-components';
import { createElement } from 'react';

import { Panel } from './components/panel';
import { lazyChunk } from './render/load-more';
import type { IAskRequest } from './state/message';
import type { IPanelServices } from './state/panel-services';
import type { INewReport, IProposedServer } from './state/panel-state';
import { PanelStore } from './stores/panel-store';

export { createAttention } from './stores/attention';
export type { IAskRequest } from './state/message';
export { isPersonsEvent } from './trust/is-persons-event';
export type { IPanelServices } from './state/panel-services';

/** The panel, ready to be put into the sidebar. */
export interface IPanel {
  /** Content of the sidebar; may be moved and attached anywhere. */
  widget: ReactWidget;
  store: PanelStore;
  /** Puts the caret into the message box. */
  focusComposer(): void;
  /**
   * Puts a message into the composer, or sends it; during a run it is queued.
   */
  ask(request: IAskRequest): void;
  /** Shows each request to the model, as it was sent. */
  showDebug(): void;
  /** Shows the standing rules. */
  showPolicy(): void;
  /** Shows the form of the model's settings. */
  showModel(): void;
  /** Shows the list of stored conversations. */
  showThreads(): void;
  /** Shows the timeline of this conversation. */
  showTimeline(): void;
  /** Shows what was proposed, decided and done in this conversation. */
  showAudit(): void;
  /**
   * Shows the MCP servers. A proposed server is filled into the form but not
   * connected.
   */
  showServers(proposed?: IProposedServer | null): void;
  /**
   * Shows the form of a new report, with any proposed values; sends nothing.
   */
  writeReport(proposed?: Partial<INewReport>): void;
  /** Shows what undoing the last turn would change. */
  undoLast(): void;
  dispose(): void;
}

/** Creates a panel from its services. The caller disposes it. */
export function createPanel(services: IPanelServices): IPanel {
  const store = new PanelStore(services);
  store.composing.lazy = lazyChunk;
  const widget = ReactWidget.create(createElement(Panel, { store }));
  widget.addClass('jp-Cellwright-root');
  return {
    widget,
    store,
    focusComposer: () =>
      widget.node
        .querySelector<HTMLElement>('.jp-Cellwright-composerInput')
        ?.focus(),
    ask: request => store.composing.ask(request),
    showDebug: () => store.show('debug'),
    showPolicy: () => store.show('policy'),
    showModel: () => store.openModelForm(),
    showThreads: () => store.show('threads'),
    showTimeline: () => store.show('timeline'),
    showAudit: () => store.show('audit'),
    showServers: (proposedServer = null) =>
      store.main.setState({ view: 'servers', proposedServer }),
    writeReport: proposed => store.writeReport(proposed),
    undoLast: () => store.showUndo(),
    dispose: () => {
      widget.dispose();
      store.dispose();
    }
  };
}
