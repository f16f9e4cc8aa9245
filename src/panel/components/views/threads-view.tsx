import { useEffect, type KeyboardEvent } from 'react';
import { useStore } from 'zustand';

import { threadListOf } from '../../stores/thread-list';
import { visibleText } from '../../render/visible-text';
import { usePanel, usePanelState } from '../common/panel-context';
import { Refused } from '../common/refused';
import { LeftLine } from '../thread/from-file';
import { SideView } from './side-view';
import { ImportButton } from './import-button';
import { ThreadRow, ROW_ATTRIBUTE } from './thread-row';
import { SearchField } from './search-field';

/** All stored conversations. */
export function ThreadsView() {
  const store = usePanel();
  const { trans, threads } = store.services;
  const list = threadListOf(store);
  const problem = useStore(list.state, state => state.problem);
  useEffect(() => list.watch(), [list]);
  return (
    <SideView title={trans.__('Conversations')}>
      <Tools />
      <Refused text={problem} />
      <Rows />
      <CleanedUp />
      <LeftLine />
      {threads?.keeping.ok ? (
        <p className="jp-Cellwright-hint">
          {trans.__(
            'Kept in this browser, for this server, its folder and this user. Deleting a conversation deletes everything stored about it.'
          )}
        </p>
      ) : null}
    </SideView>
  );
}

/** What was cleaned up automatically. */
function CleanedUp() {
  const store = usePanel();
  // A clean-up may run while the list is shown; the rows change then.
  useStore(threadListOf(store).state, state => state.rows);
  const sentences = store.services.deleted?.() ?? [];
  return (
    <>
      {sentences.map((sentence, index) => (
        <p key={index} className="jp-Cellwright-hint">
          {visibleText(sentence)}
        </p>
      ))}
    </>
  );
}

function Tools() {
  const store = usePanel();
  const { trans } = store.services;
  const list = threadListOf(store);
  const query = useStore(list.state, state => state.query);
  return (
    <div className="jp-Cellwright-row">
      <SearchField
        aria-label={trans.__('Search the conversations')}
        value={query}
        onChange={event => list.setQuery(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            rowsNear(event.currentTarget)[0]?.focus();
          }
        }}
      />
      <ImportButton
        label={trans.__('File of a conversation')}
        onChoose={file => void list.import(file.name, () => file.text())}
      />
    </div>
  );
}

function Rows() {
  const store = usePanel();
  const { trans } = store.services;
  const list = threadListOf(store);
  const rows = useStore(list.state, state => state.rows);
  const query = useStore(list.state, state => state.query);
  const active = useStore(list.state, state => state.active);
  const shown = usePanelState(state => state.threadId);
  if (rows === null) {
    return (
      <p className="jp-Cellwright-hint" role="status">
        {trans.__('Loading')}
      </p>
    );
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const all = rowsNear(event.currentTarget);
    const at = all.indexOf(event.target as HTMLElement);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const { thread } = rows[at];
    const go = (index: number) =>
      all[Math.max(0, Math.min(index, all.length - 1))]?.focus();
    switch (event.key) {
      case 'ArrowDown':
        go(at + 1);
        break;
      case 'ArrowUp':
        go(at - 1);
        break;
      case 'Home':
        go(0);
        break;
      case 'End':
        go(all.length - 1);
        break;
      case 'F2':
        list.beginRename(thread);
        break;
      case 'Delete':
        list.ask(thread.id);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const ids = rows.map(({ thread }) => thread.id);
  const tabbed =
    active !== null && ids.includes(active)
      ? active
      : ids.includes(shown)
        ? shown
        : ids[0];
  return (
    <>
      <p className="jp-Cellwright-hint" role="status">
        {rows.length > 0
          ? trans._n('%1 conversation', '%1 conversations', rows.length)
          : query.trim()
            ? trans.__('No conversation contains these words.')
            : trans.__(
                'No conversations yet. Each one you begin is kept here.'
              )}
      </p>
      <ul
        className="jp-Cellwright-threads"
        aria-label={trans.__('Conversations')}
        onKeyDown={onKeyDown}
      >
        {rows.map(row => (
          <ThreadRow
            key={row.thread.id}
            row={row}
            current={row.thread.id === shown}
            tabbed={row.thread.id === tabbed}
          />
        ))}
      </ul>
    </>
  );
}

function rowsNear(element: Element): HTMLElement[] {
  return Array.from(
    element
      .closest('.jp-Cellwright-sideView')
      ?.querySelectorAll<HTMLElement>(`[${ROW_ATTRIBUTE}]`) ?? []
  );
}
