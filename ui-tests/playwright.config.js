const fs = require('node:fs');
const path = require('node:path');
const base = require('@jupyterlab/galata/lib/playwright-config');

const root = path.resolve(__dirname, '..');
const port = Number(process.env.CELLWRIGHT_PORT ?? 8895);
const llmPort = Number(process.env.CELLWRIGHT_LLM_PORT ?? 8896);
const server = `http://localhost:${port}`;
// Programs that `npm test` installs, in front of those of the machine.
const programs = path.join(root, '.venv', 'libraries', 'bin');
const report = process.env.CELLWRIGHT_GALATA_REPORT;
const python =
  process.platform === 'win32'
    ? path.join(root, '.venv', 'Scripts', 'python.exe')
    : path.join(root, '.venv', 'bin', 'python');

// Jupyter's own files of a test run, apart from the person's and from those of
// the run before. Only the main process clears them: workers read this file too.
const jupyter = path.join(root, '.jupyter', 'ui-tests');
if (process.env.TEST_WORKER_INDEX === undefined) {
  fs.rmSync(jupyter, { recursive: true, force: true });
}

module.exports = {
  ...base,
  testDir: path.join(__dirname, 'tests'),
  outputDir: path.join(__dirname, 'test-results'),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // One server and two cores: more workers make the timing unsteady.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ...(report ? [['json', { outputFile: report }]] : [])],
  use: {
    ...base.use,
    baseURL: server,
    viewport: { width: 1280, height: 800 },
    video: 'off',
    // Recording takes a fifth of the time: `--trace on` where it is needed.
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      // Chromium's sandbox refuses to start for root.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : []
    }
  },
  webServer: [
    {
      command: `"${python}" -m jupyterlab --config jupyter_server_test_config.py`,
      cwd: __dirname,
      url: `${server}/lab`,
      timeout: 120_000,
      reuseExistingServer: false,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
      env: {
        CELLWRIGHT_PORT: String(port),
        PATH: [programs, process.env.PATH].join(path.delimiter),
        JUPYTER_CONFIG_DIR: path.join(jupyter, 'config'),
        JUPYTER_DATA_DIR: path.join(jupyter, 'data'),
        JUPYTER_RUNTIME_DIR: path.join(jupyter, 'runtime'),
        JUPYTERLAB_SETTINGS_DIR: path.join(jupyter, 'settings'),
        IPYTHONDIR: path.join(jupyter, 'ipython'),
        JUPYTER_PREFER_ENV_PATH: '1'
      }
    },
    {
      command: `"${process.execPath}" llm/server.mjs`,
      cwd: __dirname,
      url: `http://127.0.0.1:${llmPort}/health`,
      timeout: 20_000,
      reuseExistingServer: false,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 2000 },
      env: { CELLWRIGHT_LLM_PORT: String(llmPort) }
    }
  ]
};
