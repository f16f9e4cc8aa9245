import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';

import type { IMemoryEntry } from '../../../contract';
import type { LearnedPage } from '../../stores/learned-page';
import { memoryFactsText, memoryLines } from '../../text/memory-texts';
import { visibleProse } from '../../render/visible-text';
import { Button } from '../common/button';
import { usePanel } from '../common/panel-context';

/**
 * One memory: where it comes from, how often it was used, how certain it is.
 */
export function LearnedRow({
  page,
  entry
}: {
  page: LearnedPage;
  entry: IMemoryEntry;
}) {
  const { trans } = usePanel().services;
  const editing = useStore(
    page.state,
    state => state.editing?.key === entry.key
  );
  const shown = useStore(page.state, state => state.shown === entry.key);
  const root = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (shown) {
      root.current?.scrollIntoView?.({ block: 'nearest' });
      root.current?.focus();
    }
  }, [shown]);
  const subject = visibleProse(entry.subject);
  return (
    <li
      ref={root}
      tabIndex={-1}
      className={shown ? 'jp-mod-shown' : undefined}
      aria-current={shown ? 'true' : undefined}
    >
      {editing ? (
        <Editing page={page} entry={entry} />
      ) : (
        <>
          <div className="jp-Cellwright-learnedSubject">{subject}</div>
          {memoryLines(entry, trans).map((line, index) => (
            <div key={index}>{line}</div>
          ))}
          <div className="jp-Cellwright-threadMeta">
            {memoryFactsText(entry, trans)}
          </div>
          {entry.accepted ? null : (
            <div className="jp-Cellwright-learnedWaits">
              {trans.__('From a file: it is not used until you accept it.')}
            </div>
          )}
          <div className="jp-Cellwright-planTools jp-mod-flush">
            {entry.accepted ? null : (
              <Button
                look="link"
                aria-label={trans.__('Accept: “%1”', subject)}
                onClick={() =>
                  void page.change(
                    entry,
                    { accepted: true },
                    trans.__('Accepted: “%1”', subject)
                  )
                }
              >
                {trans.__('Accept')}
              </Button>
            )}
            <Button
              look="link"
              aria-label={trans.__('Edit: “%1”', subject)}
              onClick={() => page.beginEdit(entry)}
            >
              {trans.__('Edit')}
            </Button>
            <Button
              look="link"
              aria-label={trans.__('Forget: “%1”', subject)}
              onClick={event => {
                event.currentTarget
                  .closest<HTMLElement>('.jp-Cellwright-sideView')
                  ?.focus();
                void page.forget(entry);
              }}
            >
              {trans.__('Forget')}
            </Button>
          </div>
        </>
      )}
    </li>
  );
}

function Editing({ page, entry }: { page: LearnedPage; entry: IMemoryEntry }) {
  const { trans } = usePanel().services;
  const editing = useStore(page.state, state => state.editing);
  const root = useRef<HTMLFormElement>(null);
  useEffect(() => root.current?.querySelector('input')?.focus(), []);
  const { subject = '', answers = [] } = editing ?? {};
  const leave = (act: () => void) => {
    root.current?.closest('li')?.focus();
    act();
  };
  return (
    <form
      ref={root}
      className="jp-Cellwright-learnedForm"
      onSubmit={event => {
        event.preventDefault();
        leave(() => void page.saveEdit(entry));
      }}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
          event.preventDefault();
          event.stopPropagation();
          leave(() => page.endEdit());
        }
      }}
    >
      <input
        type="text"
        className="jp-Cellwright-input"
        aria-label={trans.__('What it is about')}
        value={subject}
        onChange={event => page.setEdit({ subject: event.target.value })}
      />
      {entry.answers.map(({ question }, at) => (
        <label key={at}>
          {visibleProse(question)}
          <input
            type="text"
            className="jp-Cellwright-input"
            value={answers[at] ?? ''}
            onChange={event =>
              page.setEdit({
                answers: answers.map((answer, index) =>
                  index === at ? event.target.value : answer
                )
              })
            }
          />
        </label>
      ))}
      <div className="jp-Cellwright-errorActions">
        <button
          type="submit"
          className="jp-Cellwright-button"
          disabled={subject.trim() === ''}
        >
          {trans.__('Save')}
        </button>
        <Button onClick={() => leave(() => page.endEdit())}>
          {trans.__('Cancel')}
        </Button>
      </div>
    </form>
  );
}
