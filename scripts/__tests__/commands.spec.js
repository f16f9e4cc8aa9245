import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as net from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';

import { readLabOptions } from '../lab-options.mjs';
import { isInstalled, makeLibraries, sourceFiles } from '../prepare.mjs';
import { freePort, freePorts, isPortFree, run } from '../processes.mjs';
import {
  isGood,
  lastLine,
  sum,
  tallyJest,
  tallyPlaywright
} from '../tally.mjs';

const ROOT = path.resolve(__dirname, '../..');

describe('options of npm run lab', () => {
  const display = { DISPLAY: ':0' };

  it.each([
    [['--port', '9999', '--no-browser', '--ServerApp.x=1']],
    [['--port=9999']],
    [['--ServerApp.port=9999']]
  ])('know the port, and pass on: %j', args => {
    const options = readLabOptions(args, display);
    expect(options).toMatchObject({ port: 9999, rest: args });
  });

  it('knows a token and a base URL, and passes them on', () => {
    const args = ['--IdentityProvider.token=abc', '--ServerApp.base_url=/x'];
    expect(readLabOptions(args, display)).toMatchObject({
      token: 'abc',
      baseUrl: '/x/',
      rest: args
    });
    expect(readLabOptions([], display)).toMatchObject({
      port: null,
      token: null,
      baseUrl: '/'
    });
  });

  it('keeps the wish for the sample MCP server to itself', () => {
    const options = readLabOptions(['--with-mcp', '--x=1'], display);
    expect(options).toMatchObject({ withMcp: true, rest: ['--x=1'] });
    expect(readLabOptions(['--port', '9999'], display).withMcp).toBe(false);
  });

  it('is quiet unless it is asked to talk', () => {
    expect(readLabOptions([], display).logs).toBe(false);
    expect(readLabOptions(['--debug'], display).logs).toBe(true);
    expect(readLabOptions(['--log-level=INFO'], display).logs).toBe(true);
  });

  it('opens no browser where there is no display', () => {
    expect(readLabOptions([], display, 'linux').browser).toBe(true);
    expect(readLabOptions([], {}, 'linux').browser).toBe(false);
    expect(readLabOptions([], {}, 'darwin').browser).toBe(true);
  });
});

describe('the last line of npm test', () => {
  const TITLE = 'closes';
  const jest = {
    numPassedTests: 8,
    numFailedTests: 1,
    numRuntimeErrorTestSuites: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      {
        name: '/here/a.spec.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'a tool is there' },
          { status: 'failed', fullName: 'a tool runs' }
        ]
      },
      { name: '/here/b.spec.ts', status: 'passed', assertionResults: [] }
    ]
  };
  const playwright = {
    stats: { expected: 3, flaky: 1, unexpected: 2, skipped: 1 },
    errors: [{ message: 'No server' }],
    suites: [
      {
        file: 'c.spec.ts',
        specs: [{ ok: true, line: 1 }],
        suites: [
          {
            file: 'c.spec.ts',
            specs: [{ ok: false, line: 7, title: TITLE }]
          }
        ]
      }
    ]
  };

  it('sums both kinds of test, with the names of what failed', () => {
    const total = sum([tallyJest(jest, 1), tallyPlaywright(playwright, 1)]);
    expect(total).toEqual({
      passed: 12,
      failed: 5,
      skipped: 3,
      failures: [
        'a.spec.ts',
        '  a tool runs',
        `c.spec.ts:7 ${TITLE}`,
        'No server'
      ]
    });
    expect(lastLine(total)).toBe('12 passed, 5 failed');
  });

  it('counts a run without a report as a failure', () => {
    expect(tallyJest(null, 1).failed).toBe(1);
    expect(tallyPlaywright(null, 1).failed).toBe(1);
  });

  it('counts a bad end as a failure although each test passed', () => {
    const report = {
      stats: { expected: 3, flaky: 0, unexpected: 0, skipped: 0 },
      errors: [],
      suites: []
    };
    expect(tallyPlaywright(report, 1)).toMatchObject({ passed: 3, failed: 1 });
  });

  it('is good only when something was tested', () => {
    expect(isGood({ passed: 1, failed: 0 })).toBe(true);
    expect(isGood({ passed: 0, failed: 0 })).toBe(false);
    expect(isGood({ passed: 9, failed: 1 })).toBe(false);
    expect(isGood({ passed: 0, failed: 0 }, { testsWanted: false })).toBe(true);
  });

  it('comes also when an option is wrong', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [path.join(ROOT, 'scripts/test.mjs'), '--only', 'nonsense'],
      { encoding: 'utf8' }
    );
    expect(stderr).toContain(
      'There is no part "nonsense": choose among lint, types, jest, build, galata, environments.'
    );
    expect(stdout.trim().split('\n').at(-1)).toBe('0 passed, 1 failed');
    expect(status).toBe(1);
  });
});

describe('the JavaScript packages', () => {
  const a = { version: '1.0.0', integrity: 'sha512-a' };
  const lock = {
    packages: { '': {}, a, b: { version: '2.0.0', optional: true } }
  };

  it('count as installed when npm has recorded what the lock file asks', () => {
    expect(isInstalled(lock, { packages: { a } })).toBe(true);
  });

  it('do not when one is missing or another', () => {
    expect(isInstalled(lock, { packages: {} })).toBe(false);
    const other = { ...a, version: '1.0.1' };
    expect(isInstalled(lock, { packages: { a: other } })).toBe(false);
    const changed = { ...a, integrity: 'sha512-b' };
    expect(isInstalled(lock, { packages: { a: changed } })).toBe(false);
  });
});

describe('what a build is made from', () => {
  let folder;

  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cellwright-sources-'));
    for (const file of [
      'package.json',
      'README.md',
      'src/index.ts',
      'src/engine/__tests__/a.spec.ts',
      'src/engine/b.spec.tsx',
      'src/testing/fake.ts',
      'style/base.css'
    ]) {
      const target = path.join(folder, file);
      fs.mkdirSync(path.dirname(target), { recursive: true });
      fs.writeFileSync(target, '');
    }
  });

  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it('leaves out specs, fakes and papers', () => {
    expect(sourceFiles(folder).map(f => path.relative(folder, f))).toEqual(
      ['package.json', 'src/index.ts', 'style/base.css'].map(path.normalize)
    );
  });
});

describe('ports and processes', () => {
  it('finds as many free ports as are asked for', async () => {
    const ports = await freePorts(20);
    expect(new Set(ports).size).toBe(20);
    expect(
      await Promise.all(ports.map(port => isPortFree(port)))
    ).not.toContain(false);
  });

  it('tells a taken port from a free one', async () => {
    const server = net.createServer();
    const port = await freePort();
    expect(await isPortFree(port)).toBe(true);
    await new Promise(resolve => server.listen(port, '127.0.0.1', resolve));
    expect(await isPortFree(port)).toBe(false);
    expect(await freePort(port)).not.toBe(port);
    await new Promise(resolve => server.close(resolve));
  });

  it('gives exit code and words of a program, also when there is none', async () => {
    const good = await run(process.execPath, ['-e', '0'], { quiet: true });
    expect(good).toEqual({ code: 0, output: '' });
    const silent = jest
      .spyOn(process.stderr, 'write')
      .mockImplementation(() => true);
    const bad = await run(
      process.execPath,
      ['-e', 'console.log("why"); process.exit(3)'],
      { quiet: true }
    );
    expect(bad).toEqual({ code: 3, output: 'why\n' });
    expect((await run('no-such-program', [], { quiet: true })).code).toBe(127);
    silent.mockRestore();
  });

  it('takes the program along when it is told to stop', async () => {
    const script = `
      import { run } from ${JSON.stringify(path.join(ROOT, 'scripts/processes.mjs'))};
      await run(process.execPath, ['-e', 'console.log(process.pid); setInterval(() => {}, 1e3)']);
    `;
    const parent = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      script
    ]);
    const pid = await new Promise(resolve =>
      parent.stdout.once('data', data => resolve(Number(`${data}`)))
    );
    const closed = new Promise(resolve => parent.once('close', resolve));
    parent.kill('SIGTERM');
    expect(await closed).toBe(143);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

describe('libraries for the tests', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cellwright-'));
  const list = path.join(folder, 'requirements-libraries.txt');
  const libraries = path.join(folder, '.venv', 'libraries');
  const calls = path.join(folder, 'calls');
  const timesInstalled = () =>
    fs.readFileSync(calls, 'utf8').split('\n').length - 1;

  beforeAll(() => {
    const bin = path.join(folder, '.venv', 'bin');
    fs.mkdirSync(bin, { recursive: true });
    // Stands in for a Python whose pip would use the network.
    fs.writeFileSync(
      path.join(bin, 'python'),
      `#!/bin/sh\necho "$*" >> '${calls}'\n[ ! -e '${folder}/refuse' ] && mkdir '${libraries}'\n`,
      { mode: 0o755 }
    );
    fs.writeFileSync(list, 'polars==1\n');
  });

  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it('are installed once, and anew when their list has changed', async () => {
    await makeLibraries(folder);
    await makeLibraries(folder);
    expect(timesInstalled()).toBe(1);
    fs.writeFileSync(path.join(libraries, 'old.py'), '');
    fs.writeFileSync(list, 'polars==2\n');
    await makeLibraries(folder);
    expect(timesInstalled()).toBe(2);
    expect(fs.existsSync(path.join(libraries, 'old.py'))).toBe(false);
  });

  it('are installed again after an installation that failed', async () => {
    fs.writeFileSync(path.join(folder, 'refuse'), '');
    fs.writeFileSync(list, 'polars==3\n');
    await expect(makeLibraries(folder)).rejects.toThrow(
      'pip could not install'
    );
    fs.rmSync(path.join(folder, 'refuse'));
    await makeLibraries(folder);
    await makeLibraries(folder);
    expect(timesInstalled()).toBe(4);
  });
});
