import type { IMcpServer, ITranslator } from '../../contract';
import type { Connection } from '../connection/connection';
import { cleanLine } from '../wire/clean-text';
import type { ServerTools } from './server-tools';

/** Maximum length of a server's own name, and of its version. */
const MOST_TITLE = 60;
const MOST_VERSION = 30;

/** Number of omitted tools listed by name; a server may have any number. */
const MOST_LEFT_OUT = 10;

/** One server in the settings. */
export interface IServerEntry {
  connection: Connection;
  tools: ServerTools;
  /** Names of its tools that other tools already have. */
  clashes: readonly string[];
}

/** The state shown to a person: plain data, nothing secret. */
export function serverState(
  { connection, tools, clashes }: IServerEntry,
  trans: ITranslator
): IMcpServer {
  const isConnected = connection.status === 'connected';
  const isProxied = connection.address?.isProxied === true;
  const implementation = connection.client?.getServerVersion();
  return {
    setting: connection.setting,
    host: connection.address?.host ?? connection.setting.url,
    status: connection.status,
    failure: connection.failure,
    protocol: connection.client?.getNegotiatedProtocolVersion(),
    title:
      cleanLine(implementation?.title ?? implementation?.name, MOST_TITLE) ||
      undefined,
    version: cleanLine(implementation?.version, MOST_VERSION) || undefined,
    instructions: connection.instructions || undefined,
    counts: {
      tools: isConnected ? tools.all.length : 0,
      ...(isConnected ? connection.counts : { resources: 0, prompts: 0 })
    },
    notes: isConnected
      ? [
          ...cutAt(
            [
              ...tools.problems,
              ...clashes.map(name =>
                trans.__(
                  'Another tool is already called “%1”, so this server’s tool is left out.',
                  name
                )
              )
            ],
            trans
          ),
          connection.isMute &&
            trans.__(
              'Its questions can’t reach you through Jupyter’s proxy, so it was told not to ask any. Tools that need an answer say so at once.'
            ),
          connection.isBuffered &&
            !isProxied &&
            trans.__(
              'It cannot tell this page when its tools change, so it is asked with each message. Something on the way may hold its answers back: you may see no progress, and a call may be silent for up to ten minutes.'
            ),
          connection.isBuffered &&
            isProxied &&
            trans.__(
              'Jupyter’s proxy passes answers on only when they are complete, so you see no progress, and a call may be silent for up to ten minutes.'
            ),
          isProxied &&
            connection.isModern &&
            trans.__(
              'If you stop a call, the proxy does not tell the server, which may keep working on it.'
            )
        ].filter(note => note !== false)
      : []
  };
}

function cutAt(notes: string[], trans: ITranslator): string[] {
  const more = notes.length - MOST_LEFT_OUT;
  return more > 0
    ? [
        ...notes.slice(0, MOST_LEFT_OUT),
        trans._n(
          '%1 more tool is left out.',
          '%1 more tools are left out.',
          more
        )
      ]
    : notes;
}
