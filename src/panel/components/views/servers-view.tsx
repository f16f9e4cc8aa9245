import { useEffect, useState } from 'react';
import { useStore } from 'zustand';

import { serverPageOf, type ServerPage } from '../../stores/server-page';
import { DECIDES } from '../../trust/is-persons-event';
import { usePanel, usePanelState } from '../common/panel-context';
import { Refused } from '../common/refused';
import { SideView } from './side-view';
import { Switch } from '../common/switch';
import { ImportServers, ManagedServers } from './managed-servers';
import { ServerForm } from './server-form';
import { ServerRow } from './server-row';

/** The MCP servers, with what each of their tools may do. */
export function ServersView() {
  const store = usePanel();
  const { trans } = store.services;
  const opening = serverPageOf(store);
  const [page, setPage] = useState<ServerPage | null>(null);
  const [isMissing, setMissing] = useState(opening === null);
  useEffect(() => {
    opening?.then(setPage, (reason: unknown) => {
      console.warn('Cellwright could not load the MCP servers.', reason);
      setMissing(true);
    });
  }, [opening]);
  return (
    <SideView title={trans.__('MCP servers')}>
      {page ? <Servers page={page} /> : null}
      {isMissing ? (
        <p className="jp-Cellwright-hint">
          {trans.__('MCP servers can’t be used in this page.')}
        </p>
      ) : null}
    </SideView>
  );
}

function Servers({ page }: { page: ServerPage }) {
  const store = usePanel();
  const { trans } = store.services;
  const form = useStore(page.state, state => state.form);
  const problem = useStore(page.state, state => state.problem);
  useStore(page.state, state => state.revision);
  const proposed = usePanelState(state => state.proposedServer);
  useEffect(
    () => page.watch(store.main.getState().proposedServer === null),
    [page, store]
  );
  useEffect(() => {
    if (proposed) {
      page.propose(proposed);
      store.main.setState({ proposedServer: null });
    }
  }, [page, store, proposed]);
  const { list } = page;
  return (
    <>
      <p className="jp-Cellwright-hint">
        {trans.__(
          'The agent can use the tools of these servers. Every call asks you first, except for tools you trust below. Nobody checks what a server says about its tools.'
        )}
      </p>
      <Refused text={problem} />
      {list.length > 0 ? (
        <ul
          className="jp-Cellwright-servers"
          aria-label={trans.__('MCP servers')}
        >
          {list.map(server => (
            <li key={server.setting.name}>
              <ServerRow page={page} server={server} />
            </li>
          ))}
        </ul>
      ) : form ? null : (
        <p className="jp-Cellwright-serversNone">
          {trans.__('No server yet. Add one by its address.')}
        </p>
      )}
      {list.length > 0 ? (
        <Switch
          on={page.passesInstructions}
          onToggle={({ nativeEvent }) =>
            page.setInstructions(!page.passesInstructions, nativeEvent)
          }
        >
          {trans.__('Pass servers’ own instructions on to the model')}
        </Switch>
      ) : null}
      {form?.of === null ? (
        <ServerForm page={page} form={form} />
      ) : (
        <button
          {...DECIDES}
          type="button"
          className="jp-Cellwright-button"
          onClick={() => page.openForm()}
        >
          {trans.__('Add a server')}
        </button>
      )}
      <ImportServers page={page} />
      <ManagedServers page={page} />
    </>
  );
}
