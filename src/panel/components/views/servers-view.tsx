import { useEffect, useReducer, useState } from 'react';

import type { IMcpServers, IMcpService } from '../../../contract';
import { errorText, type IServersPage } from '../../state/server-form';
import { isOwnHand } from '../../trust/is-own-hand';
import { DECIDES } from '../../trust/is-persons-event';
import { Button } from '../common/button';
import { usePanel, usePanelState } from '../common/panel-context';
import { Refused } from '../common/refused';
import { SideView } from './side-view';
import { Switch } from '../common/switch';
import { ImportServers, ManagedServers } from './managed-servers';
import { ServerForm } from './server-form';
import { ServerRow } from './server-row';
import { useQuery } from './use-query';

/** The MCP servers, with what each of their tools may do. */
export function ServersView() {
  const { trans, mcp } = usePanel().services;
  const { data: service, failed } = useQuery(
    async () => (await mcp?.()) ?? null,
    []
  );
  return (
    <SideView title={trans.__('MCP servers')}>
      {service ? <Servers service={service} /> : null}
      {failed || !mcp ? (
        <p className="jp-Cellwright-hint">
          {trans.__('MCP servers can’t be used in this page.')}
        </p>
      ) : null}
    </SideView>
  );
}

function Servers({ service }: { service: IMcpService }) {
  const store = usePanel();
  const { trans } = store.services;
  const [, redraw] = useReducer((revision: number) => revision + 1, 0);
  const [servers, setServers] = useState<IMcpServers | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [added, setAdded] = useState<{ url: string; name: string } | null>(
    null
  );
  const proposed = usePanelState(state => state.proposedServer);
  const page: IServersPage = {
    service,
    servers,
    load: async () => {
      const loaded = await service.load();
      setServers(loaded);
      return loaded;
    },
    connect: async server => (await page.load()).connect(server),
    replace: async (server, change) => {
      const setting = service.list.find(
        each => each.setting.name === server
      )?.setting;
      if (setting) {
        await service.save(change(setting), server);
      }
    },
    attempt: (act, event) => {
      if (
        event &&
        !isOwnHand(event, store.services, text => store.announce(text))
      ) {
        return;
      }
      setProblem(null);
      act().then(redraw, (error: unknown) => {
        console.warn(
          'Cellwright: a request on the page of servers failed',
          error
        );
        setProblem(errorText(error, trans));
      });
    }
  };
  useEffect(() => {
    const ends = [service.onChange(redraw), service.managed?.onChange(redraw)];
    // Nobody is asked when somebody other than the person opened the page.
    const isAsked = store.main.getState().proposedServer === null;
    // The code that talks to servers is loaded only if a server is on, which
    // also connects the servers.
    page.attempt(async () => {
      if (isAsked) {
        await service.check();
      }
      if (service.list.some(({ status }) => status === 'connected')) {
        await page.load();
      }
    }, null);
    return () => ends.forEach(end => end?.());
    // The page is another one each time.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [service]);
  useEffect(() => {
    // It stands in the form, and nothing more is done.
    if (proposed) {
      setAdded(proposed);
      store.main.setState({ proposedServer: null });
    }
  }, [store, proposed]);
  const { list, settings } = service;
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
      ) : added ? null : (
        <p className="jp-Cellwright-serversNone">
          {trans.__('No server yet. Add one by its address.')}
        </p>
      )}
      {list.length > 0 ? (
        <Switch
          on={settings.instructions}
          onToggle={({ nativeEvent }) =>
            page.attempt(
              () => service.change({ instructions: !settings.instructions }),
              settings.instructions ? null : nativeEvent
            )
          }
        >
          {trans.__('Pass servers’ own instructions on to the model')}
        </Switch>
      ) : null}
      {added ? (
        <ServerForm
          key={`${added.url} ${added.name}`}
          page={page}
          first={added}
          onClose={() => setAdded(null)}
        />
      ) : (
        <Button {...DECIDES} onClick={() => setAdded({ url: '', name: '' })}>
          {trans.__('Add a server')}
        </Button>
      )}
      <ImportServers page={page} />
      <ManagedServers page={page} />
    </>
  );
}
