import * as fs from 'node:fs';

import type { Page } from '@playwright/test';

import { historyFaults, toolTexts } from '../support/history';
import { answer, call, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

/**
 * A command that writes its own process id and that of its child to a file,
 * then waits.
 */
const WAITS =
  'echo $$ > pids.txt; sleep 300 & echo $! >> pids.txt; echo begun; wait';

/** More files than should be read one by one, with unusual ones among them. */
const LARGE_TREE = String.raw`
mkdir tree && cd tree && for i in $(seq 205); do echo hay > f$i.txt; done
echo "a needle here" > f120.txt
mkdir -p deep/er "it's deep" .hidden node_modules
echo "  needle = 1" > deep/er/code.py
printf "one\r\ntwo needles\r\n" > "it's deep/two words.md"
printf "\357\273\277needle first\n" > marked.txt
printf "nothing\000\nneedle after it\n" > nul.txt
printf "\303\244\n" > -e.txt && echo "a needle" >> ./-e.txt
printf "\351 needle\n" > latin.txt
echo "needle" | tee .hidden/no.txt .no.txt node_modules/no.js ignored.txt
echo "ignored.txt" | tee .gitignore .ignore
ln -s f120.txt link.txt
`;

test('a command runs on the server, in the environment of the notebook’s kernel, with its exit code and its output live, and ends with all it has started; a large tree is searched whole', async ({
  baseURL,
  begin,
  files,
  model,
  page,
  request,
  tmpPath
}) => {
  await test.step('a command runs in the environment of the notebook’s kernel, which its card names; a package that is missing comes with the line that installs it', async () => {
    const { panel, notebook } = await begin({ cells: [OWN_ENVIRONMENT] });
    await notebook.command('notebook:run-all-cells');
    await expect.poll(() => notebook.outputText(0)).toContain('made');
    await notebook.changeKernel('cellwright-own');
    await model.script([
      call('execute_command', {
        command:
          'command -v python; echo "$VIRTUAL_ENV"; python -c "import sys; print(sys.prefix)"; touch here.txt'
      }),
      cell('import sys\nprint(sys.prefix)'),
      cell('import nowhere_to_be_found'),
      cell(
        'import shutil\nfrom jupyter_core.paths import jupyter_data_dir\nshutil.rmtree(jupyter_data_dir() + "/kernels/cellwright-own")'
      ),
      answer('The same.')
    ]);
    await panel.say('where am I');
    await expect(panel.cards).toContainText(
      'in the environment of “Own environment”'
    );
    for (const shown of [
      'touch here',
      'print(sys',
      'import nowhere',
      'rmtree'
    ]) {
      await expect(panel.cards).toContainText(shown);
      await panel.approve();
      await expect(panel.cards.filter({ hasText: shown })).toHaveCount(0);
    }
    await panel.answered('The same.');
    const [command, own, missing] = toolTexts(
      (await model.lastRequest()).body.messages
    );
    const [, python, env, prefix] = /stdout\n(.*)\n(.*)\n(.*)\n?/.exec(
      command
    )!;
    expect(python).toBe(`${env}/bin/python`);
    expect(prefix).toBe(env);
    expect(own).toContain(env);
    expect(missing).toContain('"%pip install nowhere_to_be_found" in a cell');
    expect(await files.read('here.txt')).toBe('');
  });

  await test.step('a command runs on the server, in a kernel of its own, with its exit code and its output live, and ends with all it has started; a large tree is searched whole', async () => {
    const { panel, notebook } = await begin();
    const live = panel.log.getByRole('region', { name: 'Output so far' });
    const result = async (): Promise<string> =>
      toolTexts((await model.lastRequest()).body.messages).at(-1)!;
    const pids = async (): Promise<number[]> =>
      (await files.read('pids.txt'))!.trim().split('\n').map(Number);

    await test.step('the card says what runs and where; the exit code and both streams come back apart', async () => {
      await model.script([
        call('execute_command', {
          command: 'echo out; echo err >&2; basename "$PWD"; cat; exit 3'
        }),
        answer('It failed.')
      ]);
      await panel.say('run it');
      await expect(panel.cards).toContainText('echo out; echo err >&2');
      await expect(panel.cards).toContainText(`in “${tmpPath}”`);
      await expect(panel.cards.getByText('may run commands')).toBeVisible();
      await panel.approve();
      await panel.answered('It failed.');
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
      await panel.answered('It went on.');
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
      await panel.answered('Too long.');
      const started = await pids();
      expect(started).toHaveLength(2);
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
      // On a slow machine, the end is reported only after the panel has moved on.
      await expect(
        panel.line(/Stopped (the command|before it was done)/)
      ).toBeVisible();
      await expect.poll(() => started.filter(isAlive)).toEqual([]);
      await panel.say('what happened');
      await panel.answered('Stopped in time.');
      const { messages } = (await model.lastRequest()).body;
      expect(historyFaults(messages)).toEqual([]);
      expect(toolTexts(messages).at(-1)).toContain('The person stopped');
    });

    await test.step('a search of a large tree reads every file that the server shows', async () => {
      const path = `/${tmpPath}/tree`;
      await model.script([
        call('execute_command', { command: LARGE_TREE }),
        call('search_workspace', { pattern: 'needle', path }),
        answer('Found.')
      ]);
      await panel.say('find it');
      await panel.approve();
      await expect(panel.finalAnswer).toContainText('Found.');
      const lines = (await result()).split('\n');
      expect(lines[0]).toBe(`8 matches in 212 files under ${path}.`);
      expect(lines).toContain(`tree/it's deep/two words.md:2: two needles`);
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
      // One for each environment.
      expect(hidden).toHaveLength(2);
      await (page as unknown as Page).close({ runBeforeUnload: false });
      await expect
        .poll(async () => (await kernels()).filter(id => hidden.includes(id)))
        .toEqual([]);
    });
  });
});

/** An environment of its own beside the server's, and a kernel of it. */
const OWN_ENVIRONMENT = `
import json, os, site, subprocess, sys
from jupyter_core.paths import jupyter_data_dir

env = os.path.abspath("env")
subprocess.run([sys.executable, "-m", "venv", "--without-pip", env], check=True)
packages = subprocess.run([env + "/bin/python", "-c", "import site; print(site.getsitepackages()[0])"], capture_output=True, text=True).stdout.strip()
open(os.path.join(packages, "server.pth"), "w").write(site.getsitepackages()[0])
spec = os.path.join(jupyter_data_dir(), "kernels", "cellwright-own")
os.makedirs(spec, exist_ok=True)
json.dump({"argv": [env + "/bin/python", "-m", "ipykernel_launcher", "-f", "{connection_file}"], "display_name": "Own environment", "language": "python"}, open(os.path.join(spec, "kernel.json"), "w"))
print("made")
`;

/**
 * Whether a process is still running. One that has ended but was not waited for
 * (a container's first process may never do so) still accepts signals.
 */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    // proc_pid_stat(5): the state follows the name, which is in brackets.
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^ [ZX]/.test(stat.slice(stat.lastIndexOf(')') + 1));
  } catch {
    // It ended in the meantime, unless this system has no such files.
    return !fs.existsSync('/proc/self/stat');
  }
}
