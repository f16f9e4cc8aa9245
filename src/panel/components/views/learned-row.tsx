import { useEffect, useRef, useState } from 'react';

import type { IMemoryEntry, MemoryEdit } from '../../../contract';
import { memoryFactsText, memoryLines } from '../../text/memory-texts';
import { visibleProse } from '../../render/visible-text';
import { Button } from '../common/button';
import { usePanel } from '../common/panel-context';
import { focusPage } from './side-view';

/**
 * One memory: where it comes from, how often it was used, how certain it is.
 */
export function LearnedRow({
  entry,
  isShown,
  onChange,
  onForget
}: {
  entry: IMemoryEntry;
  /** Whether the page was opened for it. */
  isShown: boolean;
  /** @param done text to announce afterwards. */
  onChange(entry: IMemoryEntry, edit: MemoryEdit, done: string): Promise<void>;
  onForget(entry: IMemoryEntry): void;
}) {
  const { trans } = usePanel().services;
  const [isEditing, setEditing] = useState(false);
  const root = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isShown) {
      root.current?.scrollIntoView?.({ block: 'nearest' });
      root.current?.focus();
    }
  }, [isShown]);
  const subject = visibleProse(entry.subject);
  return (
    <li
      ref={root}
      tabIndex={-1}
      className={isShown ? 'jp-mod-shown' : undefined}
      aria-current={isShown ? 'true' : undefined}
    >
      {isEditing ? (
        <Editing
          entry={entry}
          onSave={async edit => {
            const done = trans.__('Saved: “%1”', edit.subject ?? '');
            await onChange(entry, edit, done);
            setEditing(false);
          }}
          onCancel={() => setEditing(false)}
        />
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
                  void onChange(
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
              onClick={() => setEditing(true)}
            >
              {trans.__('Edit')}
            </Button>
            <Button
              look="link"
              aria-label={trans.__('Forget: “%1”', subject)}
              onClick={event => {
                focusPage(event.currentTarget);
                onForget(entry);
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

function Editing({
  entry,
  onSave,
  onCancel
}: {
  entry: IMemoryEntry;
  onSave(edit: MemoryEdit): Promise<void>;
  onCancel(): void;
}) {
  const { trans } = usePanel().services;
  const [subject, setSubject] = useState(entry.subject);
  const [answers, setAnswers] = useState(entry.answers);
  const root = useRef<HTMLFormElement>(null);
  useEffect(() => root.current?.querySelector('input')?.focus(), []);
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
        if (subject.trim()) {
          leave(
            () =>
              void onSave({
                subject: subject.trim(),
                ...(answers.length > 0 && { answers })
              })
          );
        }
      }}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
          event.preventDefault();
          event.stopPropagation();
          leave(onCancel);
        }
      }}
    >
      <input
        type="text"
        className="jp-Cellwright-input"
        aria-label={trans.__('What it is about')}
        value={subject}
        onChange={event => setSubject(event.target.value)}
      />
      {answers.map(({ question, answer }, at) => (
        <label key={at}>
          {visibleProse(question)}
          <input
            type="text"
            className="jp-Cellwright-input"
            value={answer}
            onChange={event =>
              setAnswers(
                answers.with(at, { question, answer: event.target.value })
              )
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
        <Button onClick={() => leave(onCancel)}>{trans.__('Cancel')}</Button>
      </div>
    </form>
  );
}
