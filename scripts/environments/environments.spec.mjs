/**
 * The same short job wherever Jupyter runs: a cell is proposed, its card is
 * there again after a reload, it is approved and runs; another is stopped.
 *
 * What is not on the machine is skipped; under CI it fails.
 */
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { promisify } from 'node:util';

import { expect, test as base } from '@playwright/test';
import { rspack } from '@rspack/core';

import {
  inTempFolder,
  jupyterHome,
  serveFolder,
  settingsWith,
  start,
  startModel,
  writeNotebook
} from '../servers.mjs';
import {
  ROOT,
  VENV,
  aptInstall,
  linkExtension,
  makeOtherVenv,
  pythonOf
} from '../prepare.mjs';
import { freePorts, run } from '../processes.mjs';
import { openFirefox, openWebKit } from './browsers.mjs';

/** What the job runs in a kernel: `add` prints 42, `wait` takes a minute. */
const PYTHON = {
  add: 'print(6 * 7)',
  wait: 'import time\nfor _ in range(600): time.sleep(0.1)'
};
const R = {
  kernel: { name: 'ir', display_name: 'R', language: 'R' },
  add: 'print(6 * 7)',
  wait: 'for (i in 1:600) Sys.sleep(0.1)'
};
// Nothing can interrupt a kernel in the page: the person is told to restart it.
const PYODIDE = {
  kernel: { name: 'python', display_name: 'Pyodide', language: 'python' },
  add: 'print(6 * 7)',
  wait: 'while True: pass',
  isStuck: true
};
const JAVASCRIPT = {
  kernel: { name: 'javascript', display_name: 'JS', language: 'javascript' },
  add: 'console.log(6 * 7)',
  wait: 'for (;;);',
  isStuck: true
};

const test = base.extend({
  /** Folders of the test's own, and what is stopped at its end. */
  // eslint-disable-next-line no-empty-pattern -- Playwright wants it so.
  place: ({}, use) => inTempFolder('elsewhere', use),
  model: async ({ place }, use) => use(await startModel(place.stops)),
  settings: ({ model }, use) =>
    use(
      settingsWith(
        model.base,
        { provider: 'compatible', model: 'scripted' },
        { openOnStart: true }
      )
    ),
  /** Does the job on a server, in a browser's page. */
  jobOnServer: ({ place, model, settings }, use) =>
    use(async (page, { language = PYTHON, loads, ...how } = {}) => {
      writeJob(place, language);
      const { base, token } = await serveFolder(place, settings, how);
      const address = `${base}/lab/tree/job.ipynb?token=${token}`;
      await job(page, address, model, language, loads);
    }),
  /** Does it in a site without any server, built with the extension in it. */
  jobInLite: ({ page, place, model, settings }, use) =>
    use(async language => {
      const { home, files, stops } = place;
      const python = pythonOf(await otherVenv());
      writeJob(place, language);
      const site = path.join(home, 'lite');
      fs.mkdirSync(site, { recursive: true });
      fs.writeFileSync(
        path.join(site, 'overrides.json'),
        JSON.stringify({ 'cellwright:plugin': settings })
      );
      const { code } = await run(
        python,
        ['-m', 'jupyterlite_core.app', 'build', '--contents', files],
        { cwd: site, silent: true }
      );
      expect(code).toBe(0);
      const [port] = await freePorts(1);
      const base = `http://127.0.0.1:${port}`;
      await start(
        stops,
        python,
        ['-m', 'http.server', String(port), '--bind', '127.0.0.1'],
        { cwd: path.join(site, '_output') },
        base
      );
      await job(page, `${base}/lab/index.html?path=job.ipynb`, model, language);
    })
});

/** A notebook with the language's kernel. */
function writeJob({ files }, { kernel }) {
  writeNotebook(path.join(files, 'job.ipynb'), [], kernel);
}

async function otherVenv() {
  const venv = await makeOtherVenv('environments');
  linkExtension(ROOT, venv);
  return venv;
}

/** Debian's packages for what a package registry does not bring. */
async function needs(file, ...packages) {
  if (!fs.existsSync(file)) {
    await aptInstall(...packages);
  }
  skipUnless(fs.existsSync(file), `${file} is not on this machine`);
}

function skipUnless(isThere, sentence) {
  test.skip(!isThere && !process.env.CI, sentence);
  expect(isThere, sentence).toBe(true);
}

for (const [name, requirements] of [
  ['JupyterLab 4.2', 'lab42'],
  ['JupyterLab 4.7', 'lab47']
]) {
  test(name, async ({ page, jobOnServer }) => {
    const venv = await makeOtherVenv(requirements);
    await jobOnServer(page, { venv });
    const { output } = await run(
      pythonOf(venv),
      ['-m', 'jupyter', 'labextension', 'list'],
      { silent: true }
    );
    expect(output).toMatch(/cellwright v\S+ \S*enabled\S* \S*OK/);
  });
}

test('R', async ({ page, jobOnServer }) => {
  await needs('/usr/lib/R/site-library/IRkernel', 'r-cran-irkernel');
  await jobOnServer(page, { language: R });
});

test('kernel gateway', async ({ page, place, jobOnServer }) => {
  const venv = await otherVenv();
  const [port] = await freePorts(1);
  const gateway = `http://127.0.0.1:${port}`;
  await start(
    place.stops,
    pythonOf(venv),
    ['-m', 'kernel_gateway', `--KernelGatewayApp.port=${port}`],
    { cwd: place.home },
    `${gateway}/api`
  );
  // Chromium refuses a gateway's first connection, for it names no protocol;
  // that one stays half open under the same identity, and the kernel may answer
  // it instead of the one that JupyterLab opens next.
  await jobOnServer(page, {
    args: [`--GatewayClient.url=${gateway}`],
    loads: 5
  });
});

/** Two users: what one is asked, the other never sees. */
test('JupyterHub', async ({ page, place, model, settings }) => {
  const { home, files, stops } = place;
  const python = pythonOf(await otherVenv());
  writeJob(place, PYTHON);
  const [port, hub, proxy] = await freePorts(3);
  const config = path.join(home, 'jupyterhub_config.py');
  const env = jupyterHome(home, settings);
  env.PATH = [
    path.dirname(python),
    path.join(ROOT, 'node_modules/.bin'),
    env.PATH
  ].join(path.delimiter);
  fs.writeFileSync(
    config,
    [
      `c.JupyterHub.bind_url = 'http://127.0.0.1:${port}'`,
      `c.JupyterHub.hub_port = ${hub}`,
      `c.ConfigurableHTTPProxy.api_url = 'http://127.0.0.1:${proxy}'`,
      `c.JupyterHub.spawner_class = 'simple'`,
      `c.JupyterHub.authenticator_class = 'dummy'`,
      `c.Authenticator.allow_all = True`,
      `c.SimpleLocalProcessSpawner.home_dir_template = ${JSON.stringify(files)}`,
      // How long a user's server may take to end, in s, once the hub ends.
      `c.SimpleLocalProcessSpawner.interrupt_timeout = 1`,
      `c.SimpleLocalProcessSpawner.term_timeout = 2`,
      `c.Spawner.notebook_dir = ${JSON.stringify(files)}`,
      `c.Spawner.args = ['--allow-root', '--LabApp.expose_app_in_browser=True']`,
      `c.Spawner.env_keep = ['PATH', 'JUPYTER_CONFIG_DIR', 'JUPYTER_DATA_DIR', 'JUPYTERLAB_SETTINGS_DIR', 'JUPYTERLAB_WORKSPACES_DIR', 'IPYTHONDIR']`
    ].join('\n')
  );
  const base = `http://127.0.0.1:${port}`;
  await start(
    stops,
    python,
    ['-m', 'jupyterhub', '-f', config],
    { cwd: home, env },
    `${base}/hub/login`
  );
  const signIn = async user => {
    await page.goto(`${base}/hub/logout`);
    await page.goto(`${base}/hub/login`);
    await page.locator('input[name=username]').fill(user);
    await page.locator('input[name=password]').fill('any');
    await page.locator('form [type=submit]').click();
    await page.waitForURL(/\/user\//);
  };
  await signIn('ada');
  await job(page, `${base}/user/ada/lab/tree/job.ipynb`, model, PYTHON);
  await signIn('bob');
  await page.goto(`${base}/user/bob/lab/tree/job.ipynb`);
  await until(page, 'the panel', [BOX]);
  await until(page, 'another’s conversation', [PANEL, 'add'], false);
});

test('JupyterLite', ({ jobInLite }) => jobInLite(JAVASCRIPT));

/** The version that `jupyterlite-pyodide-kernel` names. */
const PYODIDE_PACKAGE = 'pyodide@314.0.6';

/**
 * Pyodide and what its kernel installs are put where the build of a site looks
 * for them. Pyodide's list of packages names only what is here, so that nothing
 * is asked of another machine.
 */
test('Pyodide', async ({ place, jobInLite }) => {
  const folder = path.join(place.home, 'lite/static/pyodide');
  const wheels = path.join(place.home, 'lite/pypi');
  fs.mkdirSync(folder, { recursive: true });
  const archive = `${PYODIDE_PACKAGE.replace('@', '-')}.tgz`;
  for (const [command, ...args] of [
    ['npm', 'pack', '--silent', PYODIDE_PACKAGE],
    ['tar', '-xzf', archive, '--strip-components=1'],
    [
      ...[pythonOf(VENV), '-m', 'pip', 'download', '--quiet', '--no-deps'],
      ...['--only-binary', ':all:', '--python-version', '3.14'],
      ...['--requirement', path.join(ROOT, 'requirements-pyodide.txt')],
      ...['--dest', wheels]
    ]
  ]) {
    const { code } = await run(command, args, { cwd: folder, silent: true });
    skipUnless(code === 0, `${command} ${args[0]} did not work`);
  }
  const list = path.join(folder, 'pyodide-lock.json');
  const lock = JSON.parse(fs.readFileSync(list, 'utf8'));
  const { micropip } = lock.packages;
  const wheel = path.join(folder, micropip.file_name);
  fs.renameSync(path.join(wheels, micropip.file_name), wheel);
  micropip.sha256 = createHash('sha256')
    .update(fs.readFileSync(wheel))
    .digest('hex');
  fs.writeFileSync(list, JSON.stringify({ ...lock, packages: { micropip } }));
  await jobInLite(PYODIDE);
});

test('Firefox', async ({ place, jobOnServer }) => {
  const file = '/usr/bin/firefox-esr';
  await needs(file, 'firefox-esr');
  await jobOnServer(await openFirefox(place, file));
});

/** A stand-in for Safari. It needs a display, if only one in memory. */
test('WebKit', async ({ place, jobOnServer }) => {
  const file = '/usr/bin/WebKitWebDriver';
  await needs(file, 'webkit2gtk-driver', 'xvfb', 'xauth');
  await jobOnServer(await openWebKit(place, file));
});

/** The suite itself needs Node 22; its node stands first in the path. */
const CONFORMANCE = [
  '--package=node@22.23.3',
  '--package=@modelcontextprotocol/conformance@0.1.16'
];

/** As many as the suite of this version has for clients. */
const SCENARIOS = 26;

/** Scenarios whose failures are meant, or that measure the machine. */
const MAY_FAIL = [
  // Its metadata name another issuer, which RFC 8414 says to refuse.
  'auth/2025-03-26-oauth-metadata-backcompat',
  // For programs without a person.
  'auth/client-credentials-jwt',
  'auth/client-credentials-basic',
  'auth/cross-app-access-complete-flow',
  // Its limits are milliseconds.
  'sse-retry'
];

/** The public suite of MCP for clients, against ours without its panel. */
test('MCP conformance', async ({ place }) => {
  await promisify(rspack)({
    context: ROOT,
    mode: 'development',
    devtool: false,
    target: 'node20',
    entry: './src/mcp/stories/conformance-client.ts',
    output: { path: place.home, filename: 'client.cjs' },
    resolve: { extensions: ['.ts', '.mjs', '.js'] },
    module: { rules: [{ test: /\.ts$/, loader: 'builtin:swc-loader' }] }
  });
  const conformance = (...args) =>
    run(
      'npm',
      [
        ...['exec', '--yes', ...CONFORMANCE, '--', 'conformance', 'client'],
        ...['--timeout', '60000', '--command', 'node client.cjs', ...args]
      ],
      { cwd: place.home, silent: true }
    );
  const { output } = await conformance('--suite', 'all');
  const tried = [...output.matchAll(/^[✓✗] (\S+): \d+ passed, (\d+) failed/gm)];
  expect(tried).toHaveLength(SCENARIOS);
  for (const [, name, failures] of tried) {
    if (failures !== '0' && !MAY_FAIL.includes(name)) {
      // All at once are too much for a busy machine; what fails alone has failed.
      expect((await conformance('--scenario', name)).code, name).toBe(0);
    }
  }
});

const PANEL = '#cellwright-panel';
const BOX = 'textarea.jp-Cellwright-composerInput';
const CARD = `${PANEL} .jp-Cellwright-approve`;
const STOP = `${PANEL} [aria-label="Stop"]`;
const RUNNING = ['.jp-InputPrompt', '\\*'];
const IDLE = [`${PANEL} .jp-Cellwright-notebookLine[title$="idle"]`];

/**
 * What every browser here can do: `goto`, `evaluate`, `click`, `type`.
 *
 * @param loads how often a person would load the page until the kernel answers.
 */
async function job(page, address, model, { add, wait, isStuck }, loads) {
  const cell = code => ({ calls: [{ name: 'jupyter_cell', args: { code } }] });
  await model.script([cell(add), { text: 'It is 42.' }, cell(wait)]);
  await open(page, address, loads);
  await page.type(BOX, 'add\n');
  await until(page, 'the card', [CARD]);
  await open(page, address, loads);
  await until(page, 'the card, after a reload', [CARD]);
  await approve(page);
  await until(page, 'the answer', [PANEL, 'It is 42\\.']);
  await until(page, 'the output', ['.jp-OutputArea-output', '42']);
  await until(page, 'an idle kernel', IDLE);
  await page.type(BOX, 'wait\n');
  await until(page, 'the card of the second cell', [CARD]);
  await approve(page);
  await until(page, 'the running cell', RUNNING);
  await until(page, 'the button that stops', [STOP]);
  await page.click(STOP);
  if (isStuck) {
    const advice = 'The kernel did not stop[^]*Restart kernel';
    await until(page, 'what to do with a busy kernel', [PANEL, advice]);
  } else {
    await until(page, 'the running cell', RUNNING, false);
    await until(page, 'the button that stops', [STOP], false);
  }
}

async function open(page, address, loads = 1) {
  await page.goto(address);
  const limit = loads > 1 ? 20_000 : undefined;
  await until(page, 'an idle kernel', IDLE, true, limit).catch(error => {
    if (loads === 1) {
      throw error;
    }
    return open(page, address, loads - 1);
  });
}

/** A card takes its first press once it was seen for a moment. */
async function approve(page) {
  await expect(async () => {
    await page.click(CARD, { timeout: 5000 }).catch(() => undefined);
    expect(await page.evaluate(isShown, [CARD])).toBe(false);
  }).toPass({ intervals: [700], timeout: 60_000 });
}

/** Waits until it is shown, or is no longer. */
function until(page, what, where, isThere = true, timeout = 90_000) {
  // While a page loads there is nothing to ask.
  return expect
    .poll(() => page.evaluate(isShown, where).catch(() => null), {
      message: what,
      timeout
    })
    .toBe(isThere);
}

/** In the page: whether an element is there, with that in its text. */
function isShown([selector, pattern = '']) {
  return [...document.querySelectorAll(selector)].some(({ textContent }) =>
    new RegExp(pattern).test(textContent)
  );
}
