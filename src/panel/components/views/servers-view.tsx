import { useEffect, useReducer, useRef, useState } from 'react';

import type { IMcpServer, IMcpService, ITranslator } from '../../../contract';
import { compact } from '../../card/card';
import { visibleName, visibleText } from '../../render/visible-text';
import { ActionOf, Button, Switch } from '../common/button';
import { Hint, Refused } from '../common/notice';
import { usePanel } from '../common/panel-context';
import { Unfolding } from '../common/folding-line';
import { confirms, focusPage, SideView, useAttempt, useQuery } from './page';
import { OtherServers } from './other-servers';
import { countsText, ServerForm } from './server-form';
import { changeSetting, connect, ServerTools } from './server-tools';

/** Values of the form of a new server. */
type Proposed = { url: string; name: string };

/** The MCP servers, with what each of their tools may do. */
export function ServersView({ proposed }: { proposed?: Proposed }) {
  const { trans, mcp } = usePanel();
  const { data: service, failed } = useQuery(mcp, []);
  return (
    <SideView title={trans.__('MCP servers')}>
      {service ? <Servers service={service} first={proposed} /> : null}
      {failed ? (
        <Hint>{trans.__('MCP servers can’t be used in this page.')}</Hint>
      ) : null}
    </SideView>
  );
}

function Servers({
  service,
  first
}: {
  service: IMcpService;
  first?: Proposed;
}) {
  const { trans } = usePanel();
  const [, redraw] = useReducer((revision: number) => revision + 1, 0);
  const { problem, attempt } = useAttempt();
  const [proposed, propose] = useState(first);
  useEffect(() => {
    // Nobody is asked when somebody other than the person opened the page.
    if (!first) {
      void attempt(() => service.check());
    }
    return service.onChange(redraw);
    // Once for each time that the page is opened.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [service]);
  const { list, settings } = service;
  return (
    <>
      <Hint>
        {trans.__(
          'The agent can use the tools of these servers. Every call asks you first, except for tools you trust below. Nobody checks what a server says about its tools.'
        )}
      </Hint>
      <Refused text={problem} />
      {/* Above the rows, which grow while servers connect. */}
      {proposed ? (
        <ServerForm
          service={service}
          first={proposed}
          onClose={saved => {
            propose(undefined);
            if (saved) {
              void attempt(() => connect(service, saved.name));
            }
          }}
        />
      ) : (
        <p>
          <Button onClick={() => propose({ url: '', name: '' })}>
            {trans.__('Add a server')}
          </Button>
        </p>
      )}
      {list.length > 0 ? (
        <>
          <ul
            className="jp-Cellwright-servers"
            aria-label={trans.__('MCP servers')}
          >
            {list.map(server => (
              <li key={server.setting.name}>
                <ServerRow service={service} server={server} />
              </li>
            ))}
          </ul>
          <Switch
            on={settings.instructions}
            onToggle={({ nativeEvent }) =>
              void attempt(
                () => service.change({ instructions: !settings.instructions }),
                settings.instructions ? null : nativeEvent
              )
            }
          >
            {trans.__('Pass servers’ own instructions on to the model')}
          </Switch>
        </>
      ) : proposed ? null : (
        <p className="jp-Cellwright-serversNone">
          {trans.__('No server yet. Add one by its address.')}
        </p>
      )}
      <OtherServers service={service} />
    </>
  );
}

/** A server: its state, and what can be done with it. */
function ServerRow({
  service,
  server
}: {
  service: IMcpService;
  server: IMcpServer;
}) {
  const { store, trans } = usePanel();
  const { setting, status, failure, notes, instructions } = server;
  const { managed, settings } = service;
  const { enabled } = setting;
  const name = visibleName(setting.name);
  const isManaged =
    managed && !settings.servers.some(one => one.name === setting.name);
  const isOauth = setting.auth === 'oauth';
  const [isEdited, setEdited] = useState(false);
  const [isSigning, setSigning] = useState(false);
  const { problem, attempt, cancel } = useAttempt();
  const root = useRef<HTMLElement>(null);
  const toggle = async () => {
    await changeSetting(service, setting.name, { enabled: !enabled });
    if (!enabled) {
      await connect(service, setting.name);
    }
  };
  const signIn = async (signal: AbortSignal) => {
    setSigning(true);
    try {
      await (await service.load()).signIn(setting.name, signal);
    } finally {
      setSigning(false);
    }
  };
  const remove = async () => {
    const yes = await confirms(
      trans.__('Remove %1', name),
      trans.__(
        'Remove %1? Its tools will no longer be available, and what you entered to sign in is forgotten.',
        name
      ),
      trans.__('Remove'),
      trans
    );
    if (yes) {
      focusPage(root.current);
      await service.remove(setting.name);
      store.announce(trans.__('%1 was removed.', name));
    }
  };
  const actions = compact<{ label: string; onPress(event: Event): void }>([
    isSigning
      ? { label: trans.__('Cancel signing in'), onPress: cancel }
      : isOauth &&
        enabled &&
        status !== 'connected' && {
          label: trans.__('Sign in'),
          onPress: event => void attempt(signIn, event)
        },
    isOauth &&
      status === 'connected' && {
        label: trans.__('Sign out'),
        onPress: () =>
          void attempt(async () => (await service.load()).signOut(setting.name))
      },
    !isOauth &&
      (status === 'idle' || status === 'failed') && {
        label: trans.__('Connect'),
        onPress: event =>
          void attempt(() => connect(service, setting.name), event)
      },
    !isManaged && {
      label: trans.__('Edit'),
      onPress: () => setEdited(true)
    },
    !isManaged && {
      label: trans.__('Remove'),
      onPress: () => void attempt(remove)
    }
  ]);
  return (
    <section ref={root} className="jp-Cellwright-server" aria-label={name}>
      <div className="jp-Cellwright-serverHead">
        <h4>{name}</h4>
        <Switch
          on={enabled}
          onToggle={({ nativeEvent }) =>
            void attempt(toggle, enabled ? null : nativeEvent)
          }
        >
          <span className="jp-Cellwright-hidden">
            {trans.__('Use %1', name)}
          </span>
        </Switch>
      </div>
      <Hint>
        {visibleText(server.host)}
        {isManaged ? ` · ${trans.__('From %1', managed.title)}` : null}
      </Hint>
      <p role="status">
        {isSigning
          ? trans.__(
              'Sign in using the window that has opened. It closes by itself.'
            )
          : statusText(server, trans)}
      </p>
      {failure && enabled ? (
        <p className="jp-Cellwright-refused">{visibleText(failure.text)}</p>
      ) : null}
      {notes.map((note, index) => (
        <Hint key={index}>{visibleText(note)}</Hint>
      ))}
      <Refused text={problem} />
      <div className="jp-Cellwright-row">
        {actions.map(({ label, onPress }) => (
          <ActionOf
            key={label}
            label={label}
            of={name}
            onClick={({ nativeEvent }) => onPress(nativeEvent)}
          />
        ))}
      </div>
      {isEdited ? (
        <ServerForm
          service={service}
          first={setting}
          onClose={saved => {
            setEdited(false);
            if (saved?.enabled) {
              void attempt(() => connect(service, saved.name));
            }
          }}
        />
      ) : null}
      {instructions ? (
        <Unfolding label={trans.__('What the server says about itself')}>
          <p className="jp-Cellwright-serverWords">
            {visibleText(instructions)}
          </p>
        </Unfolding>
      ) : null}
      <ServerTools service={service} server={server} />
    </section>
  );
}

function statusText(
  { status, setting, protocol, counts }: IMcpServer,
  trans: ITranslator
): string {
  switch (status) {
    case 'connecting':
      return trans.__('Connecting…');
    case 'connected':
      return trans.__(
        'Connected (protocol %1): %2',
        visibleName(protocol ?? ''),
        countsText(counts, trans)
      );
    default:
      return setting.enabled ? trans.__('Not connected') : trans.__('Off');
  }
}
