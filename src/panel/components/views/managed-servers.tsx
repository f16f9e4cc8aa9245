import { useState } from 'react';

import {
  DEFAULT_SERVER_TIMEOUT,
  type IManagedServer,
  type ITranslator
} from '../../../contract';
import type { PanelStore } from '../../stores/panel-store';
import {
  EMPTY_SERVER_FORM,
  keepSecrets,
  settingIn
} from '../../state/server-form';
import { addGateway } from '../../actions/add-gateway';
import { readMcpConfig, type IMcpConfig } from '../../actions/read-mcp-config';
import { DECIDES } from '../../trust/is-persons-event';
import { visibleName, visibleText } from '../../render/visible-text';
import { Button } from '../common/button';
import { focusComposer } from '../common/focus-beyond';
import { usePanel } from '../common/panel-context';
import { ImportButton } from './import-button';
import type { IServersPage } from '../../state/server-form';

type Program = Extract<IManagedServer, { kind: 'stdio' }>;

/** Ports on which the agent is asked to start a gateway, and mcp-proxy. */
const PORT = 8941;
const PROXY_PORT = 8940;

/** Servers in another extension's list that no page can talk to: programs. */
export function ManagedServers({ page }: { page: IServersPage }) {
  const { trans } = usePanel().services;
  const connected = page.service.list
    .filter(({ status }) => status === 'connected')
    .map(({ setting }) => setting.name);
  // Each has its own port, whichever of the others are connected.
  const programs = (page.service.managed?.list() ?? [])
    .filter((one): one is Program => one.kind === 'stdio' && one.enabled)
    .map((program, index) => ({ program, port: PORT + index }))
    .filter(({ program }) => !connected.includes(program.name));
  if (programs.length === 0) {
    return null;
  }
  return (
    <>
      <h4>{trans.__('Need a gateway')}</h4>
      <p className="jp-Cellwright-hint">
        {trans.__(
          'These servers of MCP Manager are programs, and a page cannot talk to a program. A gateway on Jupyter’s machine can. “Start it” puts a request into the message box and runs nothing. Press “Add it” once the gateway is up. Whatever answers at its port gets the cookies of your Jupyter server.'
        )}
      </p>
      <ul className="jp-Cellwright-servers">
        {programs.map(({ program, port }) => (
          <li key={program.name}>
            <ProgramRow
              page={page}
              program={program}
              path={`/proxy/${port}/mcp`}
              port={port}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Servers of another agent, from its own file. */
export function ImportServers({ page }: { page: IServersPage }) {
  const { trans } = usePanel().services;
  const [text, setText] = useState('');
  const found = readMcpConfig(text);
  return (
    <details>
      <summary>{trans.__('Import servers of another agent')}</summary>
      <textarea
        className="jp-Cellwright-composerInput"
        rows={4}
        aria-label={trans.__('Text of an mcp.json')}
        placeholder={trans.__(
          'Paste an mcp.json or a claude_desktop_config.json'
        )}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ImportButton
        label={trans.__('An mcp.json or a claude_desktop_config.json')}
        onChoose={file => {
          file.text().then(setText, (reason: unknown) => {
            console.warn('Cellwright could not read a file.', reason);
          });
        }}
      />
      {text.trim() && !found ? (
        <p className="jp-Cellwright-hint" role="status">
          {trans.__('This is not JSON with “mcpServers” or “servers”.')}
        </p>
      ) : null}
      {found ? <Found page={page} found={found} /> : null}
    </details>
  );
}

function Found({ page, found }: { page: IServersPage; found: IMcpConfig }) {
  const store = usePanel();
  const { trans } = store.services;
  const { http, stdio } = found;
  return (
    <>
      {http.length > 0 ? (
        <>
          <p className="jp-Cellwright-hint">
            {visibleText(
              http.map(({ name, url }) => `${name}: ${url}`).join('\n')
            )}
          </p>
          <Button
            {...DECIDES}
            onClick={({ nativeEvent }) =>
              page.attempt(() => add(page, http, trans), nativeEvent)
            }
          >
            {trans._n('Add %1 server', 'Add %1 servers', http.length)}
          </Button>
        </>
      ) : null}
      {stdio.length > 0 ? (
        <>
          <p className="jp-Cellwright-hint">
            {trans.__(
              'These are programs, and a page cannot talk to a program. mcp-proxy on Jupyter’s machine can. “Start them” puts a request into the message box and runs nothing. Press “Add it” once it is up. Whatever answers at its port gets the cookies of your Jupyter server.'
            )}
          </p>
          <Button
            look="link"
            onClick={({ currentTarget }) => {
              propose(store, proxyRequest(stdio, trans), currentTarget);
            }}
          >
            {trans.__('Start them')}
          </Button>
          <ul className="jp-Cellwright-servers">
            {stdio.map(program => (
              <li key={program.name}>
                <ProgramRow
                  page={page}
                  program={program}
                  path={`/proxy/${PROXY_PORT}/servers/${encodeURIComponent(program.name)}/mcp`}
                />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

/** Adds servers of another agent's file; a header is kept as a key is. */
async function add(
  { service, connect }: IServersPage,
  servers: IMcpConfig['http'],
  trans: ITranslator
): Promise<void> {
  const problems: string[] = [];
  for (const { name, url, headers } of servers) {
    const names = Object.keys(headers);
    const setting = settingIn(
      {
        ...EMPTY_SERVER_FORM,
        name,
        url,
        auth: names.length > 0 ? 'headers' : 'none',
        headers: names
      },
      service.list.map(each => each.setting),
      trans
    );
    if (typeof setting === 'string') {
      problems.push(setting);
      continue;
    }
    await keepSecrets(service, setting, { headers }, false);
    await service.save(setting);
    await connect(setting.name);
  }
  if (problems.length > 0) {
    throw new Error(problems.join(' '));
  }
}

/** A command for a server that no page can talk to, as text for the person. */
function propose(store: PanelStore, prompt: string, from: HTMLElement): void {
  store.composing.ask({ prompt, attachments: [] });
  store.show('thread');
  focusComposer(from);
}

/** One program serves them all; the person reads the command before it is sent. */
function proxyRequest(
  programs: readonly Program[],
  trans: ITranslator
): string {
  const config = JSON.stringify({
    mcpServers: Object.fromEntries(
      programs.map(({ name, command, args, env }) => [
        name,
        { command, args, ...(env.length > 0 && { env: gapsFor(env) }) }
      ])
    )
  });
  const env = programs.flatMap(program => program.env);
  return [
    trans.__(
      'Start a gateway for these MCP servers with this command. It needs mcp-proxy in the kernel’s environment, keeps running in the background, and shows what went wrong:'
    ),
    '',
    '```bash',
    visibleText(`printf %s ${quoted(config)} > mcp-proxy.json`),
    inBackground(
      `python -m mcp_proxy --named-server-config mcp-proxy.json --port ${PROXY_PORT} --allow-origin ${window.location.origin}`,
      'mcp-proxy.log'
    ),
    '```',
    ...(env.length > 0 ? ['', fillIn(env, trans)] : [])
  ].join('\n');
}

/** Waits until it listens or has ended: one program that fails ends them all. */
function inBackground(command: string, log: string): string {
  return `nohup ${command} > ${log} 2>&1 & for i in $(seq 30); do sleep 1; grep -q "Uvicorn running" ${log} && break; kill -0 $! || break; done; cat ${log}`;
}

function fillIn(env: readonly string[], trans: ITranslator): string {
  return trans.__(
    'Before sending, fill in these variables, or take them out: %1.',
    env.map(visibleName).join(', ')
  );
}

function ProgramRow({
  page,
  program,
  path,
  port
}: {
  page: IServersPage;
  program: Program;
  /** Its address once it has a gateway. */
  path: string;
  /** Port of a gateway of its own; absent if one serves several. */
  port?: number;
}) {
  const store = usePanel();
  const { trans } = store.services;
  const name = visibleName(program.name);
  /**
   * Connects to whatever listens on the port; only the person can know whose it
   * is.
   */
  const add = async (): Promise<void> => {
    const found = await addGateway(page.service, {
      name: program.name,
      url: path,
      auth: 'none',
      headers: [],
      enabled: true,
      timeout: DEFAULT_SERVER_TIMEOUT
    });
    store.announce(
      found === 'connected'
        ? trans.__('“%1” answers and is connected.', name)
        : trans.__(
            'Nothing answers at %1. Start the gateway, then try again.',
            path
          )
    );
  };
  return (
    <section className="jp-Cellwright-server" aria-label={name}>
      <div className="jp-Cellwright-serverHead">
        <strong>{name}</strong>
        {port === undefined ? null : (
          <button
            type="button"
            className="jp-Cellwright-link"
            aria-label={trans.__('Start it: %1', name)}
            onClick={event => {
              propose(
                store,
                requestOf(program, port, trans),
                event.currentTarget
              );
            }}
          >
            {trans.__('Start it')}
          </button>
        )}
        <button
          type="button"
          className="jp-Cellwright-link"
          aria-label={trans.__('Add it: %1', name)}
          {...DECIDES}
          onClick={({ nativeEvent }) => page.attempt(add, nativeEvent)}
        >
          {trans.__('Add it')}
        </button>
      </div>
      <p className="jp-Cellwright-hint">
        {visibleText([program.command, ...program.args].join(' '))}
      </p>
    </section>
  );
}

/**
 * The message that the person may send: they can read the command in it, and
 * running it asks for approval again. It runs FastMCP's proxy, tested with
 * version 4.1.2. By default the proxy speaks the page's protocol version to the
 * program, and then lists nothing of a program that speaks an older one.
 */
function requestOf(
  { name, command, args, env }: Program,
  port: number,
  trans: ITranslator
): string {
  // JSON of strings, lists and objects is also valid Python.
  const config = JSON.stringify({
    mcpServers: {
      [name]: { command, args, ...(env.length > 0 && { env: gapsFor(env) }) }
    }
  });
  const code = `from fastmcp.server import create_proxy; create_proxy(${config}, mode="auto").run(transport="http", host="127.0.0.1", port=${port}, path="/mcp", show_banner=False)`;
  return [
    trans.__(
      'Start a gateway for the MCP server “%1” with this command. It needs fastmcp 4 in the kernel’s environment, and keeps running in the background:',
      visibleText(name)
    ),
    '',
    '```bash',
    visibleText(
      inBackground(`python -c ${quoted(code)}`, `gateway-${port}.log`)
    ),
    '```',
    '',
    ...(env.length > 0 ? [fillIn(env, trans), ''] : []),
    trans.__(
      'Once it is up, press “Add it” under “MCP servers”. Its address is /proxy/%1/mcp.',
      port
    )
  ].join('\n');
}

/**
 * The values are secrets of the owner of the list, so they are not put into a
 * message.
 */
function gapsFor(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map(name => [name, '…']));
}

/** Quotes a word for a POSIX shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
