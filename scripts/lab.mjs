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
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';

import {
  IS_ROOT,
  ROOT,
  VENV,
  linkExtension,
  prepareLab,
  pythonOf
} from './prepare.mjs';
import { log, runCommand, SetupError } from './log.mjs';
import { jupyterHome } from './servers.mjs';

const scratch = path.join(ROOT, 'scratch');
const SAMPLES = ['penguins.ipynb', 'penguins.csv'];
const WEATHER = 'islands-weather.ipynb';
/** The port in the notebook. */
const WEATHER_PORT = 8931;

/** Existing files are the person's, and are never overwritten. */
function layOutScratch(samples) {
  fs.mkdirSync(scratch, { recursive: true });
  for (const name of samples) {
    const target = path.join(scratch, name);
    if (!fs.existsSync(target)) {
      log(`Copying the sample ${name} into scratch/.`);
      fs.copyFileSync(path.join(ROOT, 'examples', name), target);
    }
  }
}

/** Starts the sample MCP server. */
function startWeather() {
  const server = spawn(
    process.execPath,
    [path.join(ROOT, 'examples', 'weather-server.mjs'), String(WEATHER_PORT)],
    { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] }
  );
  process.on('exit', () => server.kill('SIGKILL'));
  // Otherwise it would keep this process running after JupyterLab has ended.
  server.unref();
  log(
    `The sample MCP server is at http://127.0.0.1:${WEATHER_PORT}/mcp: add it under Menu → MCP servers, then ask for the weather on Torgersen.`
  );
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
  const args = process.argv.slice(2).filter(arg => arg !== '--with-mcp');
  const hasMcp = process.argv.includes('--with-mcp');
  const asksForLog = args.some(arg => /^--(debug$|.*log.level)/.test(arg));
  // Without a display, Python would open a browser in this terminal.
  const { DISPLAY, WAYLAND_DISPLAY, BROWSER } = process.env;
  const hasBrowser =
    process.platform !== 'linux' || DISPLAY || WAYLAND_DISPLAY || BROWSER;
  await prepareLab();
  linkExtension();
  layOutScratch([...SAMPLES, ...(hasMcp ? [WEATHER] : [])]);
  const notebook = hasMcp ? WEATHER : SAMPLES[0];
  if (hasMcp) {
    startWeather();
  }
  log('Starting JupyterLab; it says which address to open. Ctrl-C stops it.');
  const server = spawn(
    pythonOf(VENV),
    [
      '-m',
      'jupyterlab',
      `--ServerApp.root_dir=${scratch}`,
      `--LabApp.default_url=/lab/tree/${notebook}`,
      ...(asksForLog
        ? []
        : ['--ServerApp.log_level=ERROR', '--LabApp.log_level=ERROR']),
      ...(hasBrowser ? [] : ['--no-browser']),
      ...(IS_ROOT ? ['--allow-root'] : []),
      ...args
    ],
    {
      cwd: scratch,
      env: jupyterHome(path.join(ROOT, '.jupyter'), { openOnStart: true }),
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: process.platform !== 'win32'
    }
  );
  const ended = once(server, 'exit');
  const isStopping = stopWithUs(server);
  const [code] = await ended;
  if (!isStopping() && code !== 0) {
    throw new SetupError(
      'JupyterLab ended: what it said stands above. Put that right, or start it with more words: `npm run lab -- --log-level=INFO`.'
    );
  }
}

await runCommand(main);
