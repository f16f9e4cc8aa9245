import type { JupyterFrontEnd } from '@jupyterlab/application';
import { type Widget, SplitPanel } from '@lumino/widgets';

import type { IPanelServices } from '../../panel/state/panel-services';
import { showInMain } from './show-in-main';
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

/** Width in pixels at which a card's code is readable without scrolling. */
const WIDTH = 380;

/**
 * Set in the browser's storage once a panel was opened: from then on,
 * JupyterLab remembers the width.
 */
const OPENED = 'cellwright:opened';

/**
 * Opens the sidebar wide enough the first time; after that, it keeps the
 * person's width.
 */
function widenFirst(sidebar: Widget): void {
  if (wasOpened()) {
    return;
  }
  let side: Widget = sidebar;
  while (side.parent && !(side.parent instanceof SplitPanel)) {
    side = side.parent;
  }
  const split = side.parent;
  if (!(split instanceof SplitPanel)) {
    return;
  }
  const missing = WIDTH - side.node.offsetWidth;
  const whole = split.node.offsetWidth;
  if (missing <= 0 || whole === 0) {
    return;
  }
  const share = missing / whole;
  const sizes = split.relativeSizes();
  const own = split.widgets.indexOf(side);
  // Taken from the widest part, which contains the notebooks.
  const main = sizes.indexOf(Math.max(...sizes));
  split.setRelativeSizes(
    sizes.map((size, index) =>
      index === own ? size + share : index === main ? size - share : size
    )
  );
}

/**
 * If the browser stores nothing, this is unknown, and the width is not changed.
 */
function wasOpened(): boolean {
  try {
    const opened = localStorage.getItem(OPENED) !== null;
    localStorage.setItem(OPENED, 'yes');
    return opened;
  } catch (error) {
    console.warn('Cellwright leaves the width of its panel unchanged', error);
    return true;
  }
}
