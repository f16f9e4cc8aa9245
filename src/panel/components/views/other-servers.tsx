import { useState } from 'react';

import {
  type IManagedServer,
  type IMcpService,
  type ITranslator
} from '../../../contract';
import { readMcpConfig } from '../../actions/read-mcp-config';
import { DECIDES } from '../../trust/is-persons-event';
import { visibleName, visibleText } from '../../render/visible-text';
import { ActionOf, Button } from '../common/button';
import { focusComposer } from '../common/focus';
import { Hint, Refused } from '../common/notice';
import { usePanel } from '../common/panel-context';
import { ImportButton, useAttempt } from './page';
import { keepSecrets, settingIn } from './server-form';
import { connect } from './server-tools';

type IProgram = Extract<IManagedServer, { kind: 'stdio' }> & {
  /** That of its gateway. */
  port: number;
};

/** The first port at which the agent is asked to start a gateway. */
const PORT = 8941;

/**
 * Servers that are not in the settings: those of another agent's file, and the
 * programs of another extension's list, which no page can talk to.
 */
export function OtherServers({ service }: { service: IMcpService }) {
  const { store, trans } = usePanel();
  const [text, setText] = useState('');
  const { problem, attempt } = useAttempt();
  const found = readMcpConfig(text);
  const http = found?.http ?? [];
  // Each has its own port, whichever of the others are connected.
  const programs = [...(service.managed?.list() ?? []), ...(found?.stdio ?? [])]
    .flatMap(one => (one.kind === 'stdio' && one.enabled ? [one] : []))
    .map((one, index): IProgram => ({ ...one, port: PORT + index }))
    .filter(
      ({ name }) =>
        !service.list.some(
          ({ setting, status }) =>
            setting.name === name && status === 'connected'
        )
    );
  /** Adds those with an address; a header is kept as a key is. */
  const addAll = async () => {
    const problems: string[] = [];
    for (const { headers, ...one } of http) {
      const names = Object.keys(headers);
      const auth = names.length > 0 ? 'headers' : 'none';
      try {
        const setting = settingIn(
          { ...one, auth, headers: names },
          service,
          null,
          trans
        );
        await keepSecrets(service, setting, { headers }, false);
        await service.save(setting, null);
        await connect(service, setting.name);
      } catch (reason) {
        problems.push((reason as Error).message);
      }
    }
    if (problems.length > 0) {
      throw new Error(problems.join(' '));
    }
  };
  /** Puts commands into the message box; the person reads and sends them. */
  const propose = (which: readonly IProgram[], from: HTMLElement) => {
    store.composing.ask({ prompt: requestOf(which, trans), attachments: [] });
    store.show(null);
    focusComposer(from);
  };
  return (
    <>
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
          onChoose={file =>
            void attempt(async () => setText(await file.text()))
          }
        />
        {text.trim() && !found ? (
          <Hint role="status">
            {trans.__('This is not JSON with “mcpServers” or “servers”.')}
          </Hint>
        ) : null}
        {http.length > 0 ? (
          <>
            <Hint>
              {visibleText(
                http.map(({ name, url }) => `${name}: ${url}`).join('\n')
              )}
            </Hint>
            <Button
              {...DECIDES}
              onClick={({ nativeEvent }) => void attempt(addAll, nativeEvent)}
            >
              {trans._n('Add %1 server', 'Add %1 servers', http.length)}
            </Button>
          </>
        ) : null}
      </details>
      <Refused text={problem} />
      {programs.length > 0 ? (
        <>
          <h4>{trans.__('Need a gateway')}</h4>
          <Hint>
            {trans.__(
              'These servers are programs, and a page cannot talk to a program. A gateway on Jupyter’s machine can. “Start it” puts a request into the message box and runs nothing. Press “Add it” once the gateway is up. Whatever answers at its port gets the cookies of your Jupyter server.'
            )}
          </Hint>
          {programs.length > 1 ? (
            <Button
              look="link"
              onClick={({ currentTarget }) => propose(programs, currentTarget)}
            >
              {trans.__('Start them all')}
            </Button>
          ) : null}
          <ul className="jp-Cellwright-servers">
            {programs.map(program => (
              <li key={program.port}>
                <Program
                  service={service}
                  program={program}
                  onStart={from => propose([program], from)}
                />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

function Program({
  service,
  program: { name, command, args, port },
  onStart
}: {
  service: IMcpService;
  program: IProgram;
  onStart(from: HTMLElement): void;
}) {
  const { store, trans } = usePanel();
  const { problem, attempt } = useAttempt();
  const shown = visibleName(name);
  /**
   * Connects to whatever listens at the port. Only the person can know whose
   * process that is, and it gets the cookies of the Jupyter server: no request
   * is sent before they have pressed the button.
   */
  const add = async (signal: AbortSignal) => {
    const url = gatewayPath(port);
    // It may be in the settings already, and only have been restarted.
    const known = service.settings.servers.find(
      one => one.name === name && one.url === url
    );
    const setting =
      known ??
      settingIn({ name, url, auth: 'none', headers: [] }, service, null, trans);
    const { ok } = await (await service.load()).test(setting, signal);
    if (!ok) {
      store.announce(
        trans.__(
          'Nothing answers at %1. Start the gateway, then try again.',
          url
        )
      );
      return;
    }
    if (!known) {
      await service.save(setting, null);
    }
    await service.check();
    store.announce(trans.__('“%1” answers and is connected.', shown));
  };
  return (
    <section className="jp-Cellwright-server" aria-label={shown}>
      <div className="jp-Cellwright-serverHead">
        <strong>{shown}</strong>
        <ActionOf
          label={trans.__('Start it')}
          of={shown}
          onClick={({ currentTarget }) => onStart(currentTarget)}
        />
        <ActionOf
          label={trans.__('Add it')}
          of={shown}
          onClick={({ nativeEvent }) => void attempt(add, nativeEvent)}
        />
      </div>
      <Refused text={problem} />
      <Hint>{visibleText([command, ...args].join(' '))}</Hint>
    </section>
  );
}

function gatewayPath(port: number): string {
  return `/proxy/${port}/mcp`;
}

/**
 * The message that the person may send: they can read the commands in it, and
 * running them asks for approval again.
 */
function requestOf(programs: readonly IProgram[], trans: ITranslator): string {
  const env = programs.flatMap(program => program.env);
  return [
    trans._n(
      'Start a gateway for the MCP server “%2” with this command. It needs fastmcp 4 in the kernel’s environment, and keeps running in the background:',
      'Start a gateway for each of the MCP servers “%2” with these commands. They need fastmcp 4 in the kernel’s environment, and keep running in the background:',
      programs.length,
      programs.map(({ name }) => visibleName(name)).join(', ')
    ),
    '',
    '```bash',
    ...programs.map(program => visibleText(gatewayCommand(program))),
    '```',
    '',
    ...(env.length > 0
      ? [
          trans.__(
            'Before sending, fill in these variables, or take them out: %1.',
            env.map(visibleName).join(', ')
          ),
          ''
        ]
      : []),
    trans.__(
      'Once it is up, press “Add it” under “MCP servers”. Its address is %1.',
      programs.map(({ port }) => gatewayPath(port)).join(', ')
    )
  ].join('\n');
}

/**
 * Runs FastMCP's proxy, tested with version 4.1.2, and waits until it listens
 * or has ended. By default the proxy speaks the page's protocol version to the
 * program, and then lists nothing of a program that speaks an older one.
 */
function gatewayCommand({ name, command, args, env, port }: IProgram): string {
  // The values are secrets of the owner of the list, so they are not put into a
  // message.
  const gaps = Object.fromEntries(env.map(each => [each, '…']));
  // JSON of strings, lists and objects is also valid Python.
  const config = JSON.stringify({
    mcpServers: {
      [name]: { command, args, ...(env.length > 0 && { env: gaps }) }
    }
  });
  const code = `from fastmcp.server import create_proxy; create_proxy(${config}, mode="auto").run(transport="http", host="127.0.0.1", port=${port}, path="/mcp", show_banner=False)`;
  const quoted = `'${code.replaceAll("'", "'\\''")}'`;
  const log = `gateway-${port}.log`;
  return `nohup python -c ${quoted} > ${log} 2>&1 & for i in $(seq 30); do sleep 1; grep -q "Uvicorn running" ${log} && break; kill -0 $! || break; done; cat ${log}`;
}
