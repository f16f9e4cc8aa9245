/**
 * npm test: lint, types, Jest, build, and Galata in a real Chromium with a real
 * JupyterLab and kernel. The last line says how many passed and failed.
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
import { parseArgs, stripVTControlCharacters } from 'node:util';

import { provideChromium } from './chromium.mjs';
import {
  ROOT,
  buildExtension,
  checkNode,
  installPackages,
  linkExtension,
  makeLibraries,
  makeVenv
} from './prepare.mjs';
import { freePorts, run } from './processes.mjs';
import { logError, log, SetupError } from './log.mjs';

const PARTS = ['lint', 'types', 'jest', 'build', 'galata', 'environments'];
/** All but the specs that start processes or go through a whole matrix. */
const SHORT = '^(?!.*\\.long\\.spec\\.tsx?$)';
/** Pages in parallel, each with a Jupyter server of its own. */
const GALATA_WORKERS = Math.min(2, os.availableParallelism());

const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'cellwright-test-'));
const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];

function count(passed, failed, skipped, names) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  failures.push(...names);
}

/** Does a part of the work. @returns whether it could be done. */
async function attempt(name, work) {
  try {
    await work();
    return true;
  } catch (error) {
    logError(error);
    count(0, 1, 0, [name]);
    return false;
  }
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', multiple: true, default: [] },
        grep: { type: 'string', short: 'g' },
        all: { type: 'boolean', default: false }
      }
    });
    const unknown = values.only.find(part => !PARTS.includes(part));
    if (unknown !== undefined) {
      throw new Error(`There is no part "${unknown}".`);
    }
    return values;
  } catch (error) {
    throw new SetupError(
      `${error.message} Known are --only PART (${PARTS.join(', ')}), --grep PATTERN and --all.`
    );
  }
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
  await makeVenv();
  await makeLibraries();
});

const prepareChromium = once(provideChromium);

/** Runs scripts of package.json; all of them, so that each says what it finds. */
async function npm(...scripts) {
  const failed = [];
  for (const script of scripts) {
    const { code } = await run(
      'npm',
      ['run', '--silent', ...script.split(' ')],
      {
        cwd: ROOT,
        shell: process.platform === 'win32'
      }
    );
    failed.push(...(code === 0 ? [] : [script]));
  }
  if (failed.length > 0) {
    throw new SetupError(`Failed: ${failed.join(', ')}.`);
  }
}

async function lint() {
  log('Checking the style of the code; `npm run lint:fix` mends most of it…');
  const kinds = ['imports', 'eslint', 'prettier', 'style'];
  await npm(...kinds.map(kind => `lint:${kind}`), 'flows');
}

async function types() {
  log('Checking the types…');
  await npm('typecheck');
}

/**
 * Runs a program of node_modules that writes a JSON report, and counts what
 * that says. A bad end is a failure, whatever the report says.
 */
async function runTests(name, file, [script, ...args], options, tally) {
  const before = total.failed;
  const { code } = await run(
    process.execPath,
    [path.join(ROOT, 'node_modules', script), ...args],
    { cwd: ROOT, ...options }
  );
  if (fs.existsSync(file)) {
    tally(JSON.parse(fs.readFileSync(file, 'utf8')));
  }
  if (code !== 0 && total.failed === before) {
    throw new SetupError(`${name} ended with code ${code}.`);
  }
}

async function jest({ grep }, isAll) {
  await preparePython();
  log('Running the Jest tests…');
  // One more than there are processors, since each worker waits a quarter of
  // its time.
  const workers = Math.min(3, os.availableParallelism() + 1);
  const file = path.join(reports, 'jest.json');
  await runTests(
    'Jest',
    file,
    [
      ...['jest/bin/jest.js', '--ci', '--silent', `--maxWorkers=${workers}`],
      ...['--json', `--outputFile=${file}`],
      ...(isAll ? [] : ['--testPathPattern', SHORT]),
      ...(grep ? ['--testNamePattern', grep] : [])
    ],
    { yields: true },
    report =>
      count(
        report.numPassedTests,
        // A file that cannot even be loaded contains tests that did not pass.
        report.numFailedTests + report.numRuntimeErrorTestSuites,
        report.numPendingTests + report.numTodoTests,
        report.testResults
          .filter(({ status }) => status === 'failed')
          .flatMap(({ name, assertionResults }) => [
            path.basename(name),
            ...assertionResults
              .filter(({ status }) => status === 'failed')
              .map(
                ({ fullName, failureMessages }) =>
                  `  ${fullName}${why(undefined, failureMessages[0])}`
              )
          ])
      )
  );
}

async function playwright(name, folder, args, env) {
  await preparePython();
  linkExtension();
  const chromium = await prepareChromium();
  log(`Running ${name} in ${chromium}…`);
  const file = path.join(reports, `${name}.json`);
  await runTests(
    name,
    file,
    ['@playwright/test/cli.js', 'test', '--config', folder, ...args],
    {
      env: {
        ...process.env,
        ...env,
        CHROMIUM_PATH: chromium,
        CELLWRIGHT_GALATA_REPORT: file
      }
    },
    ({ stats, suites, errors }) =>
      count(
        stats.expected + stats.flaky,
        // Errors outside of tests, for example a server that did not start.
        stats.unexpected + errors.length,
        stats.skipped,
        [
          ...suites.flatMap(failedIn),
          ...errors.map(({ message }) => message ?? 'An error')
        ]
      )
  );
}

async function galata({ grep }, isAll) {
  const [llmPort, ...ports] = await freePorts(1 + GALATA_WORKERS);
  await playwright(
    'Galata',
    'ui-tests',
    [
      // Not an error if all tests with that name are Jest's.
      ...(grep ? ['--grep', grep, '--pass-with-no-tests'] : []),
      ...(isAll ? [] : ['--grep', '@core'])
    ],
    {
      CELLWRIGHT_PORTS: ports.join(','),
      CELLWRIGHT_LLM_PORT: String(llmPort)
    }
  );
}

/** Where else Jupyter runs. */
function environments({ grep }) {
  return playwright(
    'Environments',
    'scripts/environments',
    ['--pass-with-no-tests'],
    grep && { CELLWRIGHT_GREP: grep }
  );
}

function failedIn({ file, specs = [], suites = [] }) {
  return [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ line, title, tests }) => {
        const { error } = tests.at(-1)?.results.at(-1) ?? {};
        return `${file}:${line} ${title}${why(error?.location?.line, error?.message)}`;
      }),
    ...suites.flatMap(failedIn)
  ];
}

/** What is seen of a failure where only the end of the log is kept. */
function why(line, message = '') {
  const text = stripVTControlCharacters(message).trim().slice(0, 1_000);
  return text && `\n${line ? `line ${line}: ` : ''}${text}`;
}

async function main() {
  const options = readOptions();
  const { only, grep } = options;
  const wants = part => only.length === 0 || only.includes(part);
  // Who names a test or a part means all of it.
  const isAll = options.all || grep !== undefined || only.length > 0;
  checkNode();
  // Downloads go on in parallel; whoever needs one waits for it.
  const python = wants('jest') || wants('galata') ? preparePython() : undefined;
  await Promise.all([installPackages(), Promise.allSettled([python])]);
  if (wants('galata')) {
    void Promise.allSettled([prepareChromium()]);
  }
  const elsewhere = wants('environments') && isAll;
  const needsBuild = wants('build') || wants('galata') || elsewhere;
  let isBuilt = false;
  // These keep two processors busy together, as Galata does afterwards. The
  // first is one program after the other, for which Jest's workers make way.
  await Promise.all([
    (async () => {
      if (wants('lint') && !grep) {
        await attempt('The style check', lint);
      }
      if (wants('types') && !grep) {
        await attempt('The type check', types);
      }
      isBuilt = needsBuild && (await attempt('The build', buildExtension));
    })(),
    wants('jest') && attempt('Jest', () => jest(options, isAll))
  ]);
  if (wants('galata') && isBuilt) {
    await attempt('Galata', () => galata(options, isAll));
  }
  if (elsewhere && isBuilt) {
    await attempt('Environments', () => environments(options));
  }
  // If tests were requested and none ran, nothing was proved.
  if (
    ['jest', 'galata', 'environments'].some(wants) &&
    total.passed + total.failed === 0
  ) {
    throw new SetupError('No test ran.');
  }
}

await attempt('The command', main);
fs.rmSync(reports, { recursive: true, force: true });
// Last, where a reader of a long log looks first.
for (const failure of failures) {
  log(`Failed: ${failure}`);
}
if (total.skipped > 0) {
  log(`${total.skipped} skipped.`);
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
