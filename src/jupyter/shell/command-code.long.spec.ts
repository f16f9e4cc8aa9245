import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pythonPath } from '../../testing/processes/python-process';
import { until } from '../../testing/until';
import { commandCode, HEAD, TAIL } from './command-code';
import { CommandOutput } from './command-output';

/** A command that lasts, and that no other run of these tests has started. */
function sleep(which: number): string {
  return `sleep 4711.0${which}${process.pid}`;
}

describe('a command as a process of a Python kernel', () => {
  let root: string;

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'cellwright-'));
    mkdirSync(join(root, 'data'));
  });

  afterAll(() => {
    rmSync(root, { recursive: true });
  });

  /**
   * Runs the code as a kernel in the server's root does; `onOutput` may
   * interrupt.
   */
  function run(
    command: string,
    more: {
      stdin?: string;
      timeout?: number;
      cwd?: string;
      onOutput?(text: string, interrupt: () => void): void;
    } = {}
  ): Promise<CommandOutput> {
    const { stdin = 'y\n', timeout = 20_000, cwd = '', onOutput } = more;
    return runCode(commandCode({ command, stdin, timeout, cwd }), { onOutput });
  }

  /** Runs the code with these folders in PATH. */
  function runCode(
    code: string,
    {
      onOutput,
      path,
      python: program = pythonPath()
    }: {
      onOutput?(text: string, interrupt: () => void): void;
      path?: string;
      python?: string;
    } = {}
  ): Promise<CommandOutput> {
    const python = spawn(program, ['-c', code], {
      cwd: root,
      env: {
        ...process.env,
        MPLBACKEND: 'module://matplotlib_inline.backend_inline',
        FORCE_COLOR: '1',
        ...(path !== undefined && { PATH: path })
      }
    });
    const output = new CommandOutput(({ text }) =>
      onOutput?.(text, () => python.kill('SIGINT'))
    );
    let noise = '';
    python.stdout.on('data', chunk => output.push(String(chunk)));
    python.stderr.on('data', chunk => (noise += String(chunk)));
    return new Promise((resolve, reject) => {
      python.on('exit', () => {
        if (output.end) {
          resolve(output);
        } else {
          reject(new Error(noise));
        }
      });
    });
  }

  function isRunning(mark: string): boolean {
    return spawnSync('pgrep', ['-f', mark]).status === 0;
  }

  it('gives the exit code and both streams apart', async () => {
    const { text, end, cut } = await run('echo out; echo err >&2; exit 3');
    expect(text).toEqual({ stdout: 'out\n', stderr: 'err\n' });
    expect(end).toMatchObject({ end: 'done', code: 3 });
    expect(cut).toBe(false);
  });

  it('says the code that shells give for a signal', async () => {
    const { end } = await run('kill -9 $$');
    expect(end).toMatchObject({ end: 'done', code: 137 });
  });

  it('tells output while the command runs', async () => {
    const seen: string[] = [];
    // Continues only once its first line has been seen.
    await run('echo one; until [ -e go ]; do sleep 0.05; done; echo two', {
      onOutput: text => {
        seen.push(text);
        writeFileSync(join(root, 'go'), '');
      }
    });
    expect(seen).toEqual(['one\n', 'two\n']);
  });

  it('hands its input over, and ends it', async () => {
    const { text } = await run('read a; echo "[$a]"; cat', {
      stdin: 'yes\nrest'
    });
    expect(text.stdout).toBe('[yes]\nrest');
  });

  it('does not mind a command that reads no input', async () => {
    const { end } = await run('true', { stdin: 'x'.repeat(100_000) });
    expect(end).toMatchObject({ end: 'done', code: 0 });
  });

  it('takes any text, to the letter', async () => {
    const letters = 'ä “quoted” \\n \u2028 %d {x} $HOME 😀 \u0085';
    const { text } = await run(`cat <<'EOF'\n${letters}\nEOF`);
    expect(text.stdout).toBe(`${letters}\n`);
  });

  it('keeps a character whole that comes in two parts', async () => {
    const { text } = await run(
      `printf '\\303'; sleep 0.3; printf '\\244'; printf '\\377'`
    );
    expect(text.stdout).toBe('ä\ufffd');
  });

  it('runs in the folder asked for', async () => {
    const { text } = await run('basename "$PWD"', { cwd: 'data' });
    expect(text.stdout).toBe('data\n');
  });

  it('says that a folder is not there, and runs nothing', async () => {
    const { end, text } = await run('echo ran', { cwd: 'nowhere' });
    expect(end).toMatchObject({ end: 'failed', code: null });
    expect(end?.why).toMatch(/no folder 'nowhere'/);
    expect(text.stdout).toBe('');
  });

  it('does not pass on what the kernel set for itself', async () => {
    const { text } = await run('echo "[$MPLBACKEND$FORCE_COLOR]$PAGER"');
    expect(text.stdout).toBe('[]cat\n');
  });

  it.each(['VIRTUAL_ENV', 'CONDA_PREFIX'])(
    'runs in the environment of its Python, whatever PATH says: %s',
    async variable => {
      const env = join(root, variable);
      const python = join(env, 'bin', 'python');
      const created = spawnSync(pythonPath(), [
        ...['-m', 'venv', '--system-site-packages', '--without-pip'],
        env
      ]);
      expect(created.status).toBe(0);
      let code = commandCode({
        command: `command -v python; echo "$VIRTUAL_ENV$CONDA_PREFIX"; echo "$${variable}"; python -c "import sys; print(sys.prefix)"; echo "$PIP_PYTHON"`,
        stdin: '',
        timeout: 60_000,
        cwd: ''
      });
      if (variable === 'CONDA_PREFIX') {
        // What conda leaves in place of the file of a virtual environment.
        mkdirSync(join(env, 'conda-meta'));
        code = code.replace("'pyvenv.cfg'", "'no.cfg'");
      }
      const { text } = await runCode(code, {
        python,
        path: `/nowhere:${process.env.PATH}`
      });
      expect(text.stdout.split('\n').slice(0, 5)).toEqual([
        python,
        env,
        env,
        env,
        python
      ]);
    }
  );

  it('bounds 10 MB of output to its beginning and its end', async () => {
    let live = 0;
    const { text, cut, end } = await run(
      'echo begin; yes 123456789 | head -c 10000000; echo finish',
      { onOutput: chunk => (live += chunk.length) }
    );
    expect(end).toMatchObject({ end: 'done', code: 0 });
    expect(cut).toBe(true);
    expect(text.stdout.startsWith('begin\n')).toBe(true);
    expect(text.stdout.endsWith('finish\n')).toBe(true);
    expect(text.stdout).toContain('characters left out');
    expect(text.stdout.length).toBeLessThan(HEAD + TAIL + 100);
    expect(live).toBe(text.stdout.length);
  });

  it('ends everything it started at the time limit', async () => {
    const { end, text } = await run(
      `${sleep(1)} & (${sleep(1)} >/dev/null 2>&1 &) ; echo begun; ${sleep(1)}`,
      { timeout: 3_000 }
    );
    expect(end).toMatchObject({ end: 'timeout' });
    expect(text.stdout).toBe('begun\n');
    await until(() => !isRunning(sleep(1)));
  });

  it('ends what ignores the polite signal', async () => {
    const { end } = await run(
      `trap '' TERM; echo begun; while :; do ${sleep(2)}; done`,
      { timeout: 3_000 }
    );
    expect(end).toMatchObject({ end: 'timeout', code: 137 });
    await until(() => !isRunning(sleep(2)));
  });

  it('stops at an interrupt, with what was printed until then', async () => {
    const { end, text } = await run(`echo begun; ${sleep(3)}; echo no`, {
      onOutput: (_, interrupt) => interrupt()
    });
    expect(end).toMatchObject({ end: 'stopped' });
    expect(text.stdout).toBe('begun\n');
    await until(() => !isRunning(sleep(3)));
  });

  it('does not wait for what goes on in the background', async () => {
    const { end, text } = await run(`${sleep(4)} & echo on its way`);
    expect(end).toMatchObject({ end: 'done', code: 0 });
    expect(text.stdout).toBe('on its way\n');
    expect(spawnSync('pkill', ['-f', sleep(4)]).status).toBe(0);
  });
});
