import * as fs from 'node:fs';

import type { Page } from '@playwright/test';

import { historyFaults, toolTexts } from '../support/history';
import { answer, call } from '../support/scripted-model';
import { expect, test } from '../support/test';

/** A command that names itself and what it starts in a file, then waits. */
const WAITS =
  'echo $$ > pids.txt; sleep 300 & echo $! >> pids.txt; echo begun; wait';

test('a command runs on the server with its exit code and both streams, shows its output live, and its processes end with Stop and the time limit', async ({
  begin,
  model,
  page,
  request,
  tmpPath,
  baseURL
}) => {
  const { panel, notebook } = await begin();
  const live = panel.log.getByRole('region', { name: 'Output so far' });
  const result = async (): Promise<string> =>
    toolTexts((await model.lastRequest()).body.messages).at(-1)!;
  const pids = async (): Promise<number[]> => {
    const { content } = (await (
      await request.get(`api/contents/${tmpPath}/pids.txt`)
    ).json()) as { content: string };
    return content.trim().split('\n').map(Number);
  };

  await test.step('the card says what runs and where; the exit code and both streams come back apart', async () => {
    await model.script([
      call('execute_command', {
        command: 'echo out; echo err >&2; basename "$PWD"; cat; exit 3'
      }),
      answer('It failed.')
    ]);
    await panel.say('run it');
    await expect(panel.cards).toContainText('echo out; echo err >&2');
    await expect(panel.cards).toContainText(`in ${tmpPath}`);
    await expect(panel.cards.getByText('runs a shell command')).toBeVisible();
    await panel.approve();
    await expect(panel.finalAnswer).toContainText('It failed.', {
      timeout: 30_000
    });
    expect(await result()).toMatch(/^Exit code 3 after /);
    expect(await result()).toContain(
      `--- stdout\nout\n${tmpPath.split('/').at(-1)}\ny\n--- stderr\nerr\n`
    );
    await expect(
      panel.line('The command ended with exit code 3')
    ).toBeVisible();
  });

  await test.step('its output is shown while it runs', async () => {
    await model.script([
      call('execute_command', {
        command:
          'printf "10%%\\r20%%\\n"; echo "\\033[31mfirst\\033[0m" >&2; until [ -f go.txt ]; do sleep 0.1; done; echo last'
      }),
      answer('It went on.')
    ]);
    await panel.say('run the next');
    await panel.approve();
    await expect(live).toContainText('first');
    await expect(live).toContainText('20%');
    await expect(live).not.toContainText('last');
    await expect(panel.line('Running a command')).toBeVisible();
    await page.contents.uploadContent('', 'text', `${tmpPath}/go.txt`);
    await expect(panel.finalAnswer).toContainText('It went on.');
    await expect(live).toHaveCount(0);
    expect(await result()).toMatch(
      /^Exit code 0 .*\n--- stdout\n.*20%\nlast\n/
    );
  });

  await test.step('the time limit ends it with all it has started, also what ignores a polite signal', async () => {
    await model.script([
      call('execute_command', {
        command: `trap "" TERM; ${WAITS}; sleep 300`,
        timeout: 3000
      }),
      answer('Too long.')
    ]);
    await panel.say('wait for me');
    await panel.approve();
    await expect(live).toContainText('begun');
    const started = await pids();
    expect(started).toHaveLength(2);
    expect(started.filter(isAlive)).toEqual(started);
    await expect(panel.finalAnswer).toContainText('Too long.');
    expect(await result()).toContain(
      'It took longer than 3.0 s and was ended, with all it had started.'
    );
    expect(await result()).toContain('--- stdout\nbegun');
    await expect(panel.line('The command took too long')).toBeVisible();
    expect(started.filter(isAlive)).toEqual([]);
  });

  await test.step('Stop ends it with all it has started', async () => {
    await model.script([
      call('execute_command', { command: WAITS }),
      answer('Stopped in time.')
    ]);
    await panel.say('wait again');
    await panel.approve();
    await expect(live).toContainText('begun');
    const started = await pids();
    expect(started.filter(isAlive)).toEqual(started);
    await panel.stop.click();
    await panel.settled();
    // A slow machine tells of the end only after the panel has gone on.
    await expect(
      panel.line(/Stopped (the command|before it was done)/)
    ).toBeVisible();
    await expect.poll(() => started.filter(isAlive)).toEqual([]);
    await panel.say('what happened');
    await expect(panel.finalAnswer).toContainText('Stopped in time.');
    const { messages } = (await model.lastRequest()).body;
    expect(historyFaults(messages)).toEqual([]);
    expect(toolTexts(messages).at(-1)).toContain('The person stopped');
  });

  await test.step('all of it in a kernel that belongs to no notebook and goes with the page', async () => {
    expect(await notebook.sources()).toEqual(['# Analysis']);
    expect(await notebook.kernelState()).toBe('idle');
    const kernels = async (): Promise<string[]> => {
      const all = (await (
        await request.get(`${baseURL}/api/kernels`)
      ).json()) as { id: string }[];
      return all.map(({ id }) => id);
    };
    const sessions = (await (
      await request.get(`${baseURL}/api/sessions`)
    ).json()) as { kernel: { id: string } }[];
    const own = sessions.map(({ kernel }) => kernel.id);
    const hidden = (await kernels()).filter(id => !own.includes(id));
    expect(hidden).toHaveLength(1);
    await (page as unknown as Page).close({ runBeforeUnload: false });
    await expect
      .poll(async () => (await kernels()).filter(id => hidden.includes(id)))
      .toEqual([]);
  });
});

/**
 * Whether a process still runs. One that has ended but that nobody has waited
 * for (a container's first process may never do so) still takes signals.
 */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    // proc_pid_stat(5): the state follows the name, which stands in brackets.
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^ [ZX]/.test(stat.slice(stat.lastIndexOf(')') + 1));
  } catch {
    // It went in the meantime, unless this system has no such files.
    return !fs.existsSync('/proc/self/stat');
  }
}
