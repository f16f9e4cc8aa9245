import type { Page } from '@playwright/test';

import { historyFaults, toolTexts } from '../support/history';
import { answer, call } from '../support/scripted-model';
import { Settings } from '../support/settings';
import { expect, test } from '../support/test';

test('cells are run, tried out and weighed; a restart asks all the same, and cells are moved and deleted under a person who types', async ({
  begin,
  model,
  page,
  tmpPath
}) => {
  await test.step('run_cells stops at the first error, run_scratch leaves no trace, and check_resource tells sizes and memory', async () => {
    await model.script([
      call('run_cells', { cell_ids: ['cell-1', 'cell-2', 'cell-3'] }),
      call('run_scratch', {
        code: 'import pandas as pd\nscratched = pd.DataFrame({"n": range(100_000)})\nprint("sum", seen + 41)'
      }),
      call('run_cells', { cell_ids: ['cell-4'] }),
      call('check_resource', { files: ['table.csv'] }),
      answer('All looked at.')
    ]);
    const { panel, notebook } = await begin({
      cells: [
        'seen = 1\nprint("one")',
        '1 / 0',
        'print("three")',
        'print([entry[2] for entry in get_ipython().history_manager.get_range()])'
      ],
      files: { 'table.csv': 'n\n'.repeat(6000) }
    });

    await test.step('the card shows the cells that run', async () => {
      await panel.say('run what is there');
      await expect(panel.cards).toContainText('Run 3 cells');
      for (const text of ['print("one")', '1 / 0', 'print("three")']) {
        await expect(panel.cards).toContainText(text);
      }
      await panel.approve();
    });

    await test.step('the second fails, and the third is not run', async () => {
      await expect(panel.cards).toContainText('Run code without a cell');
      expect((await notebook.code()).map(each => each.execution_count)).toEqual(
        [1, 2, null, null]
      );
      await expect(panel.line(/failed: “ZeroDivisionError/)).toBeVisible();
      const [ran] = toolTexts((await model.lastRequest()).body.messages);
      expect(ran).toContain('one');
      expect(ran).toContain('ZeroDivisionError: division by zero');
      expect(ran).toMatch(/Not run: cell-3\.$/);
    });

    await test.step('scratch code leaves no cell, no number and no history; its output is in the thread', async () => {
      await panel.approve();
      await expect(panel.cards).toContainText('Run cell');
      await panel
        .line('Ran code without a cell')
        .getByRole('button')
        .first()
        .click();
      await expect(
        panel.log.getByLabel('Result', { exact: true })
      ).toContainText('sum 42');
      await panel.approve();
      await panel.answered('All looked at.');
      const { messages } = (await model.lastRequest()).body;
      expect(historyFaults(messages)).toEqual([]);
      const [, scratch] = toolTexts(messages);
      expect(scratch).toContain('sum 42');
      expect(scratch).not.toMatch(/as \[\d/);
      const cells = await notebook.code();
      expect(cells.map(each => each.execution_count)).toEqual([1, 2, null, 3]);
      expect(await notebook.outputText(3)).toContain('1 / 0');
      expect(await notebook.outputText(3)).not.toContain('scratched');
      await expect(page.locator('.jp-Notebook')).not.toContainText('sum 42');
    });

    await test.step('sizes of files, frames, kernel and machine', async () => {
      const sizes = toolTexts((await model.lastRequest()).body.messages).at(
        -1
      )!;
      expect(sizes).toContain('table.csv: 12.0 KB');
      expect(sizes).toMatch(/^scratched: DataFrame, 8\d\d\.\d KB$/m);
      expect(sizes).toMatch(
        /^Kernel: [\d.,]+ MB in use\. Free on its machine: [\d.,]+ [MG]B\.$/m
      );
    });
  });

  await test.step('a restart asks all the same, a person’s running cell can be moved and looked past, and cells are moved and deleted under a person who types', async () => {
    // With leave to change and run cells.
    await new Settings(page as unknown as Page).set('policy', {
      edit: 'allow',
      execute: 'allow'
    });
    await test.step('a restart asks all the same, says what is lost, and then all cells run on the new kernel', async () => {
      await model.script([
        call('run_cells', { cell_ids: ['cell-1'] }),
        call('restart_kernel', { run_all: true, description: 'A check.' }),
        call('jupyter_cell', { code: 'print(seen)', after: 'top' }),
        answer('Checked.')
      ]);
      const { panel, notebook } = await begin({
        cells: [
          'seen = 1\nprint("one")',
          'lost = globals().get("seen_twice", 0)'
        ]
      });
      await panel.say('does it run from the top?');
      await expect(panel.cards).toContainText(
        'Restart the kernel and run all cells'
      );
      await expect(panel.cards).toContainText('1 variable is lost: seen.');
      await panel.approve();
      await panel.answered('Checked.');
      await expect(
        panel.line('Restarted the kernel and ran 2 cells')
      ).toBeVisible();
      const [, restarted, inserted] = toolTexts(
        (await model.lastRequest()).body.messages
      );
      expect(restarted).toMatch(
        /The kernel was restarted\. Then all 2 code cells ran\.\s+Cell cell-1 ran in .* as \[1\]\.\none/
      );
      expect(inserted).toMatch(/as \[3\]\. It is cell 1 of 3\.\n1/);
      expect((await notebook.code()).map(each => each.execution_count)).toEqual(
        [3, 1, 2]
      );
    });

    await test.step('while a person’s cell runs, variables can be looked at, and the cell can be moved: it runs on, and its output arrives', async () => {
      await model.script([
        answer('Ready.'),
        call('inspect_variables', {}),
        call('delete_cell', { cell_id: 'cell-2' }),
        call('move_cell', { cell_id: 'cell-2' }),
        answer('Seen and moved.')
      ]);
      const { panel, notebook } = await begin({
        cells: [
          'import pandas as pd\npeople = pd.DataFrame({"name": ["ann", "bob"], "age": [31, 47]})',
          'import os, time\nprint("begun")\nwhile not os.path.exists("go.txt"): time.sleep(0.05)\nprint("ended")',
          '# the last'
        ]
      });
      await panel.say('are you there');
      await panel.answered('Ready.');
      await notebook.command('notebook:run-all-cells');
      await expect.poll(() => notebook.outputText(1)).toBe('begun\n');

      await panel.say('look, and move it to the top');
      await panel.answered('Seen and moved.');
      await expect(panel.root.getByText(/ · .*running/)).toBeVisible();
      const [variables, deleted, moved] = toolTexts(
        (await model.lastRequest()).body.messages
      ).slice(-3);
      expect(variables).toContain('people');
      expect(variables).toMatch(/age.*int64/);
      expect(deleted).toContain('is running. Delete it once it is done.');
      expect(moved).toContain('is now cell 1 of');
      expect((await notebook.cells()).map(({ id }) => id)).toEqual([
        'cell-2',
        'cell-1',
        'cell-3'
      ]);
      await expect(
        page.locator('.jp-Notebook .jp-Cell').first().getByText('[*]:')
      ).toBeVisible();

      await page.contents.uploadContent('', 'text', `${tmpPath}/go.txt`);
      await expect.poll(() => notebook.outputText(0)).toBe('begun\nended\n');
      await expect
        .poll(async () => (await notebook.code())[0].execution_count)
        .toBe(2);
      await expect(page.locator('.jp-Notebook .jp-Cell').first()).toContainText(
        'ended'
      );
    });

    await test.step('cells are moved and deleted under a person who types: place, focus and mode stay, and undo brings all back', async () => {
      await model.script([
        call('read_notebook', { cells: ['cell-3', 'cell-15'] }),
        call('run_scratch', {
          code: 'import os, time\nwhile not os.path.exists("moved.txt"): time.sleep(0.05)'
        }),
        call('move_cell', { cell_id: 'cell-14' }),
        call('delete_cell', { cell_id: 'cell-3' }),
        call('delete_cell', { cell_id: 'cell-15' }),
        call('move_cell', { cell_id: 'cell-2', after: 'cell-16' }),
        answer('Tidied.')
      ]);
      const numbers = Array.from({ length: 16 }, (_, index) => index + 1);
      const { panel, notebook } = await begin({
        cells: numbers.map(n => `# cell ${n}\nvalue_${n} = ${n}\nprint(${n})`)
      });
      const ids = async (): Promise<string[]> =>
        (await notebook.cells()).map(({ id }) => id);
      const before = await ids();
      const mine = page
        .locator('.jp-Notebook .jp-Cell')
        .filter({ hasText: '# cell 10' });
      const top = async (): Promise<number> => (await mine.boundingBox())!.y;

      await panel.say('tidy up');
      await expect.poll(() => notebook.kernelState()).toBe('busy');
      await mine.scrollIntoViewIfNeeded();
      await mine.locator('.cm-line').first().click();
      await page.keyboard.press('End');
      await page.keyboard.insertText(' typed');
      const place = await top();
      await page.contents.uploadContent('', 'text', `${tmpPath}/moved.txt`);
      await panel.answered('Tidied.');

      await test.step('the cells are where they were told to be', async () => {
        const wanted = before.filter(
          id => !['cell-2', 'cell-3', 'cell-14', 'cell-15'].includes(id)
        );
        wanted.unshift('cell-14');
        wanted.splice(wanted.indexOf('cell-16') + 1, 0, 'cell-2');
        expect(await ids()).toEqual(wanted);
      });

      await test.step('the person has noticed nothing', async () => {
        await expect(mine.getByRole('textbox')).toBeFocused();
        await expect(
          page.locator('.jp-Notebook.jp-mod-editMode')
        ).toBeVisible();
        expect(Math.abs((await top()) - place)).toBeLessThan(3);
        await page.keyboard.insertText(' on');
        const cell = (await notebook.cells()).find(
          ({ id }) => id === 'cell-10'
        );
        expect(cell?.source.split('\n')[0]).toBe('# cell 10 typed on');
      });

      await test.step('each change is one step back', async () => {
        for (let step = 0; step < 4; step++) {
          await notebook.command('notebook:undo-cell-action');
        }
        await expect.poll(ids).toEqual(before);
        const cell = (await notebook.cells()).find(
          ({ id }) => id === 'cell-10'
        );
        expect(cell?.source).toContain('typed on');
      });
    });
  });
});
