import type { Title, Widget } from '@lumino/widgets';

import type { PanelStore } from './panel-store';

const BADGE = 'cellwright-pending';
const BADGE_CLASS = 'jp-mod-cellwrightPending';

/**
 * Shows a badge on the sidebar's icon and a note in the page's title, for as
 * long as a review waits while the panel is hidden or the page is in the
 * background.
 */
export function createAttention({
  store,
  title,
  isPanelVisible
}: {
  store: PanelStore;
  /** Title of the widget in the sidebar. */
  title: Title<Widget>;
  isPanelVisible(): boolean;
}) {
  const { preferences, trans } = store.services;
  const caption = title.caption;
  const className = title.className;
  let prefix = '';

  const setPrefix = (next: string) => {
    const { title: now } = document;
    const own = now.startsWith(prefix) ? now.slice(prefix.length) : now;
    prefix = next;
    document.title = next + own;
  };

  const setBadge = (count: number) => {
    const { [BADGE]: _, ...dataset } = title.dataset;
    title.dataset =
      count > 0 ? { ...dataset, [BADGE]: String(count) } : dataset;
    title.className =
      count > 0 ? `${className} ${BADGE_CLASS}`.trim() : className;
    title.caption =
      count > 0
        ? trans._n(
            'Cellwright: %1 review is waiting',
            'Cellwright: %1 reviews are waiting',
            count
          )
        : caption;
  };

  const isWanted = () =>
    preferences.current.notify && typeof Notification !== 'undefined';

  /**
   * Gives no details, which are on the card: anybody may see a notification.
   */
  const notify = () => {
    if (
      isWanted() &&
      document.hidden &&
      Notification.permission === 'granted'
    ) {
      const notice = new Notification(
        trans.__('Cellwright is waiting for you'),
        {
          body: trans.__('A card needs your decision.'),
          tag: 'cellwright'
        }
      );
      notice.onclick = () => {
        window.focus();
        notice.close();
      };
    }
  };

  const refresh = () => {
    const pending = store.main.getState().thread.pending.length;
    const count = isPanelVisible() && !document.hidden ? 0 : pending;
    setBadge(count);
    const words = trans._n(
      '(%1) Review waiting',
      '(%1) Reviews waiting',
      count
    );
    setPrefix(count > 0 ? `${words} – ` : '');
  };

  // JupyterLab writes the title again whenever a tab changes.
  const rewritten = new MutationObserver(() => {
    if (!document.title.startsWith(prefix)) {
      setPrefix(prefix);
    }
  });
  rewritten.observe(document.querySelector('title') ?? document.head, {
    subtree: true,
    childList: true,
    characterData: true
  });
  const end = store.main.subscribe((state, before) => {
    const { pending } = state.thread;
    if (pending !== before.thread.pending) {
      refresh();
      if (pending.some(id => !before.thread.pending.includes(id))) {
        notify();
      }
    }
    // Asked when a message is sent: that is the person's own action, and early
    // enough.
    if (
      state.outgoing.length > before.outgoing.length &&
      isWanted() &&
      Notification.permission === 'default'
    ) {
      Notification.requestPermission().catch((reason: unknown) =>
        console.warn('Cellwright could not ask to show notifications.', reason)
      );
    }
  });
  document.addEventListener('visibilitychange', refresh);
  refresh();

  return {
    refresh,
    dispose: () => {
      rewritten.disconnect();
      end();
      document.removeEventListener('visibilitychange', refresh);
      setBadge(0);
      setPrefix('');
    }
  };
}
