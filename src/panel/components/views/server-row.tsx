import { useStore } from 'zustand';

import type { IMcpServer, ITranslator } from '../../../contract';
import type { ServerPage } from '../../stores/server-page';
import { countsText } from '../../text/counts-text';
import { DECIDES } from '../../trust/is-persons-event';
import { visibleName, visibleText } from '../../render/visible-text';
import { usePanel } from '../common/panel-context';
import { Switch } from '../common/switch';
import { Unfolding } from '../common/unfolding';
import { ServerForm } from './server-form';
import { ServerTools } from './server-tools';

/** A server: its state, and what can be done with it. */
export function ServerRow({
  page,
  server
}: {
  page: ServerPage;
  server: IMcpServer;
}) {
  const { trans } = usePanel().services;
  const { setting, failure, notes, instructions } = server;
  const name = visibleName(setting.name);
  const form = useStore(page.state, state => state.form);
  const from = page.listOf(setting);
  const state = stateText(server, trans);
  return (
    <section className="jp-Cellwright-server" aria-label={name}>
      <div className="jp-Cellwright-serverHead">
        <h4>{name}</h4>
        <Switch
          on={setting.enabled}
          onToggle={event =>
            page.setEnabled(setting, !setting.enabled, event.nativeEvent)
          }
        >
          <span className="jp-Cellwright-hidden">
            {trans.__('Use %1', name)}
          </span>
        </Switch>
      </div>
      <p className="jp-Cellwright-hint">
        {visibleText(server.host)}
        {from ? ` · ${trans.__('From %1', from)}` : null}
      </p>
      <p role="status">{state}</p>
      {failure && setting.enabled ? (
        <p className="jp-Cellwright-refused">{visibleText(failure.text)}</p>
      ) : null}
      {notes.map((note, index) => (
        <p key={index} className="jp-Cellwright-hint">
          {visibleText(note)}
        </p>
      ))}
      <Actions page={page} server={server} />
      {form?.of === setting.name ? (
        <ServerForm page={page} form={form} />
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

function Actions({ page, server }: { page: ServerPage; server: IMcpServer }) {
  const { trans } = usePanel().services;
  const { setting, status } = server;
  const name = visibleName(setting.name);
  const signingIn = useStore(page.state, state => state.signingIn);
  const removing = useStore(page.state, state => state.removing);
  if (removing === setting.name) {
    return (
      <div role="group" aria-label={trans.__('Remove %1', name)}>
        <p>
          {trans.__(
            'Remove %1? Its tools will no longer be available, and what you entered to sign in is forgotten.',
            name
          )}
        </p>
        <div className="jp-Cellwright-row">
          <button
            type="button"
            className="jp-Cellwright-button"
            autoFocus
            onClick={() => page.remove(setting)}
          >
            {trans.__('Remove')}
          </button>
          <button
            type="button"
            className="jp-Cellwright-button"
            onClick={() => page.askRemove(null)}
          >
            {trans.__('Keep')}
          </button>
        </div>
      </div>
    );
  }
  const isOauth = setting.auth === 'oauth';
  const isWaiting = signingIn === setting.name;
  return (
    <>
      {isWaiting ? (
        <p role="status">
          {trans.__(
            'Sign in using the window that has opened. It closes by itself.'
          )}
        </p>
      ) : null}
      <div className="jp-Cellwright-row">
        {isWaiting ? (
          <Action
            label={trans.__('Cancel signing in')}
            of={name}
            onPress={() => page.cancel()}
          />
        ) : isOauth && setting.enabled && status !== 'connected' ? (
          <Action
            label={trans.__('Sign in')}
            of={name}
            onPress={event => page.signIn(setting.name, event)}
          />
        ) : null}
        {isOauth && status === 'connected' ? (
          <Action
            label={trans.__('Sign out')}
            of={name}
            onPress={() => page.signOut(setting.name)}
          />
        ) : null}
        {!isOauth && (status === 'idle' || status === 'failed') ? (
          <Action
            label={trans.__('Connect')}
            of={name}
            onPress={event => page.connect(setting.name, event)}
          />
        ) : null}
        {page.listOf(setting) === null ? (
          <>
            <Action
              label={trans.__('Edit')}
              of={name}
              onPress={() => page.openForm(setting)}
            />
            <Action
              label={trans.__('Remove')}
              of={name}
              onPress={() => page.askRemove(setting.name)}
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
    <button
      {...DECIDES}
      type="button"
      className="jp-Cellwright-link"
      aria-label={trans.__('%1: %2', label, of)}
      onClick={event => onPress(event.nativeEvent)}
    >
      {label}
    </button>
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
