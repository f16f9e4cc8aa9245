import type { PanelStore } from '../store';
import { Composer } from './composer';
import { EmptyState } from './empty-state';
import { LiveRegion } from './live-region';
import { ModelSettings } from './model-settings';
import { PanelContext, usePanel, usePanelState } from './panel-context';
import { Thread } from './thread';
import { TodoList } from './todo-list';

/** The whole panel, on its store. */
export function Panel({ store }: { store: PanelStore }) {
  return (
    <PanelContext.Provider value={store}>
      <div className="jp-Cellwright-panel">
        <Header />
        <TodoList />
        <Body />
        <Settings />
        <Composer />
        <LiveRegion />
      </div>
    </PanelContext.Provider>
  );
}

function Header() {
  const store = usePanel();
  const { trans } = store.services;
  const title = usePanelState(state => state.thread.title);
  const shown = title || trans.__('New conversation');
  return (
    <div className="jp-Cellwright-header">
      <h2 title={shown}>{shown}</h2>
      <button
        type="button"
        className="jp-Cellwright-iconButton"
        aria-label={trans.__('New conversation')}
        title={trans.__('New conversation')}
        onClick={event => {
          store.newConversation();
          event.currentTarget
            .closest('.jp-Cellwright-panel')
            ?.querySelector<HTMLElement>('.jp-Cellwright-composerInput')
            ?.focus();
        }}
      >
        <span aria-hidden="true">+</span>
      </button>
    </div>
  );
}

function Body() {
  const empty = usePanelState(
    ({ thread, outgoing }) => thread.order.length === 0 && outgoing.length === 0
  );
  return empty ? <EmptyState /> : <Thread />;
}

function Settings() {
  const form = usePanelState(state => state.modelForm);
  return form ? <ModelSettings form={form} /> : null;
}
