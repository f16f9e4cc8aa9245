const fs = require('node:fs');
const path = require('node:path');
const base = require('@jupyterlab/galata/lib/playwright-config');

const root = path.resolve(__dirname, '..');
// One Jupyter server per worker, so that none sees the kernels of another, and
// one scripted model for all: each test has a script of its own.
const ports = (process.env.CELLWRIGHT_PORTS ?? '8895,8897')
  .split(',')
  .map(Number);
const llmPort = Number(process.env.CELLWRIGHT_LLM_PORT ?? 8896);
// The index of this worker; set only in workers.
const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0);
// Programs that `npm test` installs, before those of the machine.
const programs = path.join(root, '.venv', 'libraries', 'bin');
const report = process.env.CELLWRIGHT_GALATA_REPORT;
const python =
  process.platform === 'win32'
    ? path.join(root, '.venv', 'Scripts', 'python.exe')
    : path.join(root, '.venv', 'bin', 'python');

// Jupyter's own files of a test run, separate from the person's and from those
// of the previous run. Only the main process clears them, because workers load
// this file too.
const jupyter = path.join(root, '.jupyter', 'ui-tests');
if (process.env.TEST_WORKER_INDEX === undefined) {
  fs.rmSync(jupyter, { recursive: true, force: true });
}

module.exports = {
  ...base,
  testDir: path.join(__dirname, 'tests'),
  outputDir: path.join(__dirname, 'test-results'),
  // Long enough for a slow test on a busy machine; a test that hangs still
  // fails.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // A test spends half of its time waiting: for its kernel, the page, the
  // server.
  workers: ports.length,
  // Parallel by file; files whose tests may run in parallel say so themselves.
  fullyParallel: false,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ...(report ? [['json', { outputFile: report }]] : [])],
  use: {
    ...base.use,
    baseURL: serverAt(ports[worker]),
    viewport: { width: 1280, height: 800 },
    video: 'off',
    // Recording takes a fifth of the time: use `--trace on` when it is needed.
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      // Chromium's sandbox does not start for root.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : []
    }
  },
  webServer: [
    ...ports.map((port, index) => ({
      command: `"${python}" -m jupyterlab --config jupyter_server_test_config.py`,
      cwd: __dirname,
      url: `${serverAt(port)}/lab`,
      timeout: 300_000,
      reuseExistingServer: false,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
      env: {
        CELLWRIGHT_PORT: String(port),
        PATH: [programs, process.env.PATH].join(path.delimiter),
        ...homeOf(index)
      }
    })),
    {
      command: `"${process.execPath}" llm/server.mjs`,
      cwd: __dirname,
      url: `http://127.0.0.1:${llmPort}/health`,
      timeout: 300_000,
      reuseExistingServer: false,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 2000 },
      env: { CELLWRIGHT_LLM_PORT: String(llmPort) }
    }
  ],
  // For tests that start or contact servers themselves.
  metadata: { port: ports[worker], llmPort, worker }
};

function serverAt(port) {
  return `http://localhost:${port}`;
}

/** Jupyter's own folders of a worker. */
function homeOf(index) {
  const home = path.join(jupyter, String(index));
  return {
    JUPYTER_CONFIG_DIR: path.join(home, 'config'),
    JUPYTER_DATA_DIR: path.join(home, 'data'),
    JUPYTER_RUNTIME_DIR: path.join(home, 'runtime'),
    JUPYTERLAB_SETTINGS_DIR: path.join(home, 'settings'),
    IPYTHONDIR: path.join(home, 'ipython'),
    JUPYTER_PREFER_ENV_PATH: '1'
  };
}
