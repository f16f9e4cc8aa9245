import type { IManagedServer } from '../../contract';

/** Servers in an `mcp.json` of another agent. */
interface IMcpConfig {
  /** Those a page can talk to, with their headers. */
  http: { name: string; url: string; headers: Record<string, string> }[];
  /** Programs. */
  stdio: Extract<IManagedServer, { kind: 'stdio' }>[];
}

/** Maximum number of servers that are listed. */
const MAX_SERVERS = 50;

/**
 * Reads what other agents keep their servers in: `mcp.json`,
 * `claude_desktop_config.json`, the settings of VS Code.
 *
 * @returns null if it names no server.
 */
export function readMcpConfig(text: string): IMcpConfig | null {
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch {
    // Still being written, or something else.
    return null;
  }
  const { mcpServers, servers, mcp } = recordOf(config);
  const given = recordOf(mcpServers ?? servers ?? recordOf(mcp).servers);
  const found: IMcpConfig = { http: [], stdio: [] };
  for (const [name, entry] of Object.entries(given).slice(0, MAX_SERVERS)) {
    const { url, serverUrl, command, args, env, headers } = recordOf(entry);
    const address = url ?? serverUrl;
    if (typeof address === 'string') {
      found.http.push({ name, url: address, headers: textsOf(headers) });
    } else if (typeof command === 'string') {
      found.stdio.push({
        kind: 'stdio',
        name,
        command,
        args: Array.isArray(args) ? args.map(String) : [],
        env: Object.keys(recordOf(env)),
        enabled: true
      });
    }
  }
  return found.http.length + found.stdio.length > 0 ? found : null;
}

function textsOf(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(recordOf(value)).map(([name, text]) => [name, String(text)])
  );
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)
    : {};
}
