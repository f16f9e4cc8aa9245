import { useLayoutEffect, useRef, type ReactNode } from 'react';

import type { PanelStore } from '../stores/panel-store';
import { Composer } from './composer/composer';
import { Boundary } from './common/boundary';
import { EmptyState } from './thread/empty-state';
import { Header } from './header';
import { Lazy } from './common/lazy';
import {
  PanelContext,
  usePanel,
  usePanelNow,
  usePanelState
} from './common/panel-context';
import { Problems } from './problems';
import { Thread } from './thread/thread';

/** The whole panel, drawn from its store. */
export function Panel({ store }: { store: PanelStore }) {
  return (
    <PanelContext.Provider value={store}>
      <div className="jp-Cellwright-panel">
        <Guarded>
          <Header />
        </Guarded>
        <div className="jp-Cellwright-body">
          <Guarded>
            <Page />
          </Guarded>
          <Conversation />
        </div>
        <LiveRegion />
      </div>
    </PanelContext.Provider>
  );
}

/**
 * The conversation stays mounted beneath a page that covers it, so that nothing
 * has to be restored.
 */
function Conversation() {
  const { main } = usePanel().store;
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // At once, not with the next drawing: whoever leaves a page focuses the
    // composer right after that.
    const cover = () =>
      root.current?.toggleAttribute('inert', main.getState().page !== null);
    cover();
    return main.subscribe(cover);
  }, [main]);
  return (
    <div ref={root} className="jp-Cellwright-conversation">
      {PARTS.map((Part, index) => (
        <Guarded key={index}>
          <Part />
        </Guarded>
      ))}
    </div>
  );
}

/**
 * A part that failed to render is tried again when another view or conversation
 * is shown.
 */
function Guarded({ children }: { children: ReactNode }) {
  const at = usePanelState(({ page, threadId }) => `${page?.name} ${threadId}`);
  return <Boundary of={at}>{children}</Boundary>;
}

function Instructions() {
  const { preferences } = usePanelNow();
  return preferences.folderInstructions.waiting.length > 0 ? (
    <Lazy part="FolderInstructions" />
  ) : null;
}

/** Of a plan and a report, the one at work; both if neither is, or both are. */
function Progress() {
  const report = usePanelState(state => state.thread.report);
  const plan = usePanelState(state => state.thread.plan);
  const hasTodos = usePanelState(state => state.thread.todos.length > 0);
  const planRuns = usePanelState(({ thread: { run, items, plan: id } }) => {
    const item = id === null ? undefined : items[id];
    return run !== null && item?.kind === 'plan' && item.outcome === null;
  });
  const reportRuns = usePanelState(
    ({ thread: { run, report: one } }) => run !== null && one?.result === null
  );
  const other = (planRuns || !reportRuns) && (plan !== null || hasTodos);
  const shown = reportRuns || !planRuns ? report : null;
  return (
    <>
      {!other ? null : plan === null ? (
        <Lazy silent part="TodoList" />
      ) : (
        <Lazy key={plan} silent part="PlanProgress" id={plan} />
      )}
      {shown ? <Lazy silent part="ReportProgress" report={shown} /> : null}
    </>
  );
}

/** What covers the conversation, if anything does. */
function Page() {
  const page = usePanelState(state => state.page);
  return page && <Lazy key={JSON.stringify(page)} part={page.name} {...page} />;
}

function Messages() {
  const threadId = usePanelState(state => state.threadId);
  const coming = usePanelState(state => state.coming);
  const empty = usePanelState(
    ({ thread, outgoing }) => thread.order.length === 0 && outgoing.length === 0
  );
  return !empty ? (
    <Thread key={threadId} />
  ) : coming ? (
    // An empty frame, so that nothing jumps: the conversation appears in a
    // moment.
    <div className="jp-Cellwright-threadFrame" aria-busy="true" />
  ) : (
    <EmptyState />
  );
}

function Found() {
  const found = usePanelState(state => state.found !== null);
  return found ? <Lazy silent part="FoundLine" /> : null;
}

function Settings() {
  const isOpen = usePanelState(state => state.modelForm);
  return isOpen ? <Lazy part="ModelSettings" /> : null;
}

/** From top to bottom; a part that fails to render leaves the others alone. */
const PARTS = [
  Problems,
  Found,
  Instructions,
  Progress,
  Messages,
  Settings,
  Composer
];

/**
 * Announces what is going on. Two regions take turns, so that the same sentence
 * is read out again when it is announced twice.
 */
function LiveRegion() {
  const { text, count } = usePanelState(state => state.announced);
  return (
    <div className="jp-Cellwright-hidden">
      <div role="status" aria-live="polite">
        {count % 2 === 0 ? text : ''}
      </div>
      <div role="status" aria-live="polite">
        {count % 2 === 1 ? text : ''}
      </div>
    </div>
  );
}
