import { spawn, spawnSync } from 'node:child_process';
import * as path from 'node:path';

const SCRIPTS = path.resolve(__dirname, '..');

describe('npm test', () => {
  it('ends with its sums, also when an option is wrong', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [path.join(SCRIPTS, 'test.mjs'), '--only', 'nonsense'],
      { encoding: 'utf8' }
    );
    expect(stderr).toContain('There is no part "nonsense".');
    expect(stderr).toContain('lint, types, jest, build, galata, environments');
    expect(stdout.trim().split('\n').at(-1)).toBe('0 passed, 1 failed');
    expect(status).toBe(1);
  });

  it('takes what it has started along when it is told to stop', async () => {
    const script = `
      import { run } from ${JSON.stringify(path.join(SCRIPTS, 'processes.mjs'))};
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
