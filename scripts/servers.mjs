/** The servers that environments, a benchmark, an evaluation and pictures run against. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { IS_ROOT, ROOT, VENV, linkExtension, pythonOf } from './prepare.mjs';
import { freePorts } from './processes.mjs';
import { SetupError } from './log.mjs';

/** ms that a server may take to start. */
const START_TIMEOUT = 60_000;

/**
 * Works in a folder, `home` with `files` in it, that is removed in the end, when
 * what `stops` holds was called, the last first.
 */
export async function inTempFolder(name, work) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), `cellwright-${name}-`));
  const files = path.join(home, 'files');
  fs.mkdirSync(files);
  const stops = [];
  try {
    return await work({ home, files, stops });
  } finally {
    for (const stop of stops.reverse()) {
      await stop();
    }
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

const PYTHON = {
  name: 'python3',
  display_name: 'Python 3',
  language: 'python'
};

export function writeNotebook(file, cells = [], kernelspec = PYTHON) {
  const notebook = { cells, metadata: { kernelspec }, nbformat: 4 };
  fs.writeFileSync(file, JSON.stringify({ ...notebook, nbformat_minor: 5 }));
}

/**
 * Settings with a model's server, as if the person had already been told what is
 * sent, and to whom.
 */
export function settingsWith(baseUrl, model, more) {
  return {
    disclosed: [`${new URL(baseUrl).host} ${model.provider}`],
    model: { ...model, baseUrl },
    ...more
  };
}

/**
 * Makes a home for JupyterLab, separate from the person's own, with Cellwright's
 * initial settings. @returns the environment variables that make it use that.
 */
export function jupyterHome(home, settings = {}) {
  const config = path.join(home, 'config');
  const overrides = path.join(config, 'labconfig');
  fs.mkdirSync(overrides, { recursive: true });
  fs.writeFileSync(
    path.join(overrides, 'default_setting_overrides.json'),
    JSON.stringify({
      'cellwright:plugin': settings,
      '@jupyterlab/apputils-extension:notification': {
        fetchNews: 'false',
        checkForUpdates: false
      }
    })
  );
  const env = {
    ...process.env,
    JUPYTER_CONFIG_DIR: config,
    JUPYTER_DATA_DIR: path.join(home, 'data'),
    JUPYTER_RUNTIME_DIR: path.join(home, 'runtime'),
    JUPYTERLAB_SETTINGS_DIR: path.join(home, 'settings'),
    JUPYTERLAB_WORKSPACES_DIR: path.join(home, 'workspaces'),
    IPYTHONDIR: path.join(home, 'ipython'),
    // Prefers the kernel and the extension in .venv to those of the machine.
    JUPYTER_PREFER_ENV_PATH: '1'
  };
  for (const name of [
    'JUPYTER_PATH',
    'JUPYTER_CONFIG_PATH',
    'PYTHONPATH',
    'PYTHONHOME'
  ]) {
    delete env[name];
  }
  return env;
}

/**
 * JupyterLab with Cellwright on a folder.
 *
 * @param how the virtual environment and arguments, if not the usual ones.
 * @returns `{base, token}`
 */
export async function serveFolder({ home, files, stops }, settings, how = {}) {
  const { venv = VENV, args = [] } = how;
  linkExtension(ROOT, venv);
  const [port] = await freePorts(1);
  const token = randomBytes(24).toString('hex');
  const base = `http://localhost:${port}`;
  await start(
    stops,
    pythonOf(venv),
    [
      '-m',
      'jupyterlab',
      '--no-browser',
      `--ServerApp.port=${port}`,
      '--ServerApp.port_retries=0',
      `--ServerApp.root_dir=${files}`,
      '--ServerApp.log_level=ERROR',
      '--LabApp.log_level=ERROR',
      '--LabApp.expose_app_in_browser=True',
      ...(IS_ROOT ? ['--allow-root'] : []),
      ...args
    ],
    {
      cwd: files,
      env: { ...jupyterHome(home, settings), JUPYTER_TOKEN: token }
    },
    `${base}/api`
  );
  return { base, token };
}

/** The scripted model: `{base, script, requests}`. */
export async function startModel(stops) {
  const [port] = await freePorts(1);
  const base = `http://127.0.0.1:${port}`;
  await start(
    stops,
    process.execPath,
    [path.join(ROOT, 'ui-tests/llm/server.mjs')],
    { env: { ...process.env, CELLWRIGHT_LLM_PORT: String(port) } },
    `${base}/health`
  );
  const address = `${base}/scripts/bench`;
  return {
    base: `${base}/s/bench/v1`,
    script: steps =>
      fetch(address, { method: 'PUT', body: JSON.stringify({ steps }) }),
    requests: async () => (await fetch(`${address}/requests`)).json()
  };
}

/**
 * Starts a program, which `stops` ends, and waits until `address` answers; with
 * the option `detached`, all that it has started ends with it.
 */
export async function start(stops, command, args, options, address) {
  const child = spawn(command, args, {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe']
  });
  let words = '';
  let isOver = false;
  child.stderr.on('data', chunk => (words += chunk));
  child.once('error', error => (words += error));
  const ended = new Promise(resolve => child.once('close', resolve)).then(
    () => (isOver = true)
  );
  const end = signal =>
    isOver || !options.detached
      ? child.kill(signal)
      : process.kill(-child.pid, signal);
  const kill = () => end('SIGKILL');
  process.once('exit', kill);
  stops.push(async () => {
    end('SIGTERM');
    const hurry = setTimeout(kill, 10_000);
    await ended;
    clearTimeout(hurry);
    process.off('exit', kill);
  });
  const deadline = Date.now() + START_TIMEOUT;
  while (!(await answers(address))) {
    if (isOver || Date.now() > deadline) {
      throw new SetupError(
        `${path.basename(command)} did not start. It said:\n${words}`
      );
    }
    await sleep(100);
  }
}

function answers(address) {
  return fetch(address, { signal: AbortSignal.timeout(2000) }).then(
    // The proxy of a hub answers with an error until the hub is there.
    ({ ok }) => ok,
    () => false
  );
}
