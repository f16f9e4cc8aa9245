import { useEffect, useRef, useState } from 'react';

import {
  MEMORY_KINDS,
  type IMemories,
  type IMemoryEntry,
  type MemoryEdit,
  type MemoryKind
} from '../../../contract';
import { saveFile } from '../../actions/save-file';
import type { IMemoryItem } from '../../state/thread-items';
import {
  memoryFactsText,
  memoryKindText,
  memoryLines
} from '../../text/memory-texts';
import { visibleProse } from '../../render/visible-text';
import { ActionOf, Button, Switch } from '../common/button';
import { Select } from '../common/field';
import { Hint, Refused } from '../common/notice';
import { onEscape } from '../common/focus';
import { usePanel } from '../common/panel-context';
import {
  confirms,
  focusPage,
  SideView,
  ImportButton,
  SearchField,
  QueryStatus,
  useAttempt,
  useQuery
} from './page';

/** Everything that was learned, by kind, to be edited or forgotten. */
export function LearnedView({ memory }: { memory?: IMemoryItem['memory'] }) {
  const { store, trans, agent, preferences } = usePanel();
  const [shown, setShown] = useState(memory?.key ?? null);
  const [kind, setKind] = useState<MemoryKind>(memory?.kind ?? 'plan');
  const [words, setWords] = useState('');
  const { problem, setProblem, attempt } = useAttempt();
  const query = useQuery(async () => {
    const memories = await agent.memories();
    return {
      memories,
      entries: words
        ? await memories?.search(kind, words)
        : (await memories?.list(kind))?.toSorted((a, b) => b.usedAt - a.usedAt),
      on: memories?.isOn() ?? false,
      off: memories?.kindsOff() ?? []
    };
  }, [kind, words]);
  const { data, reload } = query;
  useEffect(() => preferences.onChange(reload), [preferences, reload]);
  /** @param done text to announce afterwards. */
  const act = (
    what: (memories: IMemories) => void | Promise<void>,
    sentence: string,
    done?: string
  ) =>
    attempt(async () => {
      const memories = await agent.memories();
      if (memories) {
        await what(memories);
        if (done) {
          store.announce(done);
        }
      }
      reload();
    }, sentence);
  const importFrom = (file: File) =>
    act(async memories => {
      const result = await memories.import(await file.text());
      if (!result) {
        setProblem(
          trans.__(
            'This file contains nothing that was learned. Choose one that was exported here.'
          )
        );
        return;
      }
      const taken = trans._n(
        '%1 entry was imported. It is used once you accept it.',
        '%1 entries were imported. They are used once you accept them.',
        result.taken
      );
      store.announce(taken);
      if (result.unread > 0) {
        setProblem(
          `${taken} ${trans._n(
            '%1 entry could not be read.',
            '%1 entries could not be read.',
            result.unread
          )}`
        );
      }
    }, trans.__('The file could not be read.'));
  const notSaved = trans.__('The setting could not be saved.');
  const notForgotten = trans.__('It could not be forgotten.');
  const forgetAll = async () => {
    const yes = await confirms(
      trans.__('Forget everything?'),
      trans.__(
        'Forget everything it learned, of all kinds? This cannot be undone.'
      ),
      trans.__('Forget everything'),
      trans
    );
    if (yes) {
      await act(
        memories => memories.forgetAll(),
        notForgotten,
        trans.__('Everything is forgotten.')
      );
    }
  };
  const on = data?.on ?? true;
  const isOff = data?.off.includes(kind) ?? false;
  const entries = data?.entries;
  return (
    <SideView title={trans.__('Memories')}>
      <Hint>
        {trans.__(
          'Kept in this browser, for this server and this user. You are asked less often because of it, but it never approves a shell command, network access or writing a file.'
        )}
      </Hint>
      <QueryStatus
        query={query}
        problem={trans.__('What was learned could not be read.')}
      />
      <Refused text={query.failed ? null : problem} />
      {data && !data.memories ? (
        <Hint role="status">
          {trans.__(
            'Nothing can be kept in this browser, so nothing is learned.'
          )}
        </Hint>
      ) : (
        <>
          <Switch
            on={on}
            onToggle={() =>
              void act(
                memories => memories.setOn(!on),
                notSaved,
                on
                  ? trans.__(
                      'Cellwright no longer learns, and no longer uses what it learned.'
                    )
                  : trans.__('Cellwright learns from now on.')
              )
            }
          >
            {trans.__('Learn from what I decide, and use it')}
          </Switch>
          <div className="jp-Cellwright-row">
            <Select
              aria-label={trans.__('Kind')}
              value={kind}
              options={MEMORY_KINDS.map(value => ({
                value,
                label: memoryKindText(value, trans)
              }))}
              onChange={value => {
                setKind(value as MemoryKind);
                setShown(null);
                // Something may have been learned since.
                reload();
              }}
            />
            <SearchField
              label={trans.__('Search what it learned')}
              onSearch={text => {
                setWords(text);
                setShown(null);
              }}
            />
            <ImportButton
              label={trans.__('File with what was learned')}
              onChoose={file => void importFrom(file)}
            />
            <Button
              onClick={() =>
                void act(
                  async memories =>
                    saveFile(
                      'cellwright-learned.json',
                      await memories.export(),
                      'application/json'
                    ),
                  trans.__('What was learned could not be exported.')
                )
              }
            >
              {trans.__('Export')}
            </Button>
          </div>
          <Switch
            on={on && !isOff}
            disabled={!on}
            onToggle={() =>
              void act(memories => memories.setKind(kind, isOff), notSaved)
            }
          >
            {trans.__(
              'Learn and use this kind: %1',
              memoryKindText(kind, trans)
            )}
          </Switch>
          <Hint role="status">
            {!entries
              ? null
              : entries.length > 0
                ? trans._n('%1 entry', '%1 entries', entries.length)
                : words
                  ? trans.__('Nothing of this kind contains these words.')
                  : trans.__('Nothing of this kind has been learned yet.')}
          </Hint>
          <ul
            className="jp-Cellwright-learned"
            aria-label={trans.__('Memories')}
          >
            {entries?.map(entry => (
              <Row
                key={entry.key}
                entry={entry}
                isShown={shown === entry.key}
                onChange={(edit, done) =>
                  act(
                    memories => memories.edit(entry.kind, entry.key, edit),
                    trans.__('The change could not be saved.'),
                    done
                  )
                }
                onForget={() =>
                  void act(
                    memories => memories.forget(entry.kind, entry.key),
                    notForgotten,
                    trans.__('Forgotten: “%1”', entry.subject)
                  )
                }
              />
            ))}
          </ul>
          <Button look="link" onClick={() => void forgetAll()}>
            {trans.__('Forget everything')}
          </Button>
        </>
      )}
    </SideView>
  );
}

/**
 * One memory: where it comes from, how often it was used, how certain it is.
 */
function Row({
  entry,
  isShown,
  onChange,
  onForget
}: {
  entry: IMemoryEntry;
  /** Whether the page was opened for it. */
  isShown: boolean;
  /** @param done text to announce afterwards. */
  onChange(edit: MemoryEdit, done: string): Promise<void>;
  onForget(): void;
}) {
  const { trans } = usePanel();
  const [isEditing, setEditing] = useState(false);
  const root = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isShown) {
      root.current?.scrollIntoView?.({ block: 'nearest' });
      root.current?.focus();
    }
  }, [isShown]);
  const subject = visibleProse(entry.subject);
  const of = `“${subject}”`;
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
            await onChange(edit, trans.__('Saved: “%1”', edit.subject ?? ''));
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
              <ActionOf
                label={trans.__('Accept')}
                of={of}
                onClick={() =>
                  void onChange(
                    { accepted: true },
                    trans.__('Accepted: “%1”', subject)
                  )
                }
              />
            )}
            <ActionOf
              label={trans.__('Edit')}
              of={of}
              onClick={() => setEditing(true)}
            />
            <ActionOf
              label={trans.__('Forget')}
              of={of}
              onClick={event => {
                focusPage(event.currentTarget);
                onForget();
              }}
            />
          </div>
        </>
      )}
    </li>
  );
}

function Editing({
  entry: { subject, answers },
  onSave,
  onCancel
}: {
  entry: IMemoryEntry;
  onSave(edit: MemoryEdit): Promise<void>;
  onCancel(): void;
}) {
  const { trans } = usePanel();
  const root = useRef<HTMLFormElement>(null);
  useEffect(() => root.current?.querySelector('input')?.focus(), []);
  const focusRow = () => root.current?.closest('li')?.focus();
  const cancel = () => {
    focusRow();
    onCancel();
  };
  return (
    <form
      ref={root}
      className="jp-Cellwright-learnedForm"
      onSubmit={event => {
        event.preventDefault();
        const [about, ...texts] = new FormData(event.currentTarget)
          .getAll('text')
          .map(String);
        focusRow();
        void onSave({
          subject: about.trim(),
          ...(answers.length > 0 && {
            answers: answers.map(({ question }, at) => ({
              question,
              answer: texts[at]
            }))
          })
        });
      }}
      onKeyDown={onEscape(cancel)}
    >
      <input
        type="text"
        name="text"
        className="jp-Cellwright-input"
        aria-label={trans.__('What it is about')}
        required
        pattern=".*\S.*"
        defaultValue={subject}
      />
      {answers.map(({ question, answer }, at) => (
        <label key={at}>
          {visibleProse(question)}
          <input
            type="text"
            name="text"
            className="jp-Cellwright-input"
            defaultValue={answer}
          />
        </label>
      ))}
      <div className="jp-Cellwright-errorActions">
        <Button type="submit">{trans.__('Save')}</Button>
        <Button onClick={cancel}>{trans.__('Cancel')}</Button>
      </div>
    </form>
  );
}
