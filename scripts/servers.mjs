/** The servers that a benchmark, an evaluation and pictures run against. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

import { jupyterHome } from './jupyter-home.mjs';
import { linkExtension, pythonOf } from './prepare.mjs';
import { freePort } from './processes.mjs';
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
 * JupyterLab with Cellwright on a folder.
 *
 * @param settings by plugin id.
 * @param how the virtual environment and arguments, if not the usual ones.
 * @returns `{base, token}`
 */
export async function serveFolder(root, place, settings = {}, how = {}) {
  const { home, files, stops } = place;
  const { venv = path.join(root, '.venv'), args = [] } = how;
  linkExtension(root, venv);
  const port = await freePort();
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
      ...(process.getuid?.() === 0 ? ['--allow-root'] : []),
      ...args
    ],
    { cwd: files, env: jupyterHome(home, token, settings) },
    `${base}/api`
  );
  return { base, token };
}

/** The scripted model: `{base, script, requests}`. */
export async function startModel(root, stops) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  await start(
    stops,
    process.execPath,
    [path.join(root, 'ui-tests/llm/server.mjs')],
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

/** Starts a program, which `stops` ends, and waits until `address` answers. */
export async function start(stops, command, args, options, address) {
  const child = spawn(command, args, {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe']
  });
  const words = [];
  child.stderr.on('data', chunk => words.push(chunk));
  const ended = new Promise(resolve => child.once('exit', resolve));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  stops.push(async () => {
    child.kill('SIGTERM');
    const hurry = setTimeout(kill, 10_000);
    await ended;
    clearTimeout(hurry);
    process.off('exit', kill);
  });
  if (!(await isUp(child, address, Date.now() + START_TIMEOUT))) {
    process.stderr.write(Buffer.concat(words));
    throw new SetupError(
      `${path.basename(command)} did not start; what it said stands above.`
    );
  }
}

/** Waits until `address` answers; false if the program has ended before. */
export async function isUp(child, address, deadline = Infinity) {
  while (
    child.exitCode === null &&
    child.signalCode === null &&
    Date.now() < deadline
  ) {
    try {
      const signal = AbortSignal.timeout(2000);
      // The proxy of a hub answers with an error until the hub is there.
      if ((await fetch(address, { signal })).ok) {
        return true;
      }
    } catch {
      // Nobody listens yet.
    }
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  return false;
}
