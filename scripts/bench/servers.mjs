/**
 * The servers that a benchmark runs against, each in a temporary folder of its
 * own.
 */
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';

import { jupyterHome } from '../jupyter-home.mjs';
import { venvPython } from '../prepare.mjs';
import { freePort } from '../processes.mjs';
import { Trouble } from '../say.mjs';

/** The sample notebook beside its table, and nothing else. */
export const ALONE = 'alone/penguins.ipynb';

/** The same, for another job. */
export const CONNECTED = 'connected/penguins.ipynb';

/** A notebook in progress, in a folder where every tool is useful. */
export const CROWDED = 'crowded/penguins.ipynb';

/** A notebook of ten short cells. */
export const TEN = 'ten.ipynb';

/** Another one like it, with a kernel of its own. */
export const TEN_TOO = 'ten-too.ipynb';

/** A notebook of 3,000 short cells. */
export const LARGE = 'large.ipynb';

/** Files in the folder of `MANY_FILES`. */
export const FILES = 5000;

/** A notebook beside these files. */
export const MANY_FILES = 'files/ten.ipynb';

/** ms that a server may take to start. */
const START_TIMEOUT = 60_000;

/**
 * JupyterLab on a copy of the sample notebook. The two that are compared have
 * the same extensions, except for ours.
 *
 * @returns `{base, token, stop}`
 */
export async function startLab(
  root,
  home,
  { ours, settings = {}, large = false }
) {
  const files = path.join(home, 'files');
  for (const place of ['', 'alone', 'connected', 'crowded']) {
    fs.mkdirSync(path.join(files, place), { recursive: true });
    for (const name of ['penguins.ipynb', 'penguins.csv']) {
      fs.copyFileSync(
        path.join(root, 'examples', name),
        path.join(files, place, name)
      );
    }
  }
  crowd(root, path.join(files, 'crowded'));
  fs.copyFileSync(
    path.join(files, 'penguins.ipynb'),
    path.join(files, 'another.ipynb')
  );
  for (const name of [TEN, TEN_TOO]) {
    fs.writeFileSync(path.join(files, name), notebookOf(root, 10));
  }
  if (large) {
    fs.writeFileSync(path.join(files, LARGE), notebookOf(root, 3000));
    fs.mkdirSync(path.join(files, 'files'));
    fs.writeFileSync(path.join(files, MANY_FILES), notebookOf(root, 10));
    for (let at = 0; at < FILES; at++) {
      fs.writeFileSync(
        path.join(files, 'files', `table ${at}.csv`),
        'a,b\n1,2'
      );
    }
  }
  return serveFolder(root, home, files, { ours, settings });
}

/** JupyterLab on a folder. @returns `{base, token, stop}` */
export async function serveFolder(root, home, files, { ours, settings }) {
  const port = await freePort();
  const token = randomBytes(24).toString('hex');
  const base = `http://localhost:${port}`;
  const stop = await start(
    venvPython(root),
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
      `--LabServerApp.labextensions_path=${labExtensions(root, home, ours)}`,
      ...(process.getuid?.() === 0 ? ['--allow-root'] : [])
    ],
    {
      cwd: files,
      env: jupyterHome(home, token, settings)
    },
    `${base}/api`
  );
  return { base, token, stop };
}

/** A notebook of this many short cells, with the sample's metadata, as text. */
function notebookOf(root, length) {
  const sample = path.join(root, 'examples', 'penguins.ipynb');
  const content = JSON.parse(fs.readFileSync(sample, 'utf8'));
  content.cells = Array.from({ length }, (_, at) => ({
    id: `cell-${at}`,
    cell_type: 'code',
    source: `x = ${at}`,
    metadata: {},
    outputs: [],
    execution_count: null
  }));
  return JSON.stringify(content);
}

/**
 * Adds another notebook, text, a folder and a large file; and cells, as if work
 * were in progress.
 */
function crowd(root, folder) {
  const notebook = path.join(folder, 'penguins.ipynb');
  fs.copyFileSync(notebook, path.join(folder, 'another.ipynb'));
  fs.mkdirSync(path.join(folder, 'src'));
  fs.writeFileSync(path.join(folder, 'notes.md'), 'Notes.');
  const table = path.join(folder, 'large.parquet');
  fs.closeSync(fs.openSync(table, 'w'));
  fs.truncateSync(table, 900_000_000);
  const content = JSON.parse(fs.readFileSync(notebook, 'utf8'));
  for (let at = 0; at < 60; at++) {
    content.cells.push({
      id: cellId(at),
      cell_type: 'code',
      source: `x = ${at}`,
      metadata: {},
      outputs: [],
      execution_count: null
    });
  }
  fs.writeFileSync(notebook, JSON.stringify(content));
}

/** An id in JupyterLab's format, the same in each round. */
function cellId(at) {
  const hash = createHash('sha256').update(`cell ${at}`).digest('hex');
  return [0, 8, 12, 16, 20]
    .map((from, part) => hash.slice(from, from + [8, 4, 4, 4, 12][part]))
    .join('-');
}

/** The scripted model: `{base, script, requests, stop}`. */
export async function startModel(root) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const stop = await start(
    process.execPath,
    [path.join(root, 'ui-tests/llm/server.mjs')],
    { env: { ...process.env, CELLWRIGHT_LLM_PORT: String(port) } },
    `${base}/health`
  );
  const address = `${base}/scripts/bench`;
  return {
    base: `${base}/s/bench/v1`,
    script: (steps, more = {}) =>
      fetch(address, {
        method: 'PUT',
        body: JSON.stringify({ steps, ...more })
      }),
    requests: async () => (await fetch(`${address}/requests`)).json(),
    stop
  };
}

/**
 * A folder that links to every extension of the environment, with or without
 * ours.
 */
function labExtensions(root, home, ours) {
  const folder = path.join(home, 'labextensions');
  fs.mkdirSync(folder);
  const installed = path.join(root, '.venv/share/jupyter/labextensions');
  for (const name of fs.readdirSync(installed)) {
    if (name !== 'cellwright') {
      const target = path.join(installed, name);
      fs.symlinkSync(target, path.join(folder, name), 'junction');
    }
  }
  if (ours) {
    const target = path.join(root, 'cellwright/labextension');
    fs.symlinkSync(target, path.join(folder, 'cellwright'), 'junction');
  }
  return folder;
}

/**
 * Starts a program and waits until `address` answers. @returns a function that
 * stops it.
 */
async function start(command, args, options, address) {
  const child = spawn(command, args, {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe']
  });
  const words = [];
  child.stderr.on('data', chunk => words.push(chunk));
  const ended = new Promise(resolve => child.once('close', resolve));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    child.kill('SIGTERM');
    const hurry = setTimeout(kill, 10_000);
    await ended;
    clearTimeout(hurry);
    process.off('exit', kill);
  };
  const deadline = Date.now() + START_TIMEOUT;
  while (Date.now() < deadline && child.exitCode === null) {
    try {
      await fetch(address, { signal: AbortSignal.timeout(2000) });
      return stop;
    } catch {
      // Not up yet.
      await new Promise(resolve => setTimeout(resolve, 100));
    }
  }
  await stop();
  process.stderr.write(Buffer.concat(words));
  throw new Trouble(
    `${path.basename(command)} did not start for the benchmark; what it said stands above.`
  );
}
