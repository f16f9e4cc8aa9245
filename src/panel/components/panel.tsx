import type { PanelStore } from '../store';
import { Composer } from './composer';
import { DebugView } from './debug-view';
import { EmptyState } from './empty-state';
import { Header } from './header';
import { LiveRegion } from './live-region';
import { ModelSettings } from './model-settings';
import { PanelContext, usePanelState } from './panel-context';
import { PolicyView } from './policy-view';
import { Problems } from './problems';
import { StatusLine } from './status-line';
import { Thread } from './thread';
import { TodoList } from './todo-list';

/** The whole panel, on its store. */
export function Panel({ store }: { store: PanelStore }) {
  return (
    <PanelContext.Provider value={store}>
      <div className="jp-Cellwright-panel">
        <Header />
        <Problems />
        <TodoList />
        <Body />
        <StatusLine />
        <Settings />
        <Composer />
        <LiveRegion />
      </div>
    </PanelContext.Provider>
  );
}

function Body() {
  const view = usePanelState(state => state.view);
  const empty = usePanelState(
    ({ thread, outgoing }) => thread.order.length === 0 && outgoing.length === 0
  );
  switch (view) {
    case 'policy':
      return <PolicyView />;
    case 'debug':
      return <DebugView />;
    case 'thread':
      return empty ? <EmptyState /> : <Thread />;
  }
}

function Settings() {
  const form = usePanelState(state => state.modelForm);
  return form ? <ModelSettings form={form} /> : null;
}
