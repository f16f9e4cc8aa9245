import type { Page } from '@playwright/test';

import { personTexts } from '../support/history';
import { tabTo } from '../support/keyboard';
import { checkLooks } from '../support/looks';
import type { Notebook } from '../support/notebook';
import { answer, call, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

test.use({
  settings: { policy: { edit: 'allow', execute: 'allow', write: 'allow' } }
});

test('a turn is taken back as one step: cells, their outputs and places, and files; what a person touched since stays unless they say otherwise', async ({
  begin,
  files,
  model,
  page,
  tmpPath
}) => {
  test.slow();
  const { panel, notebook } = await begin({
    cells: [
      'a = 1\nprint("a is", a)',
      'b = 2',
      'c = 3',
      { markdown: 'The end.' }
    ],
    files: { 'kept.txt': 'before\n', 'mine.txt': 'mine before\n' }
  });
  const items = panel.root
    .getByRole('list', { name: 'What would change' })
    .getByRole('listitem');
  const box = (text: string | RegExp) =>
    items.filter({ hasText: text }).getByRole('checkbox');

  const restart = panel.root.getByRole('checkbox', {
    name: 'Then restart the kernel and run the cells up to here'
  });

  // The person's own run and note, which the turn overwrites.
  await run(page as unknown as Page, 'a is 1');
  await note(notebook, page as unknown as Page, 2, { tags: ['keep'] });
  const before = await notebook.cells();

  await test.step('a turn that does everything a turn can do', async () => {
    await model.script([
      call('read_notebook', { cells: ['cell-1', 'cell-2', 'cell-3'] }),
      {
        calls: [
          {
            name: 'edit_cell',
            args: {
              cell_id: 'cell-1',
              code: 'a = 10\nprint("a is", a)',
              run: true
            }
          },
          { name: 'move_cell', args: { cell_id: 'cell-2', after: 'cell-4' } },
          { name: 'delete_cell', args: { cell_id: 'cell-3' } },
          { name: 'jupyter_cell', args: { code: 'print("made")' } },
          { name: 'jupyter_cell', args: { code: 'print("touched since")' } },
          {
            name: 'write_file',
            args: { path: `/${tmpPath}/made.txt`, content: 'made\n' }
          },
          {
            name: 'write_file',
            args: {
              path: `/${tmpPath}/kept.txt`,
              content: 'after\n',
              overwrite: true
            }
          },
          {
            name: 'write_file',
            args: {
              path: `/${tmpPath}/mine.txt`,
              content: 'its own\n',
              overwrite: true
            }
          }
        ]
      },
      call('execute_command', { command: 'echo stays' }),
      answer('All of it.')
    ]);
    await panel.say('do everything');
    await panel.approve();
    await panel.answered('All of it.');
    expect(await notebook.sources()).toEqual([
      'a = 10\nprint("a is", a)',
      'The end.',
      'b = 2',
      'print("made")',
      'print("touched since")'
    ]);
    expect(await files.read('kept.txt')).toBe('after\n');
  });

  await test.step('the preview lists each change, and leaves out what the person touched since', async () => {
    await notebook.setSource(4, 'print("my own words")');
    await page.contents.uploadContent('mine\n', 'text', `${tmpPath}/mine.txt`);
    await panel.button('Undo this turn').click();
    await expect(items).toHaveCount(8);
    for (const text of [
      /Put back the text of cell \[\d+\]/,
      /Put back the deleted cell “c = 3”/,
      /Put cell .* back in its place/,
      `Delete ${tmpPath}/made.txt`,
      `Put back ${tmpPath}/kept.txt`
    ]) {
      await expect(items.filter({ hasText: text })).toHaveCount(1);
      await expect(box(text)).toBeChecked();
    }
    await expect(items.filter({ hasText: /^Remove cell/ })).toHaveCount(2);
    await expect(box('You have changed it since.')).not.toBeChecked();
    await expect(
      items.filter({ hasText: `${tmpPath}/mine.txt` })
    ).toContainText('It has been changed since.');
    await expect(box(`${tmpPath}/mine.txt`)).not.toBeChecked();
  });

  await test.step('each can be left out or taken along with the keyboard', async () => {
    const touched = box('You have changed it since.');
    await tabTo(page as unknown as Page, touched);
    await page.keyboard.press('Space');
    await expect(touched).toBeChecked();
    await page.keyboard.press('Space');
    await expect(touched).not.toBeChecked();
    await tabTo(page as unknown as Page, panel.button('Undo'));
  });

  await test.step('what cannot be taken back is said, and how the kernel’s part can', async () => {
    await expect(
      panel.root.getByText('What the code did in the kernel stays')
    ).toBeVisible();
    await expect(
      panel.root.getByText('What this command did stays: “echo stays”')
    ).toBeVisible();
    await expect(restart).not.toBeChecked();
  });

  await test.step('it is drawn as a diff, and passes axe', async () => {
    await items
      .filter({ hasText: 'Put back the text of cell' })
      .getByRole('button', { name: 'Show the change' })
      .click();
    await expect(panel.root.locator('.cm-deletedChunk')).toContainText(
      'a = 10'
    );
    await checkLooks(page as unknown as Page, 'undo');
  });

  await test.step('afterwards notebook and files are as before, but for what was touched', async () => {
    await panel.button('Undo').click();
    await expect(panel.log).toContainText('Undid 6 changes');
    const mine = await notebook.cells();
    expect(mine.filter(each => before.some(one => one.id === each.id))).toEqual(
      before
    );
    expect(mine.map(each => each.source)).toEqual([
      ...before.map(each => each.source),
      'print("my own words")'
    ]);
    expect(await files.read('made.txt')).toBeNull();
    expect(await files.read('kept.txt')).toBe('before\n');
    expect(await files.read('mine.txt')).toBe('mine\n');
    await expect(panel.button('Undo this turn')).toHaveCount(0);
  });

  await test.step('Z in command mode takes the undo back with one press', async () => {
    await page.locator('.jp-Notebook .jp-InputPrompt').first().click();
    await page.keyboard.press('z');
    await expect
      .poll(() => notebook.sources())
      .toEqual([
        'a = 10\nprint("a is", a)',
        'The end.',
        'b = 2',
        'print("made")',
        'print("my own words")'
      ]);
    expect(await notebook.outputText(0)).toBe('a is 10\n');
    expect(await notebook.outputText(2)).toBe('made\n');
    await page.keyboard.press('Shift+Z');
    await expect
      .poll(() => notebook.sources())
      .toEqual([...before.map(each => each.source), 'print("my own words")']);
    expect(await notebook.outputText(0)).toBe('a is 1\n');
  });

  await test.step('what was touched goes as well where the person says so', async () => {
    await model.script([cell('print("second turn")'), answer('Once more.')]);
    await panel.say('once more');
    await panel.answered('Once more.');
    await notebook.setSource(5, 'print("second turn, changed")');
    await panel.button('Undo this turn').click();
    await expect(items).toHaveCount(1);
    await expect(panel.button('Undo')).toBeDisabled();
    await box('You have changed it since.').check();
  });

  await test.step('and the kernel, which runs the cells up to here anew', async () => {
    await restart.check();
    await panel.button('Undo').click();
    await expect(panel.log).toContainText('Undid 1 change');
    expect(await notebook.sources()).toHaveLength(before.length + 1);
    const counts = async (): Promise<unknown[]> =>
      (await notebook.code()).map(each => each.execution_count);
    await expect.poll(counts).toEqual([1, 2, 3, 4]);
    expect(await notebook.outputText(0)).toBe('a is 1\n');
    await model.script([answer('I know.')]);
    await panel.say('what do you know');
    await panel.answered('I know.');
    expect(
      personTexts((await model.lastRequest()).body.messages).at(-1)
    ).toMatch(
      /the kernel was restarted.*the person has undone what an earlier turn did to cell /s
    );
  });

  await test.step('a reload keeps what was taken back', async () => {
    await page.goto(`tree/${notebook.path}`);
    await expect(panel.log).toContainText('Undid 6 changes');
    await expect(panel.log).toContainText('Undid 1 change');
    await expect(panel.button('Undo this turn')).toHaveCount(0);
    expect(await files.read('kept.txt')).toBe('before\n');
    // The notebook was saved after undoing.
    expect((await notebook.cells()).map(each => each.source)).toEqual([
      ...before.map(each => each.source),
      'print("my own words")'
    ]);
  });
});

/** The person runs the first cell. */
async function run(page: Page, output: string): Promise<void> {
  const first = page.locator('.jp-Notebook .jp-Cell').first();
  await first.locator('.cm-line').first().click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(first.locator('.jp-OutputArea')).toContainText(output);
  // The output comes before the count.
  await expect(first.locator('.jp-InputPrompt')).toHaveText(/\[\d+\]/);
}

async function note(
  { path }: Notebook,
  page: Page,
  index: number,
  metadata: Record<string, unknown>
): Promise<void> {
  await page.evaluate(
    ([at, number, values]) => {
      const panel = [...window.jupyterapp.shell.widgets('main')].find(
        widget => widget.context?.path === at
      );
      const model = panel!.context!.model.sharedModel.cells[number as number];
      (model as unknown as { setMetadata(all: object): void }).setMetadata(
        values as object
      );
    },
    [path, index, metadata] as const
  );
}
