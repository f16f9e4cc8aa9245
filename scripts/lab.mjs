/**
 * npm run lab: JupyterLab with Cellwright, on a sample notebook, from a fresh
 * clone. Options after `--` go to JupyterLab:
 *
 *   npm run lab -- --port 9999 --no-browser
 *
 * `--with-mcp` is ours: it also starts a small MCP server, with the weather of the
 * penguins' islands, and adds a notebook that shows how to connect it.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';

import { jupyterHome } from './jupyter-home.mjs';
import { linkExtension, machine, prepareLab, venvPython } from './prepare.mjs';
import { freePort } from './processes.mjs';
import { log, runCommand, SetupError } from './log.mjs';
import { isUp } from './servers.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const scratch = path.join(root, 'scratch');
const SAMPLES = ['penguins.ipynb', 'penguins.csv'];
const WEATHER = 'islands-weather.ipynb';
/** The port in the notebook; another one if it is taken. */
const WEATHER_PORT = 8931;

/** The options for JupyterLab that we need to know too, by their names there. */
const NAMES = {
  port: /^--(?:ServerApp\.)?port(?:=|$)/,
  token: /^--(?:IdentityProvider|ServerApp)\.token(?:=|$)/,
  baseUrl: /^--ServerApp\.base_url(?:=|$)/,
  logs: /^--(?:log-level|debug|\w+\.log_level)(?:=|$)/
};

function readOptions(args) {
  const find = name => args.findIndex(arg => NAMES[name].test(arg));
  const value = name => {
    const [, attached] = args[find(name)]?.split(/=(.*)/) ?? [];
    return find(name) < 0 ? null : (attached ?? args[find(name) + 1]);
  };
  const { DISPLAY, WAYLAND_DISPLAY, BROWSER } = process.env;
  return {
    port: value('port') === null ? null : Number(value('port')),
    token: value('token'),
    baseUrl: `/${value('baseUrl') ?? ''}/`.replace(/\/+/g, '/'),
    withMcp: args.includes('--with-mcp'),
    logs: find('logs') >= 0,
    // Without a display, Python would open a browser in this terminal.
    browser:
      process.platform !== 'linux' ||
      Boolean(DISPLAY || WAYLAND_DISPLAY || BROWSER),
    rest: args.filter(arg => arg !== '--with-mcp')
  };
}

/** Existing files are the person's, and are never overwritten. */
function layOutScratch(samples) {
  fs.mkdirSync(scratch, { recursive: true });
  for (const name of samples) {
    const target = path.join(scratch, name);
    if (!fs.existsSync(target)) {
      log(`Copying the sample ${name} into scratch/.`);
      fs.copyFileSync(path.join(root, 'examples', name), target);
    }
  }
}

/** Starts the sample MCP server. @returns its address. */
async function startWeather() {
  const port = await freePort(WEATHER_PORT);
  const server = spawn(
    process.execPath,
    [path.join(root, 'examples', 'weather-server.mjs'), String(port)],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] }
  );
  process.on('exit', () => server.kill('SIGKILL'));
  await new Promise((resolve, reject) => {
    server.stdout.once('data', resolve);
    server.once('error', reject);
    server.once('exit', code =>
      reject(new SetupError(`The sample MCP server ended (${code}).`))
    );
  });
  // Otherwise it would keep this process running after JupyterLab has ended.
  server.unref();
  server.stdout.unref();
  return `http://127.0.0.1:${port}/mcp`;
}

/**
 * JupyterLab runs in a process group of its own, so that Ctrl-C reaches it only
 * through us: on SIGTERM it shuts down its kernels without asking.
 */
function stopWithUs(server) {
  let stopping = false;
  const stop = () => {
    if (stopping) {
      return;
    }
    stopping = true;
    log('Stopping JupyterLab and its kernels…');
    server.kill('SIGTERM');
    setTimeout(() => server.kill('SIGKILL'), 10_000).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, stop);
  }
  process.on('exit', () => server.kill('SIGKILL'));
  // A signal sent only to npm or its shell does not reach us: it just ends our
  // parent.
  if (process.env.npm_lifecycle_event !== undefined) {
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && stop(), 1000).unref();
  }
  return () => stopping;
}

async function main() {
  const options = readOptions(process.argv.slice(2));
  if (
    options.port !== null &&
    (await freePort(options.port)) !== options.port
  ) {
    throw new SetupError(
      `Port ${options.port} is taken: stop what listens there, or choose another with \`npm run lab -- --port ${options.port + 1}\`.`
    );
  }
  await prepareLab(root);
  linkExtension(root);
  layOutScratch([...SAMPLES, ...(options.withMcp ? [WEATHER] : [])]);

  const port = options.port ?? (await freePort(8888));
  const token = options.token ?? randomBytes(24).toString('hex');
  const base = `http://localhost:${port}${options.baseUrl}`;
  const weather = options.withMcp ? await startWeather() : null;
  const notebook = weather ? WEATHER : SAMPLES[0];
  log('Starting JupyterLab…');
  const server = spawn(
    venvPython(root),
    [
      '-m',
      'jupyterlab',
      ...(options.port === null ? [`--ServerApp.port=${port}`] : []),
      '--ServerApp.port_retries=0',
      `--ServerApp.root_dir=${scratch}`,
      `--LabApp.default_url=/lab/tree/${notebook}`,
      ...(options.logs
        ? []
        : ['--ServerApp.log_level=ERROR', '--LabApp.log_level=ERROR']),
      ...(options.browser ? [] : ['--no-browser']),
      ...(machine().root ? ['--allow-root'] : []),
      ...options.rest
    ],
    {
      cwd: scratch,
      env: jupyterHome(path.join(root, '.jupyter'), token, {
        'cellwright:plugin': { openOnStart: true }
      }),
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: process.platform !== 'win32'
    }
  );
  const isStopping = stopWithUs(server);
  const ended = new Promise(resolve => {
    server.once('error', error => resolve(`${error}`));
    server.once('exit', (code, signal) => resolve(signal ?? code));
  });
  if (await isUp(server, `${base}api`)) {
    log('JupyterLab is running; Ctrl-C stops it. Open this address:');
    console.log(`\n  ${base}lab/tree/${notebook}?token=${token}\n`);
    if (weather) {
      log(
        `The sample MCP server is at ${weather}: add it under Menu → MCP servers, then ask for the weather on Torgersen.`
      );
    }
  }
  const result = await ended;
  if (!isStopping() && result !== 0) {
    throw new SetupError(
      `JupyterLab ended (${result}): what it said stands above. Put that right, or start it with more words: \`npm run lab -- --log-level=INFO\`.`
    );
  }
}

await runCommand(main);
