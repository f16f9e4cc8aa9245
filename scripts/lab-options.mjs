/**
 * The options for JupyterLab that we need to know too. All but the port are
 * passed on unchanged.
 */
const VALUES = {
  port: /^--(?:port|ServerApp\.port)(?:=(.*))?$/,
  token: /^--(?:IdentityProvider|ServerApp)\.token(?:=(.*))?$/,
  baseUrl: /^--ServerApp\.base_url(?:=(.*))?$/,
  logs: /^--(?:log-level|Application\.log_level|ServerApp\.log_level)(?:=(.*))?$/
};

/** Ours only; JupyterLab does not know it. */
const WITH_MCP = '--with-mcp';

/**
 * @param {string[]} args the arguments after `npm run lab --`
 * @param env the environment, which says whether there is a display
 */
export function readLabOptions(args, env, platform = process.platform) {
  const values = {};
  const rest = [];
  for (let i = 0; i < args.length; i++) {
    if (args[i] === WITH_MCP) {
      continue;
    }
    const name = Object.keys(VALUES).find(key => VALUES[key].test(args[i]));
    const attached = name && VALUES[name].exec(args[i])[1];
    const given =
      name && attached === undefined ? [args[i], args[++i]] : [args[i]];
    if (name) {
      values[name] = attached ?? given[1];
    }
    if (name !== 'port') {
      rest.push(...given.filter(part => part !== undefined));
    }
  }
  const port = Number.parseInt(values.port, 10);
  return {
    port: Number.isNaN(port) ? null : port,
    token: values.token ?? null,
    baseUrl: `/${values.baseUrl ?? ''}/`.replace(/\/+/g, '/'),
    /** Whether to start the sample MCP server beside JupyterLab. */
    withMcp: args.includes(WITH_MCP),
    logs: values.logs !== undefined || args.includes('--debug'),
    // Without a display, Python would open a browser in this terminal.
    browser:
      platform !== 'linux' ||
      Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.BROWSER),
    rest
  };
}
