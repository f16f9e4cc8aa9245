import { ellipsesIcon } from '@jupyterlab/ui-components';
import { useEffect, useRef } from 'react';

import type { IThreadRecord } from '../../../contract';
import { saveFile } from '../../actions/save-file';
import { visibleProse } from '../../render/visible-text';
import { whenText } from '../../text/when-text';
import { focusComposer } from '../common/focus-beyond';
import { MenuButton } from '../common/menu-button';
import { usePanel } from '../common/panel-context';
import { Confirmation } from './confirmation';
import type { Attempt } from './use-query';

/** Attribute of the button in each row. */
export const ROW_ATTRIBUTE = 'data-cellwright-thread';

export interface IThreadRow {
  thread: IThreadRecord;
  /** Where the words were found; empty without a search. */
  excerpt: string;
}

/** What is being done with a row. */
export type RowTask = { kind: 'rename'; title: string } | { kind: 'delete' };

/** A conversation: to open it, rename it, or confirm that it is deleted. */
export function ThreadRow({
  row: { thread, excerpt },
  isCurrent,
  isTabbed,
  task,
  setTask,
  onFocus,
  attempt
}: {
  row: IThreadRow;
  /** Whether it is the one that is shown. */
  isCurrent: boolean;
  /** Whether it is the one that Tab leads to. */
  isTabbed: boolean;
  task: RowTask | null;
  setTask(task: RowTask | null): void;
  onFocus(): void;
  attempt: Attempt;
}) {
  const store = usePanel();
  const { trans, agent, threads } = store.services;
  const { id, pinned } = thread;
  const title =
    visibleProse(thread.title.trim()) || trans.__('New conversation');
  const item = useRef<HTMLLIElement>(null);
  /** Ends the task; focus goes back to the row. */
  const leave = () => {
    setTask(null);
    requestAnimationFrame(() =>
      item.current?.querySelector<HTMLElement>(`[${ROW_ATTRIBUTE}]`)?.focus()
    );
  };
  if (task?.kind === 'rename') {
    return (
      <li ref={item}>
        <Renaming
          title={task.title}
          setTitle={next => setTask({ kind: 'rename', title: next })}
          onCancel={leave}
          onRename={() => {
            leave();
            const name = task.title.trim();
            if (name) {
              void attempt(
                async () => threads?.rename(id, name),
                trans.__('The name could not be saved.')
              );
            }
          }}
        />
      </li>
    );
  }
  if (task?.kind === 'delete') {
    return (
      <li ref={item}>
        <Confirmation
          name={trans.__('Delete “%1”?', title)}
          yes={trans.__('Delete')}
          onNo={leave}
          onYes={() => {
            setTask(null);
            void attempt(async () => {
              if (thread.run) {
                await agent.send({ type: 'stop', threadId: id });
              }
              await threads?.delete(id);
              store.announce(trans.__('Deleted: “%1”', thread.title));
            }, trans.__('The conversation could not be deleted.'));
          }}
        >
          {trans.__('Delete “%1” and everything stored about it?', title)}
          {thread.pending > 0
            ? ` ${trans.__('It is waiting for your decision.')}`
            : null}
        </Confirmation>
      </li>
    );
  }
  return (
    <li ref={item}>
      <div className="jp-Cellwright-threadRow">
        <button
          type="button"
          {...{ [ROW_ATTRIBUTE]: id }}
          className="jp-Cellwright-threadOpen"
          aria-current={isCurrent ? 'true' : undefined}
          aria-keyshortcuts="F2 Delete"
          tabIndex={isTabbed ? 0 : -1}
          onFocus={onFocus}
          onClick={async ({ currentTarget }) => {
            const panel = currentTarget.closest('.jp-Cellwright-panel');
            if (isCurrent) {
              store.show('thread');
            } else if (!(await store.conversations.open(id))) {
              return;
            }
            if (panel?.firstElementChild) {
              focusComposer(panel.firstElementChild);
            }
          }}
        >
          <span className="jp-Cellwright-threadTitle">{title}</span>
          {thread.pending > 0 ? (
            <span className="jp-Cellwright-tag jp-mod-waits">
              {trans.__('waiting for you')}
            </span>
          ) : thread.run ? (
            <span className="jp-Cellwright-tag">{trans.__('running')}</span>
          ) : null}
          {pinned ? (
            <span className="jp-Cellwright-tag">{trans.__('pinned')}</span>
          ) : null}
          <span className="jp-Cellwright-threadMeta">
            {[visibleProse(thread.notebook), whenText(thread.updated)]
              .filter(Boolean)
              .join(' · ')}
            {thread.imported ? ` · ${trans.__('from a file')}` : null}
            {thread.damaged === undefined
              ? null
              : ` · ${trans.__('can only be read')}`}
          </span>
          {excerpt ? (
            <span className="jp-Cellwright-threadMeta">
              {visibleProse(excerpt)}
            </span>
          ) : null}
        </button>
        <MenuButton
          label={trans.__('Actions for “%1”', title)}
          className="jp-Cellwright-iconButton"
          items={[
            {
              label: trans.__('Rename'),
              onSelect: () => setTask({ kind: 'rename', title: thread.title })
            },
            {
              label: pinned ? trans.__('Unpin') : trans.__('Pin'),
              onSelect: () =>
                void attempt(
                  async () => threads?.pin(id, !pinned),
                  trans.__('That could not be saved.')
                )
            },
            {
              label: trans.__('Export'),
              onSelect: () =>
                void attempt(async () => {
                  const text = await threads?.export(id);
                  if (text !== undefined) {
                    const name = `${fileName(thread.title)}.json`;
                    saveFile(name, text, 'application/json');
                  }
                }, trans.__('The conversation could not be exported.'))
            },
            {
              label: trans.__('Delete'),
              onSelect: () => setTask({ kind: 'delete' })
            }
          ]}
        >
          <ellipsesIcon.react tag="span" />
        </MenuButton>
      </div>
    </li>
  );
}

function Renaming({
  title,
  setTitle,
  onRename,
  onCancel
}: {
  title: string;
  setTitle(title: string): void;
  onRename(): void;
  onCancel(): void;
}) {
  const { trans } = usePanel().services;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <form
      className="jp-Cellwright-row"
      onSubmit={event => {
        event.preventDefault();
        onRename();
      }}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
          event.preventDefault();
          event.stopPropagation();
          onCancel();
        }
      }}
    >
      <input
        ref={field}
        type="text"
        className="jp-Cellwright-input"
        aria-label={trans.__('Name of the conversation')}
        value={title}
        onChange={event => setTitle(event.target.value)}
      />
      <button type="submit" className="jp-Cellwright-button">
        {trans.__('Rename')}
      </button>
    </form>
  );
}

function fileName(title: string): string {
  const name = title
    .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
    .trim()
    .slice(0, 60);
  return name || 'conversation';
}
