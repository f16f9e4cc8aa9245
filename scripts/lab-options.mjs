/** The options for JupyterLab that we need to know too, by their names there. */
const NAMES = {
  port: /^--(?:ServerApp\.)?port(?:=|$)/,
  token: /^--(?:IdentityProvider|ServerApp)\.token(?:=|$)/,
  baseUrl: /^--ServerApp\.base_url(?:=|$)/,
  logs: /^--(?:log-level|debug|\w+\.log_level)(?:=|$)/
};

/** Ours only; JupyterLab does not know it. */
const WITH_MCP = '--with-mcp';

/**
 * @param {string[]} args the arguments after `npm run lab --`
 * @param env the environment, which says whether there is a display
 */
export function readLabOptions(args, env, platform = process.platform) {
  const find = name => args.findIndex(arg => NAMES[name].test(arg));
  const value = name => {
    const [, attached] = args[find(name)]?.split(/=(.*)/) ?? [];
    return find(name) < 0 ? null : (attached ?? args[find(name) + 1]);
  };
  return {
    port: value('port') === null ? null : Number(value('port')),
    token: value('token'),
    baseUrl: `/${value('baseUrl') ?? ''}/`.replace(/\/+/g, '/'),
    /** Whether to start the sample MCP server beside JupyterLab. */
    withMcp: args.includes(WITH_MCP),
    logs: find('logs') >= 0,
    // Without a display, Python would open a browser in this terminal.
    browser:
      platform !== 'linux' ||
      Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.BROWSER),
    rest: args.filter(arg => arg !== WITH_MCP)
  };
}
