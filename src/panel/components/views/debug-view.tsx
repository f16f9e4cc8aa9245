import { useState } from 'react';
import { useStore } from 'zustand';

import { saveFile } from '../../actions/save-file';
import { searchText } from '../../state/debug-log';
import { DebugEntry } from './debug-entry';
import { usePanel, usePanelState } from '../common/panel-context';
import { SideView } from './side-view';
import { Switch } from '../common/switch';
import { Button } from '../common/button';
import { SearchField } from './search-field';

/** Every request as it was sent, every answer, and how they were changed. */
export function DebugView() {
  const { services } = usePanel();
  const { trans, preferences } = services;
  usePanelState(state => state.preferencesRevision);
  const on = preferences.current.debug;
  return (
    <SideView title={trans.__('Model requests')}>
      <Switch on={on} onToggle={() => void preferences.setDebug(!on)}>
        {trans.__('Record requests and answers')}
      </Switch>
      <p className="jp-Cellwright-hint">
        {trans.__(
          'Kept in memory only, never with a key, until you switch it off or begin a new conversation.'
        )}
      </p>
      {on ? <Entries /> : null}
    </SideView>
  );
}

function Entries() {
  const { debug, services } = usePanel();
  const { trans } = services;
  const entries = useStore(debug.state, state => state.entries);
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
              debug.toJsonLines(),
              'application/x-ndjson'
            )
          }
        >
          {trans.__('Export')}
        </Button>
        <button
          type="button"
          className="jp-Cellwright-button jp-mod-quiet"
          disabled={count === 0}
          onClick={() => debug.clear()}
        >
          {trans.__('Clear')}
        </button>
      </div>
      <p className="jp-Cellwright-hint" role="status">
        {wanted
          ? trans.__('%1 of %2 entries', found.length, count)
          : trans._n('%1 entry', '%1 entries', count)}
      </p>
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
