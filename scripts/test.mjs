/**
 * npm test: lint, types, Jest, build, and Galata in a real Chromium with a real
 * JupyterLab and kernel.
 *
 *   npm test                                          what a contributor needs
 *   npm test -- --all                                 everything, as CI does
 *   npm test -- --only lint|types|jest|build|galata|environments
 *                                                     one part (may be repeated)
 *   npm test -- --grep PATTERN                        only tests with that name
 */
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { provideChromium } from './chromium.mjs';
import { tryEnvironments } from './environments.mjs';
import {
  buildExtension,
  checkNode,
  installPackages,
  linkExtension,
  makeLibraries,
  makeVenv
} from './prepare.mjs';
import { freePorts, run } from './processes.mjs';
import { logError, log, SetupError } from './log.mjs';
import { isGood, lastLine, sum, tallyJest, tallyPlaywright } from './tally.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const PARTS = ['lint', 'types', 'jest', 'build', 'galata', 'environments'];

/** All but the specs that start processes or go through a whole matrix. */
const SHORT = '^(?!.*\\.long\\.spec\\.tsx?$)';

const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'cellwright-test-'));
const passed = { passed: 0, failed: 0, skipped: 0 };
const failedAs = failure => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: [failure]
});

function options() {
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        only: { type: 'string', multiple: true, default: [] },
        grep: { type: 'string', short: 'g' },
        all: { type: 'boolean', default: false }
      }
    }));
  } catch (error) {
    throw new SetupError(
      `${error.message} Known are --only PART (${PARTS.join(', ')}), --grep PATTERN and --all.`
    );
  }
  const unknown = values.only.find(part => !PARTS.includes(part));
  if (unknown !== undefined) {
    throw new SetupError(
      `There is no part "${unknown}": choose among ${PARTS.join(', ')}.`
    );
  }
  return {
    wants: part => values.only.length === 0 || values.only.includes(part),
    grep: values.grep,
    // Who names a test or a part means all of it.
    all: values.all || values.grep !== undefined || values.only.length > 0
  };
}

/** Runs the work at the first call; later calls wait for the same result. */
function once(work) {
  let done;
  return () => (done ??= work());
}

/**
 * Some specs test the tools and the demo with a real Python with pandas, or
 * with other common libraries; Galata starts JupyterLab with it.
 */
const preparePython = once(async () => {
  await makeVenv(root);
  await makeLibraries(root);
});

const prepareChromium = once(() => provideChromium(root));

/** Runs one of the tools in node_modules with the current Node. */
function tool(script, args, env = {}) {
  return run(
    process.execPath,
    [path.join(root, 'node_modules', script), ...args],
    { cwd: root, env: { ...process.env, ...env } }
  );
}

function readReport(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Runs scripts of package.json; all of them, so that each says what it finds. */
async function npm(...scripts) {
  let isGood = true;
  for (const [script, ...args] of scripts) {
    const { code } = await run('npm', ['run', '--silent', script, ...args], {
      cwd: root,
      shell: process.platform === 'win32'
    });
    isGood &&= code === 0;
  }
  return isGood;
}

async function lint() {
  log('Checking the style of the code (ESLint, Prettier, Stylelint)…');
  const isGood = await npm(
    ['lint:circles'],
    ['lint:eslint'],
    ['lint:prettier'],
    ['lint:style']
  );
  return isGood
    ? passed
    : failedAs('The style check; `npm run lint:fix` fixes most of it.');
}

async function types({ isBuilt }) {
  log('Checking the types…');
  const isGood = await npm(
    ['typecheck'],
    // A build checks its own files.
    ...(isBuilt
      ? []
      : [['build:lib', '--', '--noEmit', '--incremental', 'false']])
  );
  return isGood ? passed : failedAs('The type check');
}

async function jest({ grep, all }) {
  await preparePython();
  log('Running the Jest tests…');
  const file = path.join(reports, 'jest.json');
  const { code } = await tool('jest/bin/jest.js', [
    '--ci',
    '--silent',
    // One more than there are processors, since each worker waits a quarter of
    // its time.
    `--maxWorkers=${Math.min(3, os.availableParallelism() + 1)}`,
    '--json',
    `--outputFile=${file}`,
    ...(all ? [] : ['--testPathPattern', SHORT]),
    ...(grep ? ['--testNamePattern', grep] : [])
  ]);
  return tallyJest(readReport(file), code);
}

/** Pages in parallel, each with a Jupyter server of its own. */
const GALATA_WORKERS = Math.min(2, os.availableParallelism());

async function galata({ grep, all }) {
  await preparePython();
  linkExtension(root);
  const chromium = await prepareChromium();
  log(`Running the Galata tests in ${chromium}…`);
  const file = path.join(reports, 'galata.json');
  const [llmPort, ...ports] = await freePorts(1 + GALATA_WORKERS);
  const { code } = await tool(
    '@playwright/test/cli.js',
    [
      'test',
      '--config',
      'ui-tests',
      // Not an error if all tests with that name are Jest's.
      ...(grep ? ['--grep', grep, '--pass-with-no-tests'] : []),
      ...(all ? [] : ['--grep', '@core'])
    ],
    {
      CHROMIUM_PATH: chromium,
      CELLWRIGHT_PORTS: ports.join(','),
      CELLWRIGHT_LLM_PORT: String(llmPort),
      CELLWRIGHT_GALATA_REPORT: file
    }
  );
  return tallyPlaywright(readReport(file), code);
}

/** JupyterLite, a hub, a gateway, other browsers and kernels, an old JupyterLab. */
async function environments({ grep }) {
  await preparePython();
  await prepareChromium();
  log('Trying where else Jupyter runs…');
  return tryEnvironments(root, { grep });
}

/** Runs a part so that its failure does not affect the parts before it. */
async function attempt(part) {
  try {
    return await part();
  } catch (error) {
    logError(error);
    return failedAs(error.message);
  }
}

/** Starts downloads in parallel; whoever needs one waits for it. */
async function prepare(wants) {
  checkNode();
  const python =
    wants('jest') || wants('galata') ? preparePython() : Promise.resolve();
  await Promise.all([installPackages(root), Promise.allSettled([python])]);
  if (wants('galata')) {
    void Promise.allSettled([prepareChromium()]);
  }
  return passed;
}

async function build() {
  await buildExtension(root);
  return passed;
}

async function main({ wants, grep, all }) {
  const prepared = await attempt(() => prepare(wants));
  if (prepared !== passed) {
    return prepared;
  }
  const tallies = [];
  const elsewhere = wants('environments') && all;
  const needsBuild = wants('build') || wants('galata') || elsewhere;
  let built;
  // These keep two processors busy together, as Galata does afterwards.
  await Promise.all([
    (async () => {
      if (wants('lint') && !grep) {
        tallies.push(await attempt(lint));
      }
      if (wants('types') && !grep) {
        tallies.push(await attempt(() => types({ isBuilt: needsBuild })));
      }
      if (needsBuild) {
        tallies.push((built = await attempt(build)));
      }
    })(),
    (async () => {
      if (wants('jest')) {
        tallies.push(await attempt(() => jest({ grep, all })));
      }
    })()
  ]);
  if (wants('galata') && built === passed) {
    tallies.push(await attempt(() => galata({ grep, all })));
  } else if (wants('galata')) {
    log('Without a build the Galata tests cannot run.');
  }
  if (elsewhere && built === passed) {
    tallies.push(await attempt(() => environments({ grep })));
  }
  return sum(tallies);
}

async function finish() {
  let wanted;
  try {
    wanted = options();
  } catch (error) {
    logError(error);
    return { total: failedAs('The command'), testsWanted: true };
  }
  return {
    total: await main(wanted),
    testsWanted: ['jest', 'galata', 'environments'].some(wanted.wants)
  };
}

const { total, testsWanted } = await finish();
fs.rmSync(reports, { recursive: true, force: true });
// Last, where a reader of a long log looks first.
for (const failure of total.failures ?? []) {
  log(`Failed: ${failure}`);
}
if (total.skipped > 0) {
  log(`${total.skipped} skipped.`);
}
if (testsWanted && total.passed + total.failed === 0) {
  log('No test ran.');
}
console.log(lastLine(total));
process.exitCode = isGood(total, { testsWanted }) ? 0 : 1;
