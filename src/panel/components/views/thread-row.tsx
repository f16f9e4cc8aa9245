import { memo, useEffect, useRef } from 'react';
import { useStore } from 'zustand';

import type { IThreadRecord } from '../../../contract';
import { threadListOf, type IThreadRow } from '../../stores/thread-list';
import { visibleProse } from '../../render/visible-text';
import { whenText } from '../../text/when-text';
import { focusComposer } from '../common/focus-beyond';
import { MenuButton } from '../common/menu-button';
import { usePanel } from '../common/panel-context';
import { Button } from '../common/button';

/** Attribute of the button in each row. */
export const ROW_ATTRIBUTE = 'data-cellwright-thread';

/** A conversation: to open it, rename it, or confirm that it is deleted. */
export const ThreadRow = memo(function ThreadRow({
  row,
  current,
  tabbed
}: {
  row: IThreadRow;
  /** Whether it is the one that is shown. */
  current: boolean;
  /** Whether it is the one that Tab leads to. */
  tabbed: boolean;
}) {
  const list = threadListOf(usePanel());
  const { thread } = row;
  const renaming = useStore(
    list.state,
    state => state.renaming?.id === thread.id
  );
  const deleting = useStore(list.state, state => state.deleting === thread.id);
  return (
    <li>
      {renaming ? (
        <Renaming />
      ) : deleting ? (
        <Deleting thread={thread} />
      ) : (
        <Line row={row} current={current} tabbed={tabbed} />
      )}
    </li>
  );
});

function Line({
  row: { thread, excerpt },
  current,
  tabbed
}: {
  row: IThreadRow;
  current: boolean;
  tabbed: boolean;
}) {
  const store = usePanel();
  const { trans } = store.services;
  const list = threadListOf(store);
  const title = titleOf(thread) || trans.__('New conversation');
  const where = { [ROW_ATTRIBUTE]: thread.id };
  return (
    <div className="jp-Cellwright-threadRow">
      <button
        type="button"
        {...where}
        className="jp-Cellwright-threadOpen"
        aria-current={current ? 'true' : undefined}
        aria-keyshortcuts="F2 Delete"
        tabIndex={tabbed ? 0 : -1}
        onFocus={() => list.setActive(thread.id)}
        onClick={async event => {
          const element = event.currentTarget;
          const panel = element.closest('.jp-Cellwright-panel');
          if (current) {
            store.show('thread');
          } else if (!(await list.open(thread.id))) {
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
        {thread.pinned ? (
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
        id={`thread-${thread.id}`}
        label={trans.__('Actions for “%1”', title)}
        className="jp-Cellwright-iconButton"
        items={[
          {
            label: trans.__('Rename'),
            onSelect: () => list.beginRename(thread)
          },
          {
            label: thread.pinned ? trans.__('Unpin') : trans.__('Pin'),
            onSelect: () => void list.pin(thread)
          },
          {
            label: trans.__('Export'),
            onSelect: () => void list.export(thread)
          },
          {
            label: trans.__('Delete'),
            onSelect: () => list.ask(thread.id)
          }
        ]}
      >
        <span aria-hidden="true">⋯</span>
      </MenuButton>
    </div>
  );
}

function Renaming() {
  const store = usePanel();
  const { trans } = store.services;
  const list = threadListOf(store);
  const renaming = useStore(list.state, state => state.renaming);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const leave = (act: () => void) => {
    const id = renaming?.id;
    const root = field.current?.closest('.jp-Cellwright-sideView');
    act();
    requestAnimationFrame(() => focusRow(root, id));
  };
  return (
    <form
      className="jp-Cellwright-row"
      onSubmit={event => {
        event.preventDefault();
        leave(() => void list.rename());
      }}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
          event.preventDefault();
          event.stopPropagation();
          leave(() => list.cancelRename());
        }
      }}
    >
      <input
        ref={field}
        type="text"
        className="jp-Cellwright-input"
        aria-label={trans.__('Name of the conversation')}
        value={renaming?.title ?? ''}
        onChange={event => list.setTitle(event.target.value)}
      />
      <button type="submit" className="jp-Cellwright-button">
        {trans.__('Rename')}
      </button>
    </form>
  );
}

function Deleting({ thread }: { thread: IThreadRecord }) {
  const store = usePanel();
  const { trans } = store.services;
  const list = threadListOf(store);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.querySelector('button')?.focus(), []);
  const title = titleOf(thread) || trans.__('New conversation');
  const leave = (act: () => void, id: string | undefined) => {
    const view = root.current?.closest('.jp-Cellwright-sideView');
    act();
    requestAnimationFrame(() => focusRow(view, id));
  };
  return (
    <div
      ref={root}
      className="jp-Cellwright-notice"
      role="group"
      aria-label={trans.__('Delete “%1”?', title)}
      onKeyDown={event => {
        if (event.key === 'Escape') {
          event.preventDefault();
          event.stopPropagation();
          leave(() => list.ask(null), thread.id);
        }
      }}
    >
      <span>
        {trans.__('Delete “%1” and everything stored about it?', title)}
        {thread.pending > 0
          ? ` ${trans.__('It is waiting for your decision.')}`
          : null}
      </span>
      <div className="jp-Cellwright-errorActions">
        <Button onClick={() => leave(() => list.ask(null), thread.id)}>
          {trans.__('Keep it')}
        </Button>
        <Button
          onClick={() => leave(() => void list.delete(thread), undefined)}
        >
          {trans.__('Delete')}
        </Button>
      </div>
    </div>
  );
}

/**
 * Focuses the row of a conversation, else the view, so that focus is never
 * lost.
 */
function focusRow(view: Element | null | undefined, id?: string): void {
  const row = Array.from(
    view?.querySelectorAll<HTMLElement>(`[${ROW_ATTRIBUTE}]`) ?? []
  ).find(one => one.getAttribute(ROW_ATTRIBUTE) === id);
  (row ?? (view as HTMLElement | null | undefined))?.focus();
}

function titleOf({ title }: IThreadRecord): string {
  return visibleProse(title.trim());
}
