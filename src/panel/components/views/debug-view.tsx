import { memo, useState } from 'react';
import { useStore } from 'zustand';

import type { IDebugEntry, ITranslator } from '../../../contract';
import { saveFile } from '../../actions/save-file';
import { visibleText } from '../../render/visible-text';
import { durationText } from '../../text/time-text';
import { Unfolding } from '../common/folding-line';
import { Hint } from '../common/notice';
import { usePanel, usePanelNow } from '../common/panel-context';
import { SideView, SearchField } from './page';
import { Switch, Button } from '../common/button';

/** Every request as it was sent, every answer, and how they were changed. */
export function DebugView() {
  const { trans, preferences } = usePanelNow();
  const on = preferences.current.debug;
  return (
    <SideView title={trans.__('Model requests')}>
      <Switch on={on} onToggle={() => void preferences.setDebug(!on)}>
        {trans.__('Record requests and answers')}
      </Switch>
      <Hint>
        {trans.__(
          'Kept in memory only, never with a key, until you switch it off or begin a new conversation.'
        )}
      </Hint>
      {on ? <Entries /> : null}
    </SideView>
  );
}

function Entries() {
  const { store, trans } = usePanel();
  const { debug } = store;
  const entries = useStore(debug, state => state.entries);
  const count = entries.length;
  const [query, setQuery] = useState('');
  const wanted = query.toLowerCase();
  const found = wanted
    ? entries.filter(entry => searchText(entry).includes(wanted))
    : entries;
  return (
    <>
      <div className="jp-Cellwright-row">
        <SearchField
          label={trans.__('Search the requests')}
          onSearch={setQuery}
        />
        <Button
          disabled={count === 0}
          onClick={() =>
            saveFile(
              'cellwright-requests.jsonl',
              entries.map(entry => `${JSON.stringify(entry)}\n`).join(''),
              'application/x-ndjson'
            )
          }
        >
          {trans.__('Export')}
        </Button>
        <Button
          look="quiet"
          disabled={count === 0}
          onClick={() => debug.setState({ entries: [] })}
        >
          {trans.__('Clear')}
        </Button>
      </div>
      <Hint role="status">
        {wanted
          ? trans.__('%1 of %2 entries', found.length, count)
          : trans._n('%1 entry', '%1 entries', count)}
      </Hint>
      <ul
        className="jp-Cellwright-debugEntries"
        aria-label={trans.__('Requests and answers')}
      >
        {found.map(entry => (
          <DebugEntry key={entry.id} entry={entry} />
        ))}
      </ul>
    </>
  );
}

/** Characters of a body shown before the whole is asked for. */
const SHOWN = 20_000;

/** An entry on one line, which opens to show what was sent or received. */
const DebugEntry = memo(function DebugEntry({ entry }: { entry: IDebugEntry }) {
  const { trans } = usePanel();
  const kinds = {
    request: trans.__('request'),
    answer: trans.__('answer'),
    middleware: trans.__('changed'),
    tool: trans.__('tool'),
    error: trans.__('error')
  };
  return (
    <li className="jp-Cellwright-debugEntry">
      <Unfolding
        className="jp-Cellwright-debugLine"
        label={
          <>
            <span className="jp-Cellwright-tag">{kinds[entry.kind]}</span>
            <span className="jp-Cellwright-lineText">
              {visibleText(entry.title)}
            </span>
            <span className="jp-Cellwright-time">{figures(entry, trans)}</span>
          </>
        }
      >
        <Body entry={entry} />
      </Unfolding>
    </li>
  );
});

function Body({ entry }: { entry: IDebugEntry }) {
  const { trans } = usePanel();
  const [whole, setWhole] = useState(false);
  const text = bodyText(entry);
  const cut = text.length > SHOWN && !whole;
  return (
    <div className="jp-Cellwright-details">
      <pre tabIndex={0} aria-label={visibleText(entry.title)}>
        {visibleText(cut ? text.slice(0, SHOWN) : text)}
      </pre>
      {cut ? (
        <Button look="link" onClick={() => setWhole(true)}>
          {trans.__('Show all %1 characters', text.length.toLocaleString())}
        </Button>
      ) : null}
    </div>
  );
}

/** "1.2 s · 8,120 characters · 2,030 + 140 tokens" */
function figures(
  { ms, characters, tokens }: IDebugEntry,
  trans: ITranslator
): string {
  return [
    durationText(ms ?? 0, trans),
    trans.__('%1 characters', characters.toLocaleString()),
    tokens &&
      trans.__(
        '%1 + %2 tokens',
        tokens.input.toLocaleString(),
        tokens.output.toLocaleString()
      )
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The body in readable form. */
function bodyText({ body }: IDebugEntry): string {
  return typeof body === 'string'
    ? body
    : (JSON.stringify(body, null, 2) ?? '');
}

const SEARCH_TEXTS = new WeakMap<IDebugEntry, string>();

/** What an entry is found by, in lower case. */
function searchText(entry: IDebugEntry): string {
  const text =
    SEARCH_TEXTS.get(entry) ??
    `${entry.kind}\n${entry.title}\n${bodyText(entry)}`.toLowerCase();
  SEARCH_TEXTS.set(entry, text);
  return text;
}
