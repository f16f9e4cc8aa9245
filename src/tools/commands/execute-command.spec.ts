import { FakeNotebook } from '../../testing/fake-notebook';
import {
  FakeShell,
  commandRun,
  type OnCommand
} from '../../testing/fake-shell';
import { executeCommand } from './execute-command';
import { RESULT_BUDGET } from '../shared/text/output-text';
import { toolContext } from '../stories/tool-context';

function contextOf(onCommand?: OnCommand) {
  const shell = new FakeShell({ onCommand });
  return {
    shell,
    context: toolContext({
      shell,
      notebook: new FakeNotebook({ path: 'work/a.ipynb' })
    })
  };
}

/** What is told of a command that ended like this. */
const outcome = (
  run: Parameters<typeof commandRun>[0],
  args: Parameters<typeof executeCommand.run>[0] = { command: 'x' }
) => executeCommand.run(args, contextOf(() => commandRun(run)).context);

describe('execute_command', () => {
  it('answers y, waits ten minutes and works in the notebook’s folder by default', async () => {
    const { shell, context } = contextOf();
    await executeCommand.run({ command: 'pip install polars' }, context);
    await executeCommand.run(
      { command: 'ls', stdin: '', timeout: 1000, cwd: 'data/raw/' },
      context
    );
    expect(shell.commands).toEqual([
      {
        command: 'pip install polars',
        stdin: 'y\n',
        timeout: 600_000,
        cwd: 'work',
        kernelspec: 'python3'
      },
      {
        command: 'ls',
        stdin: '',
        timeout: 1000,
        cwd: 'work/data/raw',
        kernelspec: 'python3'
      }
    ]);
  });

  it('tells exit code, stdout and stderr apart', async () => {
    const stdout = '\u001b[31mone\u001b[0m\n';
    expect(await outcome({ stdout, stderr: 'warned\n', ms: 400 })).toEqual({
      text: 'Exit code 0 after 0.4 s.\n--- stdout\none\n--- stderr\nwarned',
      ok: true,
      summary: 'Ran a command',
      ms: 400
    });
  });

  it('shows what is printed while it runs', async () => {
    const { context } = contextOf((_command, { onOutput }) => {
      onOutput({ stream: 'stdout', text: 'one\n' });
      onOutput({ stream: 'stderr', text: 'two\n' });
      return commandRun();
    });
    await executeCommand.run({ command: 'x' }, context);
    expect(context.printed).toEqual(['one\n', 'two\n']);
  });

  it('is a failure with the next step for another exit code', async () => {
    const result = await outcome({ exitCode: 2, stderr: 'no such file' });
    expect(result).toMatchObject({
      ok: false,
      summary: 'The command ended with exit code 2'
    });
    expect(result.text).toMatch(
      /^Exit code 2 [^]*no such file\nRead the error/
    );
  });

  it('says that it took too long, or could not begin', async () => {
    const result = await outcome(
      { status: 'timeout', exitCode: null },
      { command: 'x', timeout: 2000 }
    );
    expect(result.ok).toBe(false);
    expect(result.text).toContain('longer than 2.0 s and was ended');
    expect(await outcome({ status: 'failed', exitCode: null })).toMatchObject({
      ok: false,
      summary: 'The command could not be started'
    });
  });

  it('ends as stopped when the person stops it', async () => {
    const controller = new AbortController();
    const { context } = contextOf(() => new Promise(() => undefined));
    const going = executeCommand.run(
      { command: 'sleep 60' },
      { ...context, signal: controller.signal }
    );
    controller.abort();
    expect(await going).toMatchObject({
      ok: false,
      stopped: true,
      summary: 'Stopped the command'
    });
  });

  it('is bounded, both streams together', async () => {
    const { text } = await outcome({
      stdout: 'out\n'.repeat(50_000),
      stderr: 'err\n'.repeat(50_000),
      cut: true
    });
    expect(text.length).toBeLessThan(RESULT_BUDGET + 300);
    expect(text).toContain('--- stderr\nerr');
    expect(text).toContain('Output past the limit was dropped.');
  });

  it.each(['../../up', '/..', 'a/../../../b', 'C:\\', '%2e%2e/x', '~'])(
    'never leaves the server’s root: %s',
    async cwd => {
      const { shell, context } = contextOf();
      expect(executeCommand.check?.({ command: 'ls', cwd }, context)).toContain(
        "below the server's root"
      );
      expect(
        await executeCommand.run({ command: 'ls', cwd }, context)
      ).toMatchObject({ ok: false });
      expect(shell.commands).toEqual([]);
    }
  );

  it('depends on the environment that its card names', async () => {
    const { context } = contextOf();
    const card = async () =>
      executeCommand.propose?.({ command: 'ls' }, context);
    const before = (await card())?.basis;
    context.notebook.setKernel({ spec: 'churn' });
    const now = await card();
    expect(now?.sentence).toContain('Python (churn)');
    expect(now?.basis).not.toBe(before);
  });

  it('shows the command, what it reads and where it runs', async () => {
    const { context } = contextOf();
    expect(
      await executeCommand.propose?.({ command: 'ls' }, context)
    ).toMatchObject({
      body: {
        kind: 'command',
        text: 'ls',
        stdin: 'y\n',
        cwd: 'work',
        environment: 'Python (python3)'
      },
      place: '',
      sentence: expect.stringMatching(
        /, in work, in the environment of Python \(python3\)$/
      ),
      editable: 'command'
    });
    expect(
      (await executeCommand.propose?.({ command: 'ls', cwd: '/' }, context))
        ?.sentence
    ).toMatch(/, in the server's root folder, in the environment of /);
  });

  it('names the machine of a kernel that does not see JupyterLab’s files', async () => {
    const { context } = contextOf();
    context.notebook.onInspect = () => '["gpu-node", "/work"]\n';
    const card = await executeCommand.propose?.({ command: 'ls' }, context);
    expect(card?.sentence).toMatch(
      /^Run a command on gpu-node, which does not see JupyterLab’s files, /
    );
    expect(card?.body).toMatchObject({ machine: 'gpu-node' });
  });
});
