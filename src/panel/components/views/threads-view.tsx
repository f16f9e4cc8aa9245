import { useEffect, useState, type KeyboardEvent } from 'react';

import { visibleText } from '../../render/visible-text';
import { usePanel, usePanelState } from '../common/panel-context';
import { Refused } from '../common/refused';
import { LeftLine } from '../thread/from-file';
import { SideView } from './side-view';
import { ImportButton } from './import-button';
import {
  ThreadRow,
  ROW_ATTRIBUTE,
  type IThreadRow,
  type RowTask
} from './thread-row';
import { SearchField } from './search-field';
import { useAttempt, useQuery, type Attempt } from './use-query';

/** All stored conversations: search, open, rename, pin, delete, export, import. */
export function ThreadsView() {
  const store = usePanel();
  const { trans, threads, workspace } = store.services;
  const [query, setQuery] = useState('');
  const { problem, attempt } = useAttempt();
  const { data, failed, reload } = useQuery(
    async (): Promise<IThreadRow[]> =>
      query
        ? ((await threads?.search(query)) ?? [])
        : ((await threads?.list()) ?? []).map(thread => ({
            thread,
            excerpt: ''
          })),
    [query]
  );
  useEffect(() => threads?.onChange(reload), [threads, reload]);
  return (
    <SideView title={trans.__('Conversations')}>
      <div className="jp-Cellwright-row">
        <SearchField
          label={trans.__('Search the conversations')}
          onSearch={setQuery}
          onKeyDown={event => {
            if (event.key === 'ArrowDown') {
              event.preventDefault();
              rowsNear(event.currentTarget)[0]?.focus();
            }
          }}
        />
        <ImportButton
          label={trans.__('File of a conversation')}
          onChoose={file =>
            void attempt(async () => {
              const path = workspace.status.notebook?.path ?? '';
              const imported = await threads?.import(
                await file.text(),
                path,
                file.name
              );
              if (imported) {
                await store.conversations.open(imported.id);
              }
            }, trans.__('The file could not be read.'))
          }
        />
      </div>
      <Refused
        text={
          failed ? trans.__('The conversations could not be read.') : problem
        }
      />
      {data ? (
        <Rows rows={data} isSearched={query !== ''} attempt={attempt} />
      ) : (
        <p className="jp-Cellwright-hint" role="status">
          {trans.__('Loading')}
        </p>
      )}
      {/* What was cleaned up automatically, perhaps while this is shown. */}
      {(store.services.deleted?.() ?? []).map((sentence, index) => (
        <p key={index} className="jp-Cellwright-hint">
          {visibleText(sentence)}
        </p>
      ))}
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

function Rows({
  rows,
  isSearched,
  attempt
}: {
  rows: readonly IThreadRow[];
  isSearched: boolean;
  attempt: Attempt;
}) {
  const { trans } = usePanel().services;
  const [active, setActive] = useState('');
  const [task, setTask] = useState<(RowTask & { id: string }) | null>(null);
  const shown = usePanelState(state => state.threadId);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const all = rowsNear(event.currentTarget);
    const at = all.indexOf(event.target as HTMLElement);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const { id, title } = rows[at].thread;
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
        setTask({ id, kind: 'rename', title });
        break;
      case 'Delete':
        setTask({ id, kind: 'delete' });
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const ids = rows.map(({ thread }) => thread.id);
  const tabbed = [active, shown].find(id => ids.includes(id)) ?? ids[0];
  return (
    <>
      <p className="jp-Cellwright-hint" role="status">
        {rows.length > 0
          ? trans._n('%1 conversation', '%1 conversations', rows.length)
          : isSearched
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
            isCurrent={row.thread.id === shown}
            isTabbed={row.thread.id === tabbed}
            task={task?.id === row.thread.id ? task : null}
            setTask={next => setTask(next && { ...next, id: row.thread.id })}
            onFocus={() => setActive(row.thread.id)}
            attempt={attempt}
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
