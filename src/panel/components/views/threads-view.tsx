import { InputDialog } from '@jupyterlab/apputils';
import { ellipsesIcon } from '@jupyterlab/ui-components';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

import type { IThreadRecord, ITranslator } from '../../../contract';
import { saveFile } from '../../actions/save-file';
import { visibleProse, visibleText } from '../../render/visible-text';
import { whenText } from '../../text/time-text';
import { claim, focusComposer } from '../common/focus';
import { Button } from '../common/button';
import { Hint, Refused } from '../common/notice';
import { MenuButton, type IMenuItem } from '../common/menu-button';
import { usePanel, usePanelState } from '../common/panel-context';
import { LeftLine } from '../thread/from-file';
import {
  confirms,
  ImportButton,
  focusPage,
  SideView,
  SearchField,
  QueryStatus,
  useAttempt,
  useQuery,
  type Attempt
} from './page';

interface IThreadRow {
  thread: IThreadRecord;
  /** Where the words were found; empty without a search. */
  excerpt: string;
}

/** All stored conversations: search, open, rename, pin, delete, export, import. */
export function ThreadsView() {
  const { store, trans, threads, workspace } = usePanel();
  const [query, setQuery] = useState('');
  const { problem, attempt } = useAttempt();
  const rows = useQuery(
    async (): Promise<IThreadRow[]> =>
      query
        ? threads.search(query)
        : (await threads.list()).map(thread => ({
            thread,
            excerpt: ''
          })),
    [query]
  );
  useEffect(() => threads.onChange(rows.reload), [threads, rows.reload]);
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
              const imported = await threads.import(
                await file.text(),
                path,
                file.name
              );
              await store.conversations.open(imported.id);
            }, trans.__('The file could not be read.'))
          }
        />
      </div>
      <QueryStatus
        query={rows}
        problem={trans.__('The conversations could not be read.')}
      />
      <Refused text={rows.failed ? null : problem} />
      {rows.data ? (
        <Rows rows={rows.data} isSearched={query !== ''} attempt={attempt} />
      ) : null}
      {/* What was cleaned up automatically, perhaps while this is shown. */}
      {store.services.deleted().map((sentence, index) => (
        <Hint key={index}>{visibleText(sentence)}</Hint>
      ))}
      <LeftLine />
      {threads.keeping.ok ? (
        <Hint>
          {trans.__(
            'Kept in this browser, for this server, its folder and this user. Deleting a conversation deletes everything stored about it.'
          )}
        </Hint>
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
  const { store, trans, threads, agent } = usePanel();
  const [active, setActive] = useState('');
  const shown = usePanelState(state => state.threadId);
  const root = useRef<HTMLUListElement>(null);
  const rename = ({ id, title }: IThreadRecord) =>
    attempt(async () => {
      const { value } = await InputDialog.getText({
        title: trans.__('Rename'),
        label: trans.__('Name of the conversation'),
        text: title,
        okLabel: trans.__('Rename'),
        cancelLabel: trans.__('Cancel')
      });
      if (value?.trim()) {
        await threads.rename(id, value.trim());
      }
    }, trans.__('The name could not be saved.'));
  const remove = (thread: IThreadRecord) =>
    attempt(async () => {
      const { id, pending, run } = thread;
      const title = titleOf(thread, trans);
      const yes = await confirms(
        trans.__('Delete “%1”?', title),
        trans.__('Delete “%1” and everything stored about it?', title) +
          (pending > 0
            ? ` ${trans.__('It is waiting for your decision.')}`
            : ''),
        trans.__('Delete'),
        trans
      );
      if (!yes) {
        return;
      }
      focusPage(root.current);
      if (run) {
        await agent.send({ type: 'stop', threadId: id });
      }
      await threads.delete(id);
      store.announce(trans.__('Deleted: “%1”', thread.title));
    }, trans.__('The conversation could not be deleted.'));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const all = rowsNear(event.currentTarget);
    const at = all.indexOf(event.target as HTMLElement);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const go = (index: number) =>
      all[Math.max(0, Math.min(index, all.length - 1))]?.focus();
    const acts: Record<string, () => void> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(all.length - 1),
      F2: () => void rename(rows[at].thread),
      Delete: () => void remove(rows[at].thread)
    };
    if (Object.hasOwn(acts, event.key)) {
      claim(event);
      acts[event.key]();
    }
  };
  const ids = rows.map(({ thread }) => thread.id);
  const tabbed = [active, shown].find(id => ids.includes(id)) ?? ids[0];
  const actionsOf = (thread: IThreadRecord): IMenuItem[] => [
    { label: trans.__('Rename'), onSelect: () => void rename(thread) },
    {
      label: thread.pinned ? trans.__('Unpin') : trans.__('Pin'),
      onSelect: () =>
        void attempt(
          () => threads.pin(thread.id, !thread.pinned),
          trans.__('That could not be saved.')
        )
    },
    {
      label: trans.__('Export'),
      onSelect: () =>
        void attempt(async () => {
          const text = await threads.export(thread.id);
          const name = `${fileName(thread.title)}.json`;
          saveFile(name, text, 'application/json');
        }, trans.__('The conversation could not be exported.'))
    },
    { label: trans.__('Delete'), onSelect: () => void remove(thread) }
  ];
  return (
    <>
      <Hint role="status">
        {rows.length > 0
          ? trans._n('%1 conversation', '%1 conversations', rows.length)
          : isSearched
            ? trans.__('No conversation contains these words.')
            : trans.__(
                'No conversations yet. Each one you begin is kept here.'
              )}
      </Hint>
      <ul
        ref={root}
        className="jp-Cellwright-threads"
        aria-label={trans.__('Conversations')}
        onKeyDown={onKeyDown}
      >
        {rows.map(({ thread, excerpt }) => (
          <li key={thread.id}>
            <div className="jp-Cellwright-threadRow">
              <Button
                className="jp-Cellwright-threadOpen"
                aria-current={thread.id === shown ? 'true' : undefined}
                aria-keyshortcuts="F2 Delete"
                tabIndex={thread.id === tabbed ? 0 : -1}
                onFocus={() => setActive(thread.id)}
                onClick={async ({ currentTarget }) => {
                  const panel = currentTarget.closest('.jp-Cellwright-panel');
                  if (thread.id === shown) {
                    store.show(null);
                  } else if (!(await store.conversations.open(thread.id))) {
                    return;
                  }
                  if (panel?.firstElementChild) {
                    focusComposer(panel.firstElementChild);
                  }
                }}
              >
                <Described thread={thread} excerpt={excerpt} />
              </Button>
              <MenuButton
                label={trans.__('Actions for “%1”', titleOf(thread, trans))}
                className="jp-Cellwright-iconButton"
                items={actionsOf(thread)}
              >
                <ellipsesIcon.react tag="span" />
              </MenuButton>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What a conversation is about, where it belongs, what it waits for. */
function Described({ thread, excerpt }: IThreadRow) {
  const { trans } = usePanel();
  const tags = [
    thread.pending === 0 && thread.run ? trans.__('running') : '',
    thread.pinned ? trans.__('pinned') : ''
  ].filter(Boolean);
  return (
    <>
      <span className="jp-Cellwright-threadTitle">
        {titleOf(thread, trans)}
      </span>
      {thread.pending > 0 ? (
        <span className="jp-Cellwright-tag jp-mod-waits">
          {trans.__('waiting for you')}
        </span>
      ) : null}
      {tags.map(tag => (
        <span key={tag} className="jp-Cellwright-tag">
          {tag}
        </span>
      ))}
      <span className="jp-Cellwright-threadMeta">
        {[
          visibleProse(thread.notebook),
          whenText(thread.updated),
          thread.imported ? trans.__('from a file') : '',
          thread.damaged === undefined ? '' : trans.__('can only be read')
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {excerpt ? (
        <span className="jp-Cellwright-threadMeta">
          {visibleProse(excerpt)}
        </span>
      ) : null}
    </>
  );
}

function titleOf({ title }: IThreadRecord, trans: ITranslator): string {
  return visibleProse(title.trim()) || trans.__('New conversation');
}

function fileName(title: string): string {
  const name = title
    .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
    .trim()
    .slice(0, 60);
  return name || 'conversation';
}

function rowsNear(element: Element): HTMLElement[] {
  return Array.from(
    element
      .closest('.jp-Cellwright-sideView')
      ?.querySelectorAll<HTMLElement>('.jp-Cellwright-threadOpen') ?? []
  );
}
