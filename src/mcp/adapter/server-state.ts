import type { IMcpServer, ITranslator } from '../../contract';
import type { Connection } from '../connection/connection';
import type { ServerTools } from './server-tools';

/** One server of the settings. */
export interface IServerEntry {
  connection: Connection;
  tools: ServerTools;
  /** Names that other tools have. */
  clashes: readonly string[];
}

/** What a person is told of a server; nothing secret, nothing that lives. */
export function serverState(
  { connection, tools, clashes }: IServerEntry,
  trans: ITranslator
): IMcpServer {
  const isConnected = connection.status === 'connected';
  const said = connection.client?.getServerVersion();
  return {
    setting: connection.setting,
    host: connection.address?.host ?? connection.setting.url,
    status: connection.status,
    failure: connection.failure,
    protocol: connection.client?.getNegotiatedProtocolVersion(),
    title: said?.title ?? said?.name,
    version: said?.version,
    instructions: connection.instructions || undefined,
    counts: {
      tools: isConnected ? tools.all.length : 0,
      ...(isConnected ? connection.counts : { resources: 0, prompts: 0 })
    },
    notes: isConnected
      ? [
          ...tools.problems,
          ...clashes.map(name =>
            trans.__(
              'Another tool is already called “%1”, so the one of this server is left out.',
              name
            )
          ),
          ...(connection.isMute
            ? [
                trans.__(
                  'Its questions cannot reach you through Jupyter’s proxy, so it was told that it cannot ask. Tools that need an answer say so at once.'
                )
              ]
            : []),
          ...(connection.isBuffered
            ? [
                trans.__(
                  'Jupyter’s proxy passes its answers on only once they are complete, so no progress is shown, and a call may stay silent for up to ten minutes.'
                )
              ]
            : [])
        ]
      : []
  };
}
