import { useEffect, useState } from 'react';

import {
  MEMORY_KINDS,
  type IMemories,
  type IMemoryEntry,
  type MemoryKind
} from '../../../contract';
import { saveFile } from '../../actions/save-file';
import { memoryKindText } from '../../text/memory-texts';
import { Button } from '../common/button';
import { usePanel, usePanelState } from '../common/panel-context';
import { Refused } from '../common/refused';
import { confirms } from './confirmation';
import { SideView } from './side-view';
import { Switch } from '../common/switch';
import { ImportButton } from './import-button';
import { LearnedRow } from './learned-row';
import { SearchField } from './search-field';
import { useAttempt, useQuery } from './use-query';

/** Everything that was learned, by kind, to be edited or forgotten. */
export function LearnedView() {
  const store = usePanel();
  const { trans, agent, preferences } = store.services;
  const opened = usePanelState(state => state.shownMemory);
  const [shown, setShown] = useState(opened?.key ?? null);
  const [kind, setKind] = useState<MemoryKind>(opened?.kind ?? 'plan');
  const [query, setQuery] = useState('');
  const { problem, setProblem, attempt } = useAttempt();
  const { data, failed, reload } = useQuery(async () => {
    const memories = (await agent.memories?.()) ?? null;
    return {
      memories,
      kind,
      entries: query
        ? await memories?.search(kind, query)
        : (await memories?.list(kind))?.toSorted((a, b) => b.usedAt - a.usedAt),
      on: memories?.isOn() ?? false,
      off: memories?.kindsOff() ?? []
    };
  }, [kind, query]);
  useEffect(() => preferences.onChange(reload), [preferences, reload]);
  /** @param done text to announce afterwards. */
  const act = (
    what: (memories: IMemories) => void | Promise<void>,
    sentence: string,
    done?: string
  ) =>
    attempt(
      async () => {
        const memories = await agent.memories?.();
        if (memories) {
          await what(memories);
          if (done) {
            store.announce(done);
          }
        }
        reload();
      },
      null,
      sentence
    );
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
  const kindText = memoryKindText(kind, trans);
  const on = data?.on ?? true;
  const isOff = data?.off.includes(kind) ?? false;
  return (
    <SideView title={trans.__('Memories')}>
      <p className="jp-Cellwright-hint">
        {trans.__(
          'Kept in this browser, for this server and this user. You are asked less often because of it, but it never approves a shell command, network access or writing a file.'
        )}
      </p>
      <Refused
        text={
          failed ? trans.__('What was learned could not be read.') : problem
        }
      />
      {data && !data.memories ? (
        <p className="jp-Cellwright-hint" role="status">
          {trans.__(
            'Nothing can be kept in this browser, so nothing is learned.'
          )}
        </p>
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
            <select
              className="jp-Cellwright-mode"
              aria-label={trans.__('Kind')}
              value={kind}
              onChange={({ target }) => {
                setKind(target.value as MemoryKind);
                setShown(null);
                // Something may have been learned since.
                reload();
              }}
            >
              {MEMORY_KINDS.map(each => (
                <option key={each} value={each}>
                  {memoryKindText(each, trans)}
                </option>
              ))}
            </select>
            <SearchField
              label={trans.__('Search what it learned')}
              onSearch={words => {
                setQuery(words);
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
            {trans.__('Learn and use this kind: %1', kindText)}
          </Switch>
          <Rows
            entries={(data?.kind === kind && data.entries) || null}
            isSearched={query !== ''}
            shown={shown}
            onChange={({ key }, edit, done) =>
              act(
                memories => memories.edit(kind, key, edit),
                trans.__('The change could not be saved.'),
                done
              )
            }
            onForget={({ key, subject }) =>
              void act(
                memories => memories.forget(kind, key),
                notForgotten,
                trans.__('Forgotten: “%1”', subject)
              )
            }
          />
          <Button look="link" onClick={() => void forgetAll()}>
            {trans.__('Forget everything')}
          </Button>
        </>
      )}
    </SideView>
  );
}

function Rows({
  entries,
  isSearched,
  shown,
  ...actions
}: {
  /** null until they were loaded. */
  entries: readonly IMemoryEntry[] | null;
  isSearched: boolean;
  /** The entry that the page was opened for. */
  shown: string | null;
} & Pick<Parameters<typeof LearnedRow>[0], 'onChange' | 'onForget'>) {
  const { trans } = usePanel().services;
  if (entries === null) {
    return (
      <p className="jp-Cellwright-hint" role="status">
        {trans.__('Loading')}
      </p>
    );
  }
  return (
    <>
      <p className="jp-Cellwright-hint" role="status">
        {entries.length > 0
          ? trans._n('%1 entry', '%1 entries', entries.length)
          : isSearched
            ? trans.__('Nothing of this kind contains these words.')
            : trans.__('Nothing of this kind has been learned yet.')}
      </p>
      <ul className="jp-Cellwright-learned" aria-label={trans.__('Memories')}>
        {entries.map(entry => (
          <LearnedRow
            key={entry.key}
            entry={entry}
            isShown={shown === entry.key}
            {...actions}
          />
        ))}
      </ul>
    </>
  );
}
