import { useEffect, useRef, useState } from 'react';

import type { IMcpServer, ITranslator } from '../../../contract';
import { countsText } from '../../text/counts-text';
import { DECIDES } from '../../trust/is-persons-event';
import { visibleName, visibleText } from '../../render/visible-text';
import { Button } from '../common/button';
import { usePanel } from '../common/panel-context';
import { Switch } from '../common/switch';
import { Unfolding } from '../common/unfolding';
import { confirms } from './confirmation';
import { focusPage } from './side-view';
import { ServerForm } from './server-form';
import { ServerTools } from './server-tools';
import type { IServersPage } from '../../state/server-form';

/** A server: its state, and what can be done with it. */
export function ServerRow({
  page,
  server
}: {
  page: IServersPage;
  server: IMcpServer;
}) {
  const { trans } = usePanel().services;
  const { setting, failure, notes, instructions } = server;
  const { managed, settings } = page.service;
  const name = visibleName(setting.name);
  const isManaged =
    managed && !settings.servers.some(one => one.name === setting.name);
  const [isEdited, setEdited] = useState(false);
  return (
    <section className="jp-Cellwright-server" aria-label={name}>
      <div className="jp-Cellwright-serverHead">
        <h4>{name}</h4>
        <Switch
          on={setting.enabled}
          onToggle={({ nativeEvent }) => {
            const enabled = !setting.enabled;
            page.attempt(
              async () => {
                await page.replace(setting.name, one => ({ ...one, enabled }));
                if (enabled) {
                  await page.connect(setting.name);
                }
              },
              enabled ? nativeEvent : null
            );
          }}
        >
          <span className="jp-Cellwright-hidden">
            {trans.__('Use %1', name)}
          </span>
        </Switch>
      </div>
      <p className="jp-Cellwright-hint">
        {visibleText(server.host)}
        {isManaged ? ` · ${trans.__('From %1', managed.title)}` : null}
      </p>
      <p role="status">{stateText(server, trans)}</p>
      {failure && setting.enabled ? (
        <p className="jp-Cellwright-refused">{visibleText(failure.text)}</p>
      ) : null}
      {notes.map((note, index) => (
        <p key={index} className="jp-Cellwright-hint">
          {visibleText(note)}
        </p>
      ))}
      <Actions
        page={page}
        server={server}
        onEdit={isManaged ? null : () => setEdited(true)}
      />
      {isEdited ? (
        <ServerForm
          page={page}
          first={setting}
          onClose={() => setEdited(false)}
        />
      ) : null}
      {instructions ? (
        <Unfolding label={trans.__('What the server says about itself')}>
          <p className="jp-Cellwright-serverWords">
            {visibleText(instructions)}
          </p>
        </Unfolding>
      ) : null}
      <ServerTools page={page} server={server} />
    </section>
  );
}

function Actions({
  page,
  server,
  onEdit
}: {
  page: IServersPage;
  server: IMcpServer;
  /** Null where another extension keeps the server. */
  onEdit: (() => void) | null;
}) {
  const store = usePanel();
  const { trans } = store.services;
  const { setting, status } = server;
  const name = visibleName(setting.name);
  const root = useRef<HTMLDivElement>(null);
  const [signing, setSigning] = useState<AbortController | null>(null);
  useEffect(() => () => signing?.abort(), [signing]);
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
      await page.service.remove(setting.name);
      store.announce(trans.__('%1 was removed.', name));
    }
  };
  const signIn = (event: Event) =>
    page.attempt(async () => {
      const asking = new AbortController();
      setSigning(asking);
      try {
        await (await page.load()).signIn(setting.name, asking.signal);
      } catch (error) {
        if (!asking.signal.aborted) {
          throw error;
        }
      } finally {
        setSigning(now => (now === asking ? null : now));
      }
    }, event);
  const isOauth = setting.auth === 'oauth';
  return (
    <>
      {signing ? (
        <p role="status">
          {trans.__(
            'Sign in using the window that has opened. It closes by itself.'
          )}
        </p>
      ) : null}
      <div ref={root} className="jp-Cellwright-row">
        {signing ? (
          <Action
            label={trans.__('Cancel signing in')}
            of={name}
            onPress={() => setSigning(null)}
          />
        ) : isOauth && setting.enabled && status !== 'connected' ? (
          <Action label={trans.__('Sign in')} of={name} onPress={signIn} />
        ) : null}
        {isOauth && status === 'connected' ? (
          <Action
            label={trans.__('Sign out')}
            of={name}
            onPress={() =>
              page.attempt(
                async () => (await page.load()).signOut(setting.name),
                null
              )
            }
          />
        ) : null}
        {!isOauth && (status === 'idle' || status === 'failed') ? (
          <Action
            label={trans.__('Connect')}
            of={name}
            onPress={event =>
              page.attempt(() => page.connect(setting.name), event)
            }
          />
        ) : null}
        {onEdit ? (
          <>
            <Action label={trans.__('Edit')} of={name} onPress={onEdit} />
            <Action
              label={trans.__('Remove')}
              of={name}
              onPress={() => page.attempt(remove, null)}
            />
          </>
        ) : null}
      </div>
    </>
  );
}

function Action({
  label,
  of,
  onPress
}: {
  label: string;
  of: string;
  onPress(event: Event): void;
}) {
  const { trans } = usePanel().services;
  return (
    <Button
      {...DECIDES}
      look="link"
      aria-label={trans.__('%1: %2', label, of)}
      onClick={event => onPress(event.nativeEvent)}
    >
      {label}
    </Button>
  );
}

function stateText(server: IMcpServer, trans: ITranslator): string {
  switch (server.status) {
    case 'off':
      return trans.__('Off');
    case 'idle':
      return trans.__('Not connected');
    case 'connecting':
      return trans.__('Connecting…');
    case 'failed':
      return server.setting.enabled
        ? trans.__('Not connected')
        : trans.__('Off');
    case 'connected':
      return trans.__(
        'Connected (protocol %1): %2',
        visibleName(server.protocol ?? ''),
        countsText(server.counts, trans)
      );
  }
}
