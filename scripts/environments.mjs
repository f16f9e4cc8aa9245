/**
 * The same short job wherever Jupyter runs: a cell is proposed, its card is
 * there again after a reload, it is approved and runs; another is stopped.
 *
 * What is not on the machine is skipped aloud; under CI it fails.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import { promisify } from 'node:util';

import {
  inTempFolder,
  isUp,
  serveFolder,
  settingsWith,
  start,
  startModel,
  writeNotebook
} from './servers.mjs';
import { launchChromium } from './chromium.mjs';
import { jupyterHome } from './jupyter-home.mjs';
import {
  aptInstall,
  linkExtension,
  makeOtherVenv,
  pythonOf
} from './prepare.mjs';
import { freePort, freePorts, probe, run } from './processes.mjs';
import { logError, log } from './log.mjs';

/** What the job runs in a kernel: `add` prints 42, `wait` takes a minute. */
const language = (
  name,
  display_name,
  language,
  add,
  wait,
  isStuck = false
) => ({
  kernel: { name, display_name, language },
  add,
  wait,
  // Nothing can interrupt a kernel in the page: the person is told to restart it.
  isStuck
});
const PYTHON = language(
  ...['python3', 'Python 3', 'python', 'print(6 * 7)'],
  'import time\nfor _ in range(600): time.sleep(0.1)'
);
const R = language(
  ...['ir', 'R', 'R', 'print(6 * 7)', 'for (i in 1:600) Sys.sleep(0.1)']
);
const PYODIDE = language(
  ...['python', 'Python (Pyodide)', 'python', 'print(6 * 7)'],
  ...['while True: pass', true]
);
const JAVASCRIPT = language(
  ...['javascript', 'JavaScript (Web Worker)', 'javascript'],
  ...['console.log(6 * 7)', 'for (;;);', true]
);

/** Debian's packages for what a package registry does not bring. */
const PROGRAMS = {
  R: {
    file: '/usr/lib/R/site-library/IRkernel',
    packages: ['r-cran-irkernel']
  },
  Firefox: { file: '/usr/bin/firefox-esr', packages: ['firefox-esr'] },
  // As a stand-in for Safari. It needs a display, if only one in memory.
  WebKit: {
    file: '/usr/bin/WebKitWebDriver',
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth']
  }
};

/** What an environment needs cannot be had here. */
class Missing extends Error {}

/**
 * @param root the checkout, already built
 * @returns `{passed, skipped, failures}`
 */
export async function tryEnvironments(root, grep) {
  const tally = { passed: 0, skipped: 0, failures: [] };
  for (const [name, tryIt] of Object.entries(ENVIRONMENTS)) {
    if (grep !== undefined && !new RegExp(grep).test(name)) {
      continue;
    }
    const begin = Date.now();
    try {
      if (!(await isThere(name))) {
        throw new Missing('not on this machine');
      }
      await inTempFolder('elsewhere', place => tryIt({ root, ...place }));
      console.log(
        `  ✓  ${name} (${Math.round((Date.now() - begin) / 1000)} s)`
      );
      tally.passed++;
    } catch (error) {
      const isMissing = error instanceof Missing;
      if (isMissing) {
        console.log(`  -  ${name}: ${error.message}`);
      } else {
        console.log(`  ✘  ${name}`);
        logError(error);
      }
      if (isMissing && !process.env.CI) {
        tally.skipped++;
      } else {
        tally.failures.push(name);
      }
    }
  }
  return tally;
}

async function isThere(name) {
  const program = PROGRAMS[name];
  if (program === undefined || fs.existsSync(program.file)) {
    return true;
  }
  log(`Installing ${program.packages.join(', ')}…`);
  await aptInstall(...program.packages);
  return fs.existsSync(program.file);
}

const ENVIRONMENTS = {
  'JupyterLab 4.2': context => jobInLab(context, 'lab42'),
  'JupyterLab 4.7': context => jobInLab(context, 'lab47'),
  R: context => jobOnServer(context, { language: R }),
  'kernel gateway': async context => {
    const venv = await makeOtherVenv(context.root, 'environments');
    const port = await freePort();
    const gateway = `http://127.0.0.1:${port}`;
    await start(
      context.stops,
      pythonOf(venv),
      ['-m', 'kernel_gateway', `--KernelGatewayApp.port=${port}`],
      { cwd: context.home },
      `${gateway}/api`
    );
    await jobOnServer(context, {
      args: [`--GatewayClient.url=${gateway}`],
      open: async () => reloading(await openChromium(context))
    });
  },
  JupyterHub: jobOnHub,
  JupyterLite: context => jobInLite(context, JAVASCRIPT),
  Pyodide: async context => {
    const site = path.join(context.home, 'lite');
    fs.mkdirSync(site);
    await layOutPyodide(context.root, site);
    await jobInLite(context, PYODIDE);
  },
  Firefox: context => jobOnServer(context, { open: openFirefox }),
  WebKit: context => jobOnServer(context, { open: openWebKit }),
  'MCP conformance': tryConformance
};

/** Starts the model, and puts a notebook with the language's kernel into a folder. */
async function layOut({ root, files, stops }, { kernel }) {
  writeNotebook(path.join(files, 'job.ipynb'), [], kernel);
  const model = await startModel(root, stops);
  const choice = { provider: 'compatible', model: 'scripted' };
  return {
    model,
    settings: {
      'cellwright:plugin': settingsWith(model.base, choice, {
        openOnStart: true
      })
    }
  };
}

async function jobOnServer(context, how) {
  const { language = PYTHON, venv, args, open = openChromium } = how;
  const { model, settings } = await layOut(context, language);
  const { base, token } = await serveFolder(context.root, context, settings, {
    venv,
    args
  });
  const page = await open(context);
  await job(page, `${base}/lab/tree/job.ipynb?token=${token}`, model, language);
}

/** @param name of the requirements file with that JupyterLab. */
async function jobInLab(context, name) {
  const venv = await makeOtherVenv(context.root, name);
  await jobOnServer(context, { venv });
  const { output } = await run(
    pythonOf(venv),
    ['-m', 'jupyter', 'labextension', 'list'],
    { silent: true }
  );
  if (!/cellwright v\S+ \S*enabled\S* \S*OK/.test(output)) {
    throw new Error(`It does not count as compatible: ${output}`);
  }
}

/** Two users: what one is asked, the other never sees. */
async function jobOnHub(context) {
  const { root, home, files, stops } = context;
  const venv = await makeOtherVenv(root, 'environments');
  linkExtension(root, venv);
  const { model, settings } = await layOut(context, PYTHON);
  const [port, hub, proxy] = await freePorts(3);
  const config = path.join(home, 'jupyterhub_config.py');
  const env = jupyterHome(home, 'unused', settings);
  delete env.JUPYTER_TOKEN;
  const bin = path.dirname(pythonOf(venv));
  env.PATH = [bin, path.join(root, 'node_modules/.bin'), env.PATH].join(
    path.delimiter
  );
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
    pythonOf(venv),
    ['-m', 'jupyterhub', '-f', config],
    { cwd: home, env },
    `${base}/hub/login`
  );
  const page = await openChromium(context);
  const signIn = async user => {
    await page.goto(`${base}/hub/logout`);
    await page.goto(`${base}/hub/login`);
    await page.locator('input[name=username]').fill(user);
    await page.locator('input[name=password]').fill('any');
    await page.locator('form [type=submit]').click();
    await page.waitForURL(/\/user\//, { timeout: 60_000 });
  };
  await signIn('ada');
  await job(page, `${base}/user/ada/lab/tree/job.ipynb`, model, PYTHON);
  await signIn('bob');
  await page.goto(`${base}/user/bob/lab/tree/job.ipynb`);
  await until(page, 'the panel', ['textarea.jp-Cellwright-composerInput']);
  await until(
    page,
    'a panel without the other’s conversation',
    [PANEL, 'add'],
    false
  );
}

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
async function tryConformance({ root, home }) {
  const { rspack } = createRequire(import.meta.url)('@rspack/core');
  await promisify(rspack)({
    context: root,
    mode: 'development',
    devtool: false,
    target: 'node20',
    entry: './src/mcp/stories/conformance-client.ts',
    output: { path: home, filename: 'client.cjs' },
    resolve: { extensions: ['.ts', '.mjs', '.js'] },
    module: { rules: [{ test: /\.ts$/, loader: 'builtin:swc-loader' }] }
  });
  const conformance = (...args) =>
    run(
      'npm',
      [
        'exec',
        '--yes',
        ...CONFORMANCE,
        '--',
        'conformance',
        'client',
        ...args
      ].concat('--timeout', '60000', '--command', 'node client.cjs'),
      { cwd: home, silent: true }
    );
  const { output } = await conformance('--suite', 'all');
  const tried = output.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm);
  let count = 0;
  for (const [, name, , failures] of tried) {
    if (failures !== '0' && !MAY_FAIL.includes(name)) {
      // All at once are too much for a busy machine; what fails alone has failed.
      const alone = await conformance('--scenario', name);
      if (alone.code !== 0) {
        throw new Error(`${name}\n${alone.output.slice(-3000)}`);
      }
    }
    count++;
  }
  if (count !== SCENARIOS) {
    throw new Error(`${count} of ${SCENARIOS} scenarios were tried: ${output}`);
  }
}

/** A site without any server, built with the extension in it. */
async function jobInLite(context, language) {
  const { root, home, files, stops } = context;
  const venv = await makeOtherVenv(root, 'environments');
  linkExtension(root, venv);
  const { model, settings } = await layOut(context, language);
  const site = path.join(home, 'lite');
  fs.mkdirSync(site, { recursive: true });
  fs.writeFileSync(path.join(site, 'overrides.json'), JSON.stringify(settings));
  const { code, output } = await run(
    pythonOf(venv),
    ['-m', 'jupyterlite_core.app', 'build', '--contents', files],
    { cwd: site, silent: true }
  );
  if (code !== 0) {
    throw new Error(`The site could not be built: ${output.slice(-500)}`);
  }
  const port = await freePort();
  await start(
    stops,
    pythonOf(venv),
    ['-m', 'http.server', String(port), '--bind', '127.0.0.1'],
    { cwd: path.join(site, '_output') },
    `http://127.0.0.1:${port}`
  );
  const page = await openChromium(context);
  await job(
    page,
    `http://127.0.0.1:${port}/lab/index.html?path=job.ipynb`,
    model,
    language
  );
}

/** The version that `jupyterlite-pyodide-kernel` names. */
const PYODIDE_PACKAGE = 'pyodide@314.0.6';

/**
 * Pyodide and what its kernel installs, where the build of a site looks for
 * them. Pyodide's list of packages names only what is here, so that nothing is
 * asked of another machine.
 */
async function layOutPyodide(root, site) {
  const folder = path.join(site, 'static', 'pyodide');
  const wheels = path.join(site, 'pypi');
  fs.mkdirSync(folder, { recursive: true });
  const steps = [
    ['npm', 'pack', '--silent', PYODIDE_PACKAGE],
    [
      'tar',
      '-xzf',
      `${PYODIDE_PACKAGE.replace('@', '-')}.tgz`,
      '--strip-components=1'
    ],
    [
      pythonOf(path.join(root, '.venv')),
      ...['-m', 'pip', 'download', '--quiet', '--no-deps'],
      ...['--only-binary', ':all:', '--python-version', '3.14'],
      ...['--requirement', path.join(root, 'requirements-pyodide.txt')],
      ...['--dest', wheels]
    ]
  ];
  for (const [command, ...args] of steps) {
    const { code } = await run(command, args, { cwd: folder, silent: true });
    if (code !== 0) {
      throw new Missing(`${command} ${args[0]} did not work`);
    }
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
}

const PANEL = '#cellwright-panel';
const CARD = `${PANEL} .jp-Cellwright-approve`;
const STOP = `${PANEL} [aria-label="Stop"]`;
const RUNNING = ['.jp-InputPrompt', '\\*'];
const IDLE = [`${PANEL} .jp-Cellwright-notebookLine[title$="idle"]`];

/** What every browser here can do: `goto`, `evaluate`, `mouse`, `keyboard`. */
async function job(page, address, model, { add, wait, isStuck }) {
  const cell = code => ({ calls: [{ name: 'jupyter_cell', args: { code } }] });
  await model.script([cell(add), { text: 'It is 42.' }, cell(wait)]);
  await page.goto(address);
  await write(page, 'add');
  await until(page, 'the card', [CARD]);
  await page.goto(address);
  await until(page, 'the card, after a reload', [CARD]);
  await approve(page);
  await until(page, 'the answer', [PANEL, 'It is 42\\.']);
  await until(page, 'the output in the notebook', [
    '.jp-OutputArea-output',
    '42'
  ]);
  await write(page, 'wait');
  await until(page, 'the card of the second cell', [CARD]);
  await approve(page);
  await until(page, 'the running cell', RUNNING);
  await until(page, 'the button that stops', [STOP]);
  await click(page, STOP);
  if (isStuck) {
    const advice = 'The kernel did not stop[^]*Restart kernel';
    await until(page, 'what to do with a busy kernel', [PANEL, advice]);
  } else {
    await until(page, 'the stopped cell', RUNNING, false);
    await until(page, 'the end of the run', [STOP], false);
  }
}

/** In the page: whether an element is there, with that in its text. */
function isShown([selector, pattern = '']) {
  return [...document.querySelectorAll(selector)].some(({ textContent }) =>
    new RegExp(pattern).test(textContent)
  );
}

async function write(page, text) {
  await until(page, 'an idle kernel', IDLE);
  await click(page, 'textarea.jp-Cellwright-composerInput');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** A card takes its first press once it was seen for a moment. */
async function approve(page) {
  for (let attempt = 0; await page.evaluate(isShown, [CARD]); attempt++) {
    if (attempt > 60) {
      throw new Error('The card could not be approved.');
    }
    await sleep(700);
    await click(page, CARD);
  }
}

/** A real click in the middle of an element, if it is there. */
async function click(page, selector) {
  const [x, y] = await page.evaluate(each => {
    const element = document.querySelector(each);
    element?.scrollIntoView({ block: 'nearest' });
    const box = element?.getBoundingClientRect() ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0
    };
    return [box.x + box.width / 2, box.y + box.height / 2];
  }, selector);
  await page.mouse.click(x, y);
}

/** Waits until it is shown, or is no longer. */
async function until(page, what, where, isThere = true, limit = 90_000) {
  const deadline = Date.now() + limit;
  while (Date.now() < deadline) {
    // While a page loads there is nothing to ask.
    if ((await page.evaluate(isShown, where).catch(() => null)) === isThere) {
      return;
    }
    await sleep(200);
  }
  const text = await page
    .evaluate(each => document.querySelector(each)?.innerText, PANEL)
    .catch(String);
  throw new Error(`There was no sign of ${what}. What the page says:\n${text}`);
}

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

const SIZE = { width: 1400, height: 900 };

async function openChromium({ root, stops }) {
  const browser = await launchChromium(root, stops);
  const context = await browser.newContext({ viewport: SIZE });
  return context.newPage();
}

/**
 * The same page, but loaded again if the kernel does not answer it, as a person
 * would. Chromium refuses a gateway's first connection, for it names no
 * protocol; that one stays half open under the same identity, and the kernel
 * may answer it instead of the one that JupyterLab opens next.
 */
function reloading(page) {
  const goto = async address => {
    for (let loads = 1; ; loads++) {
      await page.goto(address);
      try {
        return await until(page, 'an idle kernel', IDLE, true, 20_000);
      } catch (error) {
        if (loads === 5) {
          throw error;
        }
      }
    }
  };
  return withGoto(page, goto);
}

function withGoto(page, goto) {
  const { keyboard, mouse } = page;
  return { goto, keyboard, mouse, evaluate: page.evaluate.bind(page) };
}

async function openFirefox({ stops }) {
  const { default: puppeteer } = await import('puppeteer-core');
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: PROGRAMS.Firefox.file,
    headless: true
  });
  stops.push(() => browser.close());
  const page = await browser.newPage();
  await page.setViewport(SIZE);
  page.on('dialog', dialog => void dialog.accept());
  // Not "load": Firefox waits for requests that JupyterLab keeps open.
  const goto = url =>
    page.goto(url, { waitUntil: 'domcontentloaded', timeout: 120_000 });
  return withGoto(page, goto);
}

/** WebKitGTK, over the WebDriver protocol (W3C), with as much of it as the job needs. */
async function openWebKit({ stops, home }) {
  const port = await freePort();
  const driver = spawn(
    'xvfb-run',
    ['-a', PROGRAMS.WebKit.file, `--port=${port}`],
    { stdio: 'ignore', cwd: home, detached: true }
  );
  // With the display and the browser, which are of its group.
  stops.push(() => process.kill(-driver.pid, 'SIGKILL'));
  const send = async (method, where, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${where}`, {
      method,
      body: body && JSON.stringify(body)
    });
    const { value } = await response.json();
    if (!response.ok) {
      throw new Error(`${value.error}: ${value.message}`);
    }
    return value;
  };
  await isUp(driver, `http://127.0.0.1:${port}/status`, Date.now() + 10_000);
  const { sessionId } = await send('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': {
          binary: findMiniBrowser(),
          // A person reloads, which caches nothing; here the page is opened
          // again, and WebKit would keep the one before with the transaction
          // that it was in, which then holds up the storage.
          args: ['--automation', '--enable-page-cache=false']
        }
      }
    }
  });
  const session = `/session/${sessionId}`;
  stops.push(() => send('DELETE', session).catch(() => undefined));
  await send('POST', `${session}/window/rect`, SIZE);
  const perform = actions =>
    send('POST', `${session}/actions`, { actions: [actions] });
  const keys = values =>
    perform({
      type: 'key',
      id: 'keyboard',
      actions: [...values].flatMap(value => [
        { type: 'keyDown', value },
        { type: 'keyUp', value }
      ])
    });
  return {
    goto: url => send('POST', `${session}/url`, { url }),
    evaluate: (test, arg) =>
      send('POST', `${session}/execute/sync`, {
        script: `return (${test})(...arguments)`,
        args: arg === undefined ? [] : [arg]
      }),
    keyboard: {
      type: keys,
      press: name => keys([{ Enter: '\uE007' }[name]])
    },
    mouse: {
      click: (x, y) =>
        perform({
          type: 'pointer',
          id: 'mouse',
          actions: [
            { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 }
          ]
        })
    }
  };
}

function findMiniBrowser() {
  const { output } = probe('find', ['/usr/lib', '-name', 'MiniBrowser']);
  return output.trim().split('\n')[0];
}
