import { ReactWidget } from '@jupyterlab/ui-components';
import { createElement } from 'react';

import { Panel } from './components/panel';
import { lateChunk } from './render/load-more';
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
  /** Puts a message into the composer, or sends it; while a run is going it waits. */
  ask(request: IAskRequest): void;
  /** Each request to the model, as it was sent. */
  showDebug(): void;
  /** The standing rules. */
  showPolicy(): void;
  /** The form of the model's settings. */
  showModel(): void;
  /** The conversations that are kept. */
  showThreads(): void;
  /** The moments of this conversation. */
  showTimeline(): void;
  /** What was proposed, decided and done in this conversation. */
  showAudit(): void;
  /** The MCP servers; with one that is proposed in the form, and not connected. */
  showServers(proposed?: IProposedServer | null): void;
  /** The form of a new report, with what somebody proposes for it; sends nothing. */
  writeReport(proposed?: Partial<INewReport>): void;
  /** What undoing the last turn would change, before it does. */
  undoLast(): void;
  dispose(): void;
}

/** Makes a panel from what it is handed. Its owner disposes it. */
export function createPanel(services: IPanelServices): IPanel {
  const store = new PanelStore(services);
  store.composing.late = lateChunk;
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
