import {
  DEFAULT_SERVER_TIMEOUT,
  type IManagedServer,
  type ITranslator
} from '../../../contract';
import type { ServerPage } from '../../stores/server-page';
import { addGateway } from '../../actions/add-gateway';
import { isOwnHand } from '../../trust/is-own-hand';
import { DECIDES } from '../../trust/is-persons-event';
import { visibleText } from '../../render/visible-text';
import { focusComposer } from '../common/focus-beyond';
import { usePanel } from '../common/panel-context';

type Program = Extract<IManagedServer, { kind: 'stdio' }>;

/** Port on which the agent is asked to start a gateway. */
const PORT = 8941;

/** Servers in another extension's list that no page can talk to: programs. */
export function ManagedServers({ page }: { page: ServerPage }) {
  const { trans } = usePanel().services;
  const connected = page.list
    .filter(({ status }) => status === 'connected')
    .map(({ setting }) => setting.name);
  // Each has its own port, whichever of the others are connected.
  const programs = page.managed
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
            <ProgramRow page={page} program={program} port={port} />
          </li>
        ))}
      </ul>
    </>
  );
}

function ProgramRow({
  page,
  program,
  port
}: {
  page: ServerPage;
  program: Program;
  port: number;
}) {
  const store = usePanel();
  const { services } = store;
  const { trans, mcp } = services;
  const name = visibleText(program.name);
  const announce = (text: string): void => store.announce(text);
  /**
   * Connects to whatever listens on the port; only the person can know whose it
   * is.
   */
  const add = async (): Promise<void> => {
    const found =
      mcp &&
      (await addGateway(await mcp(), {
        name: program.name,
        url: `/proxy/${port}/mcp`,
        auth: 'none',
        headers: [],
        enabled: true,
        timeout: DEFAULT_SERVER_TIMEOUT
      }));
    announce(
      found === 'connected'
        ? trans.__('“%1” answers and is connected.', name)
        : trans.__(
            'Nothing answers at /proxy/%1/mcp. Start the gateway, then try again.',
            port
          )
    );
  };
  return (
    <section className="jp-Cellwright-server" aria-label={name}>
      <div className="jp-Cellwright-serverHead">
        <strong>{name}</strong>
        <button
          type="button"
          className="jp-Cellwright-link"
          aria-label={trans.__('Start it: %1', name)}
          onClick={event => {
            focusComposer(event.currentTarget);
            page.proposeGateway(requestOf(program, port, trans));
          }}
        >
          {trans.__('Start it')}
        </button>
        <button
          type="button"
          className="jp-Cellwright-link"
          aria-label={trans.__('Add it: %1', name)}
          {...DECIDES}
          onClick={({ nativeEvent }) => {
            if (isOwnHand(nativeEvent, services, announce)) {
              add().catch((error: unknown) => {
                console.warn('Cellwright: no gateway was connected', error);
                announce(
                  error instanceof Error ? error.message : String(error)
                );
              });
            }
          }}
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
    visibleText(`nohup python -c ${quoted(code)} >/dev/null 2>&1 &`),
    '```',
    '',
    ...(env.length > 0
      ? [
          trans.__(
            'Before sending, fill in these variables, or take them out: %1.',
            visibleText(env.join(', '))
          ),
          ''
        ]
      : []),
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
