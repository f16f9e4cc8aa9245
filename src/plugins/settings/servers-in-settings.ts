import type { PartialJSONValue } from '@lumino/coreutils';

import type { IMcpServerSetting } from '../../contract';
import { MCP_SERVER } from '../../contract/agent/agent-settings';
import { DEFAULT_SERVER_TIMEOUT } from '../../contract/mcp/mcp-settings';
import { isRecord } from './read-settings';

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
  const read = list.map(each => MCP_SERVER.safeParse(each));
  return {
    ...group,
    servers: [
      ...change(read.flatMap(({ data }) => data ?? [])).map(plain),
      ...list.filter((_, index) => !read[index].success)
    ]
  } as PartialJSONValue;
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
