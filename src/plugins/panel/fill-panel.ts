import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { Widget } from '@lumino/widgets';

import type { IPanelServices } from '../../panel/state/panel-services';
import { showInMain } from './show-in-main';
import { widenFirst } from './widen-first';
import type { ISidebarContent } from './sidebar';
import { pageTypesetter } from '../util/page-typesetter';
import { tendThreads } from '../threads/thread-tending';

// Loaded with the panel, because they are larger than everything JupyterLab
// loads first. Imported one by one, since style sheets that are imported by
// another are not minified.
import '../../../style/sidebar.css';
import '../../../style/panel.css';
import '../../../style/thread.css';
import '../../../style/composer.css';
import '../../../style/menu.css';
import '../../../style/attach.css';

export interface IPanelContentOptions {
  app: JupyterFrontEnd;
  sidebar: Widget;
  services: Omit<
    IPanelServices,
    'isTrusted' | 'mcp' | 'deleted' | 'showInMain'
  >;
}

/** Creates the panel and connects it to its services. */
export async function fillPanel({
  app,
  sidebar,
  services
}: IPanelContentOptions): Promise<ISidebarContent> {
  widenFirst(sidebar);
  const { trans, rendermime } = services;
  if (rendermime.latexTypesetter) {
    pageTypesetter.set(app, rendermime.latexTypesetter);
  }
  const { createAttention, createPanel, isPersonsEvent } = await import(
    /* webpackMode: "eager" */ '../../panel'
  );
  const panel = createPanel({
    ...services,
    mcp: async () => {
      const { pageMcp } = await import('../agent/make-agent');
      return pageMcp(app, trans);
    },
    deleted: () => tending.deleted,
    isTrusted: isPersonsEvent,
    showInMain: (widget, path) => showInMain(app.shell, widget, path)
  });
  const { store } = panel;
  const tending = tendThreads({
    ...services,
    ask: found => store.conversations.ask(found),
    show: threadId => void store.conversations.open(threadId)
  });
  const attention = createAttention({
    store,
    title: sidebar.title,
    isPanelVisible: () => sidebar.isVisible
  });
  sidebar.disposed.connect(() => {
    attention.dispose();
    tending.dispose();
    panel.dispose();
  });
  return { ...panel, onVisibilityChange: () => attention.refresh() };
}
