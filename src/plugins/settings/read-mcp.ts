import type { PartialJSONValue } from '@lumino/coreutils';

import type {
  IMcpServerSetting,
  IMcpSettings,
  ITranslator,
  McpAuth
} from '../../contract';
import {
  DEFAULT_MCP,
  DEFAULT_SERVER_TIMEOUT
} from '../../contract/mcp/mcp-settings';
import { isRecord, isText, type SettingsReader } from './settings-reader';

const AUTHS: readonly McpAuth[] = ['none', 'bearer', 'headers', 'oauth'];

/** Longest timeout that can be set, in seconds. */
const MAX_TIMEOUT = 600;
/** A day, in seconds: the longest interval. */
const MAX_INTERVAL = 86_400;

/** The servers, and the settings for all of them. */
export function readMcp(
  read: SettingsReader,
  trans: ITranslator
): IMcpSettings {
  const names = new Set<string>();
  return {
    servers: read
      .items(
        'mcp.servers',
        isServer,
        trans.__('a server’s name and address, and how you sign in to it')
      )
      .map(serverOf)
      .filter(({ name, url }) => {
        const isNew = !names.has(name);
        names.add(name);
        if (!isNew) {
          read.refuse(
            'mcp.servers',
            JSON.stringify({ name, url }),
            trans.__('a name that no other server has')
          );
        }
        return isNew;
      }),
    check: read.flag('mcp.check', DEFAULT_MCP.check),
    toolCheckInterval: read.integer(
      'mcp.toolCheckInterval',
      DEFAULT_MCP.toolCheckInterval,
      10,
      MAX_INTERVAL
    ),
    // Whoever changed the default wanted less to be sent.
    instructions: read.flag('mcp.instructions', DEFAULT_MCP.instructions, false)
  };
}

/**
 * The group `mcp` of the file with the servers changed; anything in it that
 * cannot be read stays.
 *
 * @returns undefined if what is there cannot have servers added to it.
 */
export function serversInSettings(
  raw: unknown,
  change: (servers: readonly IMcpServerSetting[]) => IMcpServerSetting[]
): PartialJSONValue | undefined {
  const group = raw ?? {};
  if (!isRecord(group)) {
    return undefined;
  }
  const list = group.servers ?? [];
  if (!Array.isArray(list)) {
    return undefined;
  }
  return {
    ...group,
    servers: [
      ...change(list.filter(isServer).map(serverOf)).map(plain),
      ...list.filter(each => !isServer(each))
    ]
  } as PartialJSONValue;
}

/** A server as the settings may contain it: name and address are enough. */
type IStoredServer = Pick<IMcpServerSetting, 'name' | 'url'> &
  Partial<IMcpServerSetting>;

function isServer(value: unknown): value is IStoredServer {
  return (
    isRecord(value) &&
    isText(value.name) &&
    value.name.trim() !== '' &&
    isText(value.url) &&
    (value.auth === undefined || AUTHS.some(each => each === value.auth)) &&
    isTexts(value.headers) &&
    (value.clientId === undefined || isText(value.clientId)) &&
    (value.enabled === undefined || typeof value.enabled === 'boolean') &&
    isTimeout(value.timeout) &&
    isTexts(value.disabledTools)
  );
}

function isTexts(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.every(isText));
}

function isTimeout(value: unknown): boolean {
  return (
    value === undefined ||
    (typeof value === 'number' && value >= 1 && value <= MAX_TIMEOUT)
  );
}

function serverOf(stored: IStoredServer): IMcpServerSetting {
  return {
    name: stored.name.trim(),
    url: stored.url.trim(),
    auth: stored.auth ?? 'none',
    headers: stored.headers ?? [],
    ...(stored.clientId?.trim() && { clientId: stored.clientId.trim() }),
    enabled: stored.enabled ?? true,
    timeout: stored.timeout ?? DEFAULT_SERVER_TIMEOUT,
    ...(stored.disabledTools?.length && { disabledTools: stored.disabledTools })
  };
}

/** Settings are JSON that a person reads, so defaults are left out. */
function plain(setting: IMcpServerSetting): PartialJSONValue {
  const { name, url, auth, headers, clientId } = setting;
  const { enabled, timeout, disabledTools } = setting;
  return {
    name,
    url,
    ...(auth !== 'none' && { auth }),
    ...(headers.length > 0 && { headers: [...headers] }),
    ...(clientId && { clientId }),
    ...(!enabled && { enabled }),
    ...(timeout !== DEFAULT_SERVER_TIMEOUT && { timeout }),
    ...(disabledTools?.length && { disabledTools: [...disabledTools] })
  };
}
