import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';

import { MEMORY_KINDS, type MemoryKind } from '../../../contract';
import { learnedPageOf, type LearnedPage } from '../../stores/learned-page';
import { memoryKindText } from '../../text/memory-texts';
import { Button } from '../common/button';
import { usePanel } from '../common/panel-context';
import { Refused } from '../common/refused';
import { SideView } from './side-view';
import { Switch } from '../common/switch';
import { ImportButton } from './import-button';
import { LearnedRow } from './learned-row';
import { SearchField } from './search-field';

/** Everything that was learned, by kind, to be edited or forgotten. */
export function LearnedView() {
  const store = usePanel();
  const { trans } = store.services;
  const page = learnedPageOf(store);
  const { problem, none, on } = useStore(page.state);
  useEffect(() => page.watch(), [page]);
  return (
    <SideView title={trans.__('What it learned')}>
      <p className="jp-Cellwright-hint">
        {trans.__(
          'Kept in this browser, for this server and this user. You are asked less often because of it, but it never approves a shell command, network access or writing a file.'
        )}
      </p>
      <Refused text={problem} />
      {none ? (
        <p className="jp-Cellwright-hint" role="status">
          {trans.__(
            'Nothing can be kept in this browser, so nothing is learned.'
          )}
        </p>
      ) : (
        <>
          <Switch on={on} onToggle={() => void page.setOn(!on)}>
            {trans.__('Learn from what I decide, and use it')}
          </Switch>
          <Tools page={page} />
          <Kind page={page} />
          <Rows page={page} />
          <All page={page} />
        </>
      )}
    </SideView>
  );
}

function Tools({ page }: { page: LearnedPage }) {
  const { trans } = usePanel().services;
  const query = useStore(page.state, state => state.query);
  const kind = useStore(page.state, state => state.kind);
  return (
    <div className="jp-Cellwright-row">
      <select
        className="jp-Cellwright-mode"
        aria-label={trans.__('Kind')}
        value={kind}
        onChange={event => page.setKind(event.target.value as MemoryKind)}
      >
        {MEMORY_KINDS.map(each => (
          <option key={each} value={each}>
            {memoryKindText(each, trans)}
          </option>
        ))}
      </select>
      <SearchField
        aria-label={trans.__('Search what it learned')}
        value={query}
        onChange={event => page.setQuery(event.target.value)}
      />
      <ImportButton
        label={trans.__('File with what was learned')}
        onChoose={file => void page.import(() => file.text())}
      />
      <Button onClick={() => void page.export()}>{trans.__('Export')}</Button>
    </div>
  );
}

/** A switch for whether the selected kind is learned at all. */
function Kind({ page }: { page: LearnedPage }) {
  const { trans } = usePanel().services;
  const kind = useStore(page.state, state => state.kind);
  const isOff = useStore(page.state, state => state.off.includes(kind));
  const on = useStore(page.state, state => state.on);
  return (
    <Switch
      on={on && !isOff}
      disabled={!on}
      onToggle={() => void page.setKindOn(kind, isOff)}
    >
      {trans.__('Learn and use this kind: %1', memoryKindText(kind, trans))}
    </Switch>
  );
}

function Rows({ page }: { page: LearnedPage }) {
  const { trans } = usePanel().services;
  const entries = useStore(page.state, state => state.entries);
  const query = useStore(page.state, state => state.query);
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
          : query.trim()
            ? trans.__('Nothing of this kind contains these words.')
            : trans.__('Nothing of this kind has been learned yet.')}
      </p>
      <ul
        className="jp-Cellwright-learned"
        aria-label={trans.__('What it learned')}
      >
        {entries.map(entry => (
          <LearnedRow key={entry.key} page={page} entry={entry} />
        ))}
      </ul>
    </>
  );
}

function All({ page }: { page: LearnedPage }) {
  const { trans } = usePanel().services;
  const clearing = useStore(page.state, state => state.clearing);
  const ask = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (clearing) {
      ask.current?.querySelector('button')?.focus();
    }
  }, [clearing]);
  return clearing ? (
    <div
      ref={ask}
      className="jp-Cellwright-notice"
      role="group"
      aria-label={trans.__('Forget everything?')}
      onKeyDown={event => {
        if (event.key === 'Escape') {
          event.preventDefault();
          event.stopPropagation();
          page.askForAll(false);
        }
      }}
    >
      {trans.__(
        'Forget everything it learned, of all kinds? This cannot be undone.'
      )}
      <div className="jp-Cellwright-errorActions">
        <Button onClick={() => page.askForAll(false)}>
          {trans.__('Keep it')}
        </Button>
        <Button onClick={() => void page.forgetAll()}>
          {trans.__('Forget everything')}
        </Button>
      </div>
    </div>
  ) : (
    <Button look="link" onClick={() => page.askForAll(true)}>
      {trans.__('Forget everything')}
    </Button>
  );
}
