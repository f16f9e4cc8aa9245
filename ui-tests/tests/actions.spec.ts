import type { Locator, Page } from '@playwright/test';

import { textOf } from '../support/history';
import { tabTo } from '../support/keyboard';
import { Notebook } from '../support/notebook';
import { answer, call, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

const MEAN = 'def mean(xs):\n    return sum(xs) / len(xs)';

const VERBS = [
  'Explain',
  'Improve',
  'Document',
  'Write tests',
  'Ask about this cell…',
  'Continue from here'
];

test('a cell’s menu, its toolbar, its error and the launcher each begin what they say', async ({
  begin,
  files,
  model,
  page,
  request,
  tmpPath
}) => {
  await test.step('each verb of a cell’s context menu opens the panel with that cell as a chip, and those that change it end in a diff card on that very cell', async () => {
    const { panel, notebook } = await begin({
      cells: ['1 + 1', MEAN, '2 + 2']
    });
    const tab = page.getByRole('tab', { name: 'Cellwright' });
    const target = cellAt(page, 1);
    const submenu = page.locator('.lm-Menu').last().getByRole('menuitem');
    /** Closes the panel and chooses a verb from the second cell's menu. */
    const choose = async (verb: string) => {
      await tab.click();
      await expect(panel.root).toBeHidden();
      await openSubmenu(page, target);
      // Fix is not among them, because the cell has not failed.
      await expect(submenu.locator('.lm-Menu-itemLabel')).toHaveText(VERBS);
      await submenu.filter({ hasText: verb }).click();
      await expect(panel.composer).toBeVisible();
    };
    const chip = (label: string) =>
      panel.log
        .getByRole('list', { name: 'Attached' })
        .last()
        .getByRole('button', { name: label, exact: true });

    await test.step('Explain asks at once, and can only read', async () => {
      await model.script([answer('It gives the mean.')]);
      await choose('Explain');
      await panel.answered('It gives the mean.');
      await expect(chip('#2')).toBeVisible();
      const { body } = await model.lastRequest();
      expect(textOf(body.messages.at(-1)!)).toContain(MEAN);
      expect(offered(body.tools)).toContain('read_notebook');
      expect(offered(body.tools)).not.toContain('edit_cell');
      expect(offered(body.tools)).not.toContain('jupyter_cell');
    });

    for (const [verb, change] of [
      ['Improve', 'def mean(values):\n    return sum(values) / len(values)'],
      [
        'Document',
        'def mean(values):\n    """The mean of some numbers."""\n    return sum(values) / len(values)'
      ]
    ]) {
      await test.step(`${verb} ends in a diff card on the cell`, async () => {
        await model.script([
          call('edit_cell', { cell_id: 'cell-2', code: change }),
          answer(`${verb}: done.`)
        ]);
        const before = (await notebook.sources())[1];
        await choose(verb);
        await expect(chip('#2')).toBeVisible();
        await expect(panel.cards).toHaveAccessibleName(
          'Review: Change cell #2 in analysis.ipynb'
        );
        await expect(
          panel.cards.locator('.cm-changedLine').first()
        ).toBeVisible();
        expect((await notebook.sources())[1]).toBe(before);
        await panel.approve();
        await panel.answered(`${verb}: done.`);
        expect(await notebook.sources()).toEqual(['1 + 1', change, '2 + 2']);
        // It was attached, so nothing had to be read first.
        expect(await model.requests()).toHaveLength(2);
      });
    }

    for (const [verb, code] of [
      ['Write tests', 'assert mean([1, 3]) == 2'],
      ['Continue from here', 'mean([1, 2, 3])']
    ]) {
      await test.step(`${verb} ends in a new cell right behind it`, async () => {
        await model.script([
          call('jupyter_cell', { code, after: 'cell-2' }),
          answer(`${verb}: done.`)
        ]);
        await choose(verb);
        await expect(chip('#2')).toBeVisible();
        await expect(panel.cards).toHaveAccessibleName(
          /^Review: Insert a code cell after #2 in analysis\.ipynb/
        );
        expect(
          textOf((await model.lastRequest()).body.messages.at(-1)!)
        ).toMatch(/after="⟦cell-2⟧"/);
        await panel.approve();
        await panel.answered(`${verb}: done.`);
        expect((await notebook.sources())[2]).toBe(code);
      });
    }

    await test.step('Ask about this cell… waits for the question', async () => {
      await model.script([answer('Because of zero.')]);
      await choose('Ask about this cell…');
      const draft = panel.root.getByRole('list', {
        name: 'Attached to this message'
      });
      await expect(draft.getByRole('listitem')).toHaveText(['#2']);
      await expect(panel.composer).toBeFocused();
      expect(await model.requests()).toHaveLength(0);
      await page.keyboard.type('why may this fail?');
      await page.keyboard.press('Enter');
      await panel.answered('Because of zero.');
      await expect(chip('#2')).toBeVisible();
      await expect(draft).toHaveCount(0);
      const [asked] = (await model.requests())[0].body.messages.slice(-1);
      expect(textOf(asked)).toMatch(/^why may this fail\?\n/);
      expect(textOf(asked)).toContain('The mean of some numbers.');
    });

    await test.step('the chip leads to the cell', async () => {
      await cellAt(page, 0).click();
      await chip('#2').click();
      await expect(target).toHaveClass(/jp-mod-active/);
    });
  });

  await test.step('the cell toolbar’s button opens the same verbs by mouse and keyboard, and sends what is selected; every command says what arguments it takes, and no shortcut clashes', async () => {
    const { panel, notebook } = await begin({ cells: ['1 + 1', MEAN] });
    const target = cellAt(page, 1);
    await target.locator('.cm-content').click();
    const button = target
      .locator('.jp-cell-toolbar')
      .getByRole('button', { name: 'Ask Cellwright about this cell' });
    const menu = page.locator('.lm-Menu').last();

    await test.step('by mouse: the menu stands under the button, in the window', async () => {
      await button.click();
      await expect(
        menu.getByRole('menuitem').locator('.lm-Menu-itemLabel')
      ).toHaveText(VERBS);
      const [under, at] = [
        await menu.boundingBox(),
        await button.boundingBox()
      ];
      expect(under!.y).toBeGreaterThanOrEqual(at!.y + at!.height - 1);
      expect(under!.x + under!.width).toBeLessThanOrEqual(1280);
      await page.keyboard.press('Escape');
      await expect(page.locator('.lm-Menu')).toHaveCount(0);
    });

    await test.step('by keyboard', async () => {
      await model.script([answer('Explained.')]);
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(menu).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await panel.answered('Explained.');
      expect(
        textOf((await model.lastRequest()).body.messages.at(-1)!)
      ).toContain('Explain cell ⟦cell-2⟧');
      await expect(page.locator('.lm-Menu')).toHaveCount(0);
    });

    await test.step('the shortcut sends the selected text with the question, and types nothing', async () => {
      await model.script([answer('It adds them up.')]);
      await target.locator('.cm-content').click();
      await page.keyboard.press('ControlOrMeta+Home');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('End');
      for (let left = 0; left < 'len(xs)'.length; left++) {
        await page.keyboard.press('Shift+ArrowLeft');
      }
      await page.keyboard.press('ControlOrMeta+Alt+j');
      const chips = panel.root.getByRole('list', {
        name: 'Attached to this message'
      });
      await expect(chips.getByRole('listitem')).toHaveText(['selection in #2']);
      await expect(panel.composer).toBeFocused();
      await page.keyboard.type('what is this?');
      await page.keyboard.press('Enter');
      await panel.answered('It adds them up.');
      expect(
        textOf((await model.lastRequest()).body.messages.at(-1)!)
      ).toContain('--- selected by the person\nlen(xs)\n');
      expect(await notebook.sources()).toEqual(['1 + 1', MEAN]);
    });

    await test.step('described by their arguments', async () => {
      const described = await page.evaluate(async () => {
        const { commands } = window.jupyterapp as unknown as ICommands;
        const ours = commands
          .listCommands()
          .filter(id => id.startsWith('cellwright:'));
        return Promise.all(
          ours.map(async id => {
            const { args } = await commands.describedBy(id);
            return [
              id,
              args?.type,
              Object.keys(args?.properties ?? {})
            ] as const;
          })
        );
      });
      const args = Object.fromEntries(
        described.map(([id, , properties]) => [id, properties])
      );
      expect(described.filter(([, type]) => type !== 'object')).toEqual([]);
      expect(args['cellwright:open']).toEqual([]);
      expect(args['cellwright:ask']).toEqual(
        expect.arrayContaining(['prompt', 'cellIds'])
      );
      expect(args['cellwright:ask']).not.toContain('send');
      for (const verb of ['explain', 'fix', 'improve', 'document', 'test']) {
        expect(args[`cellwright:${verb}-cell`]).toEqual(['cellId', 'notebook']);
      }
      expect(args['cellwright:ask-about-cell']).toContain('cellId');
      expect(args['cellwright:continue-from-cell']).toContain('cellId');
      expect(args['cellwright:new-notebook']).toEqual(['prompt', 'cwd']);
    });

    await test.step('cellwright:ask puts words and cells down, and the person sends them', async () => {
      await panel.button('New conversation').click();
      await model.script([answer('Both seen.')]);
      const question = { prompt: 'compare', cellIds: ['cell-1', 'cell-2'] };
      await notebook.command('cellwright:ask', question);
      await expect(panel.composer).toHaveValue('compare');
      await expect(
        panel.root
          .getByRole('list', { name: 'Attached to this message' })
          .getByRole('listitem')
      ).toHaveText(['#1', '#2']);
      expect(await model.requests()).toHaveLength(0);
      await expect(panel.composer).toBeFocused();
      await page.keyboard.press('Enter');
      await panel.answered('Both seen.');
      const sent = textOf((await model.lastRequest()).body.messages.at(-1)!);
      expect(sent).toContain('1 + 1');
      expect(sent).toContain(MEAN);
    });

    await test.step('a verb takes the cell it is told', async () => {
      await model.script([answer('Explained.')]);
      await notebook.command('cellwright:explain-cell', { cellId: 'cell-2' });
      await expect(panel.composer).toHaveValue(/^Explain cell (#2|\[\d+\])/);
      await page.keyboard.press('Enter');
      await panel.answered('Explained.');
      expect(textOf((await model.lastRequest()).body.messages.at(-1)!)).toMatch(
        /^Explain cell (#2|\[\d+\])/
      );
    });

    await test.step('no shortcut is taken by another command', async () => {
      const clashes = await page.evaluate(() => {
        const { commands } = window.jupyterapp as unknown as ICommands;
        const ours = commands.keyBindings.filter(({ command }) =>
          command.startsWith('cellwright:')
        );
        return {
          count: ours.length,
          with: commands.keyBindings
            .filter(({ command }) => !command.startsWith('cellwright:'))
            .filter(({ keys }) =>
              ours.some(one => one.keys.join(' ') === keys.join(' '))
            )
            .map(({ command, keys }) => `${keys.join(' ')}: ${command}`)
        };
      });
      expect(clashes.count).toBeGreaterThan(2);
      expect(clashes.with).toEqual([]);
    });
  });

  await test.step('under an error stands a button that fixes that cell, by mouse and by keyboard', async () => {
    const { panel, notebook } = await begin({
      cells: ['prices = [10, 20]', 'prices[2] * 2', 'total = prices + 1', '0']
    });
    const name = notebook.path.split('/').at(-1)!;
    const button = (index: number) =>
      cellAt(page, index).getByRole('button', { name: 'Fix with Cellwright' });
    const run = async (index: number) => {
      await cellAt(page, index).locator('.cm-content').click();
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect
        .poll(async () => (await notebook.code())[index].execution_count)
        .toBeGreaterThan(0);
    };
    const fix = (index: number, code: string) => [
      call('edit_cell', { cell_id: `cell-${index + 1}`, code, run: true }),
      answer(`Cell ${index + 1} runs.`)
    ];
    // The verb before this one left it at Ask.
    await panel.root
      .getByRole('combobox', { name: 'Mode' })
      .selectOption('Agent');
    await run(0);
    await expect(button(0)).toHaveCount(0);
    await run(1);
    await run(2);

    await test.step('by mouse: error, code and variables go along, and a diff card on that cell comes back', async () => {
      await model.script(fix(1, 'prices[1] * 2'));
      // Another cell is active.
      await cellAt(page, 3).locator('.cm-content').click();
      await button(1).click();
      await expect(panel.cards).toHaveAccessibleName(
        /^Review: Change cell \[2\] in .* and run it/
      );
      await expect(
        panel.log
          .getByRole('list', { name: 'Attached' })
          .getByRole('listitem')
          .first()
      ).toHaveText('[2]');
      const sent = textOf((await model.lastRequest()).body.messages.at(-1)!);
      expect(sent).toContain('IndexError: list index out of range');
      expect(sent).toContain('prices[2] * 2');
      expect(sent).toMatch(/prices: list/);
      expect(sent).toContain('[10, 20]');
      await panel.approve();
      await panel.answered('Cell 2 runs.');
      expect(await notebook.outputText(1)).toBe('40');
      await expect(button(1)).toHaveCount(0);
    });

    await test.step('by keyboard: Tab reaches it, Enter presses it and does not edit the cell', async () => {
      await model.script(fix(2, 'total = sum(prices) + 1'));
      await cellAt(page, 2).locator('.cm-content').click();
      await page.keyboard.press('Escape');
      await tabTo(page as unknown as Page, button(2));
      await page.keyboard.press('Enter');
      await expect(panel.cards).toHaveAccessibleName(
        /^Review: Change cell \[3\] in/
      );
      await expect(cellAt(page, 2)).not.toHaveClass(/jp-mod-editMode/);
      await panel.approve();
      await panel.answered('Cell 3 runs.');
      await expect(button(2)).toHaveCount(0);
    });

    await test.step('the verb is in the menu of a cell that failed, and asks for a fix of that cell', async () => {
      await notebook.setSource(3, '1 / 0');
      await run(3);
      await expect(button(3)).toBeVisible();
      await model.script([fix(3, '1 / 2')[0], answer('Left as it is.')]);
      await cellAt(page, 0).locator('.cm-content').click();
      await openSubmenu(page, cellAt(page, 3).locator('.jp-InputArea'));
      const verb = page.locator('.lm-Menu').last().getByRole('menuitem').nth(1);
      await expect(verb).toHaveAccessibleName(/^Fix/);
      await verb.click();
      await expect(panel.cards).toHaveAccessibleName(
        /^Review: Change cell \[\d+\] in .* and run it/
      );
      await expect(panel.cards).toContainText('1 / 2');
      expect(
        textOf((await model.lastRequest()).body.messages.at(-1)!)
      ).toContain('ZeroDivisionError');
      await panel.reject('another time');
      await panel.answered('Left as it is.');
      expect((await notebook.sources())[3]).toBe('1 / 0');
    });

    await test.step('the shortcut puts the same into the box, and the button is there again after a reload', async () => {
      await notebook.command('docmanager:save');
      await expect.poll(() => files.read(name)).toContain('1 / 0');
      await page.reload();
      await expect(button(3)).toBeVisible();
      await panel.ready(name);
      await expect(panel.log).toContainText('Left as it is.');
      await model.script(fix(3, '1 / 1'));
      const code = cellAt(page, 3).locator('.cm-content');
      // It may also leave the box again, so what counts is that the focus got
      // there.
      await panel.composer.evaluate(box =>
        box.addEventListener('focus', () =>
          box.setAttribute('data-focused', 'yes')
        )
      );
      // JupyterLab may still be starting up and take the focus away from the
      // cell.
      await expect(async () => {
        await code.click();
        await expect(code).toBeFocused({ timeout: 5000 });
        await page.keyboard.press('ControlOrMeta+Alt+f');
        await expect(panel.composer).toHaveValue(/^Fix cell (#4|\[\d+\])/, {
          timeout: 5000
        });
      }).toPass();
      await expect(panel.composer).toHaveAttribute('data-focused', 'yes');
      await panel.composer.press('Enter');
      await expect(panel.cards).toContainText('1 / 1');
      await panel.approve();
      await panel.answered('Cell 4 runs.');
      expect((await notebook.sources())[3]).toBe('1 / 1');
    });
  });

  await test.step('a new notebook is begun by a prompt, from the notebook’s toolbar and from the launcher', async () => {
    await model.script([cell('6 * 7'), answer('It is 42.')]);
    const { panel, notebook } = await begin();
    const dialog = page.getByRole('dialog');
    const notebookAt = (name: string) =>
      new Notebook(page as unknown as Page, request, `${tmpPath}/${name}`);

    await test.step('from the toolbar: it asks for the prompt; nothing is made without one', async () => {
      const press = async () => {
        const button = page.getByRole('button', {
          name: 'Say what you would like to do, in a new notebook'
        });
        // JupyterLab puts what a toolbar has no room for behind "…".
        const more = page
          .locator('.jp-NotebookPanel-toolbar')
          .getByRole('button', { name: 'More commands' });
        await expect(button.or(more).first()).toBeVisible();
        if (!(await button.isVisible())) {
          await more.click();
        }
        await button.click();
      };
      await press();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toHaveCount(0);

      await press();
      await dialog
        .getByRole('textbox', { name: 'What would you like to find out?' })
        .fill('multiply six and seven');
      await page.keyboard.press('Enter');
      await expect(panel.cards).toContainText('6 * 7');
      await expect(
        panel.root.getByText('Untitled.ipynb', { exact: true })
      ).toBeVisible();
      await panel.approve();
      await panel.answered('It is 42.');
      const sources = await notebookAt('Untitled.ipynb').sources();
      expect(sources.filter(source => source !== '')).toEqual(['6 * 7']);
      expect(await notebook.sources()).toEqual(['# Analysis']);
      const { messages } = (await model.requests())[0].body;
      expect(textOf(messages.at(-1)!)).toMatch(/^multiply six and seven\b/);
    });

    await test.step('from the launcher', async () => {
      await model.script([cell('"from the launcher"'), answer('Launched.')]);
      // JupyterLab may have opened one itself while the notebook was on its way.
      const launchers = page.locator('.jp-Launcher');
      const before = await launchers.count();
      await notebook.command('launcher:create', { cwd: tmpPath });
      await page
        .locator('.jp-LauncherCard', { hasText: 'New notebook from a prompt' })
        .filter({ visible: true })
        .click();
      await dialog
        .getByRole('textbox', { name: 'What would you like to find out?' })
        .fill('greet me');
      await dialog.getByRole('button', { name: 'Create the notebook' }).click();
      await expect(panel.cards).toContainText('from the launcher');
      await panel.approve();
      await panel.answered('Launched.');
      expect(await notebookAt('Untitled1.ipynb').sources()).toContain(
        '"from the launcher"'
      );
      await expect(launchers).toHaveCount(before);
    });
  });
});

interface ICommands {
  commands: {
    listCommands(): string[];
    describedBy(
      id: string
    ): Promise<{ args: { type?: string; properties?: object } | null }>;
    keyBindings: { command: string; keys: string[] }[];
  };
}

/** Opens Cellwright's part of the context menu. */
async function openSubmenu(
  page: Pick<Page, 'locator'>,
  target: Locator
): Promise<void> {
  await target.click({ button: 'right' });
  // Lumino gives an item with a submenu no role.
  await page
    .locator('.lm-Menu-item[data-type="submenu"]', { hasText: 'Cellwright' })
    .click();
}

function cellAt(page: Pick<Page, 'locator'>, index: number): Locator {
  return page
    .locator('.jp-NotebookPanel:not(.lm-mod-hidden) .jp-Notebook .jp-Cell')
    .nth(index);
}

/** Names of the tools that a request offers. */
function offered(tools: unknown[] | undefined): string[] {
  return ((tools ?? []) as { function: { name: string } }[]).map(
    tool => tool.function.name
  );
}
