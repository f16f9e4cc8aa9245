import { PageConfig } from '@jupyterlab/coreutils';
import { ServerConnection } from '@jupyterlab/services';

import { ENGLISH } from '../../contract';
import { STOP_GRACE } from '../kernel/execution';
import { IDLE_MS } from './hidden-kernels';
import { ServerShell } from './server-shell';
import { OVERTIME } from './kernel-shell';
import { FakeServer } from '../stories/fake-server';

const COMMAND = { command: 'ls', stdin: 'y\n', timeout: 1_000, cwd: '' };
const DONE = { end: 'done', code: 0, ms: 5 };

describe('commands on the server', () => {
  let server: FakeServer;
  let shell: ServerShell;
  let stop: AbortController;
  let live: string[];

  const turn = () => jest.advanceTimersByTimeAsync(0);
  const run = (more: Partial<Parameters<ServerShell['run']>[0]> = {}) => {
    const result = shell.run(
      { ...COMMAND, ...more },
      {
        signal: stop.signal,
        onOutput: ({ stream, text }) => live.push(`${stream}: ${text}`)
      }
    );
    result.catch(() => undefined);
    return result;
  };
  const runDone = async (more?: Parameters<typeof run>[0]): Promise<void> => {
    const result = run(more);
    await turn();
    server.finish(DONE);
    await result;
  };
  const make = () =>
    new ServerShell({ serviceManager: server.asManager(), trans: ENGLISH });

  beforeEach(() => {
    jest.useFakeTimers();
    server = new FakeServer();
    shell = make();
    stop = new AbortController();
    live = [];
  });

  afterEach(() => {
    shell.dispose();
    PageConfig.setOption('appName', '');
    jest.useRealTimers();
  });

  describe('can be run', () => {
    it('through a kernel where there is one for Python, and starts none for it', async () => {
      expect(await shell.availability()).toEqual({ ok: true });
      expect(server.started).toHaveLength(0);
    });

    it('nowhere without one, and says why', async () => {
      server.specs = {
        ir: { name: 'ir', language: 'R', argv: ['R'] },
        // A Python in the browser is not started by a command line.
        pyodide: { name: 'pyodide', language: 'python', argv: [] }
      };
      shell = make();
      expect(await shell.availability()).toEqual({
        ok: false,
        why: expect.stringMatching(/no Python kernel/)
      });
      expect(await shell.environment('ir')).toBeNull();
      await expect(run()).rejects.toThrow(/no Python kernel/);
    });

    it('nowhere in JupyterLite, and says why', async () => {
      PageConfig.setOption('appName', 'JupyterLite');
      expect(await shell.availability()).toEqual({
        ok: false,
        why: expect.stringMatching(/JupyterLite/)
      });
      await expect(run()).rejects.toMatchObject({ code: 'failed' });
      expect(server.started).toHaveLength(0);
    });

    it('nowhere once a kernel turns out to have no processes', async () => {
      const result = run();
      await turn();
      server.finish({ end: 'unavailable', code: null, ms: 0 });
      await expect(result).rejects.toMatchObject({ code: 'failed' });
      expect(await shell.availability()).toMatchObject({ ok: false });
    });
  });

  it('run in a hidden kernel, in the server’s root folder, off the record', async () => {
    await runDone();
    expect(server.started[0].options).toEqual({ name: 'python3', path: '' });
    expect(server.kernel.last.content).toMatchObject({
      store_history: false,
      allow_stdin: false
    });
  });

  describe('run in the environment of', () => {
    beforeEach(() => {
      server.specs.churn = {
        name: 'churn',
        language: 'python',
        argv: ['/envs/churn/bin/python'],
        display_name: 'Python (churn)'
      };
      server.specs.ir = { name: 'ir', language: 'R', argv: ['R'] };
    });

    it.each([
      ['the notebook’s kernel', 'churn', 'churn', 'Python (churn)'],
      ['the default Python, for R', 'ir', 'python3', 'python3'],
      ['the default Python, without a kernel', undefined, 'python3', 'python3'],
      ['the default Python, for one that is gone', 'old', 'python3', 'python3']
    ])('%s', async (_name, kernelspec, started, displayName) => {
      expect(await shell.environment(kernelspec)).toEqual({
        kernelspec: started,
        displayName
      });
      await runDone({ kernelspec });
      expect(server.started[0].options).toMatchObject({ name: started });
    });

    it('no other one, also where a kernel of it waits', async () => {
      for (const [kernelspec, count] of [
        ['churn', 1],
        ['python3', 2],
        ['churn', 2]
      ] as const) {
        const result = run({ kernelspec });
        await turn();
        expect(server.started).toHaveLength(count);
        const { kernel } = server.started.find(
          each => each.kernel.name === kernelspec
        )!;
        kernel.last.print(`${JSON.stringify(DONE)}\n`);
        kernel.last.answer.resolve({ content: { status: 'ok' } });
        await result;
      }
    });
  });

  it('give their streams apart and live, cut anywhere', async () => {
    const result = run();
    await turn();
    const lines = [
      { out: 1, text: 'one\n' },
      { out: 2, text: 'oh\n' },
      { out: 1, left: 7 },
      { out: 1, text: 'end' },
      { end: 'done', code: 3, ms: 12 }
    ].map(line => `${JSON.stringify(line)}\n`);
    const { last } = server.kernel;
    const [first, rest] = [
      lines.join('').slice(0, 20),
      lines.join('').slice(20)
    ];
    last.print(first);
    last.print('a line of somebody’s profile', 'stderr');
    last.print(rest);
    last.answer.resolve({ content: { status: 'ok' } });
    expect(await result).toEqual({
      status: 'done',
      exitCode: 3,
      stdout: 'one\n\n[… 7 characters left out …]\nend',
      stderr: 'oh\n',
      cut: true,
      ms: 12
    });
    expect(live.slice(0, 2)).toEqual(['stdout: one\n', 'stderr: oh\n']);
  });

  it('say why they could not be begun', async () => {
    const result = run({ cwd: 'nowhere' });
    await turn();
    server.finish({ end: 'failed', code: null, why: 'There is no', ms: 0 });
    expect(await result).toMatchObject({
      status: 'failed',
      exitCode: null,
      stderr: 'There is no'
    });
  });

  it.each(['../up', '/etc', 'C:\\x', '%2e%2e/x'])(
    'are refused in %s, outside the server’s root',
    async cwd => {
      await expect(run({ cwd })).rejects.toMatchObject({ code: 'outside' });
      expect(server.started).toHaveLength(0);
    }
  );

  it('share a kernel one after the other, and have one each at the same time', async () => {
    const first = run();
    await turn();
    const second = run();
    await turn();
    expect(server.started).toHaveLength(2);
    server.finish(DONE);
    await second;
    server.started[0].kernel.last.answer.resolve({ content: { status: 'ok' } });
    server.started[0].kernel.last.print(`${JSON.stringify(DONE)}\n`);
    await first;
    const third = run();
    await turn();
    expect(server.started).toHaveLength(2);
    server.started[0].kernel.last.print(`${JSON.stringify(DONE)}\n`);
    server.started[0].kernel.last.answer.resolve({ content: { status: 'ok' } });
    await third;
  });

  it('leave no kernel behind after some idle minutes', async () => {
    await runDone();
    expect(server.kernel.shutdowns).toBe(0);
    await jest.advanceTimersByTimeAsync(IDLE_MS);
    expect(server.kernel.shutdowns).toBe(1);
  });

  it('end with JupyterLab, their kernel too', async () => {
    const result = run();
    await turn();
    shell.dispose();
    await turn();
    expect(server.kernel.shutdowns).toBe(1);
    await expect(result).rejects.toMatchObject({ code: 'failed' });
  });

  it('leave no kernel behind when the page goes away', async () => {
    await runDone();
    const sent: { url: string; init: RequestInit }[] = [];
    server.kernel.serverSettings = ServerConnection.makeSettings({
      baseUrl: 'http://server/',
      fetch: async () => new Promise<Response>(() => undefined),
      Request: class {
        readonly headers = { has: () => false, append: () => undefined };
        constructor(url: string, init: RequestInit) {
          sent.push({ url, init });
        }
      } as unknown as typeof Request
    });
    window.dispatchEvent(new Event('pagehide'));
    expect(sent).toHaveLength(1);
    expect(sent[0].url).toContain(`/api/kernels/${server.kernel.id}`);
    expect(sent[0].init).toMatchObject({ method: 'DELETE', keepalive: true });
  });

  it('stop at an interrupt, which waits until the command has begun', async () => {
    const result = run();
    await turn();
    stop.abort(new Error('stop'));
    expect(server.kernel.interrupts).toBe(0);
    server.print({ out: 1, text: 'a' });
    expect(server.kernel.interrupts).toBe(1);
    server.finish({ end: 'stopped', code: 143, ms: 5 });
    expect(await result).toMatchObject({ status: 'stopped', stdout: 'a' });
  });

  it('stop where the interrupt does nothing: the kernel goes', async () => {
    const result = run();
    await turn();
    server.print({ out: 1, text: 'a' });
    stop.abort(new Error('stop'));
    await jest.advanceTimersByTimeAsync(STOP_GRACE);
    expect(await result).toMatchObject({ status: 'stopped', stdout: 'a' });
    expect(server.kernel.shutdowns).toBe(1);
  });

  it('stopped before they begin, never do', async () => {
    const result = run();
    stop.abort(new Error('stop'));
    expect(await result).toMatchObject({ status: 'stopped', stdout: '' });
    await turn();
    expect(server.started.every(({ kernel }) => !kernel.requests.length)).toBe(
      true
    );
  });

  it('end at the time limit even where the kernel is silent', async () => {
    const result = run();
    await turn();
    server.print({ out: 1, text: 'a' });
    await jest.advanceTimersByTimeAsync(COMMAND.timeout + OVERTIME);
    expect(await result).toMatchObject({ status: 'timeout', stdout: 'a' });
    expect(server.kernel.shutdowns).toBe(1);
  });

  it('say that their result is not known when the kernel is lost', async () => {
    const result = run();
    await turn();
    server.kernel.connectionStatusChanged.emit('disconnected');
    await expect(result).rejects.toThrow(/result is not known/);
  });

  it('say so when the server starts no kernel', async () => {
    server.refusal = new Error('no more kernels');
    await expect(run()).rejects.toThrow(/no more kernels/);
  });
});
