import { historyFaults, textOf, toolTexts } from '../support/history';
import { notebookFile } from '../support/notebook';
import { answer, call, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

const PLOT = `import matplotlib.pyplot as plt
plt.figure(figsize=(5, 4)); plt.plot([1, 3, 2]); plt.show()`;

test('a run stays with its notebook: the person changes tabs and renames it, and stops with a reason when it is closed @core', async ({
  begin,
  model,
  page,
  tmpPath
}) => {
  await model.script([
    cell('print("first")'),
    cell('print("second")'),
    cell('print("third")'),
    { text: 'This must not be asked for.' }
  ]);
  const { panel, notebook } = await begin({
    files: { 'other.ipynb': notebookFile(['# another notebook']) }
  });
  const other = `${tmpPath}/other.ipynb`;
  const renamed = `${tmpPath}/renamed.ipynb`;
  await panel.say('work in three steps');
  await expect(panel.cards).toContainText('first');

  await test.step('another notebook comes to the front', async () => {
    await notebook.command('docmanager:open', { path: other });
    await expect(page.getByText('# another notebook').first()).toBeVisible();
    await expect(
      panel.root.getByText(/^analysis\.ipynb · this run$/)
    ).toBeVisible();
    await panel.approve();
    await expect(panel.cards).toContainText('second');
    expect(await notebook.sources()).toEqual(['# Analysis', 'print("first")']);
    expect(await notebook.outputText(0)).toBe('first\n');
    expect(await notebook.sources(other)).toEqual(['# another notebook']);
  });

  await test.step('its notebook is renamed', async () => {
    // A pausing run saves its notebook; JupyterLab takes a change of the file
    // in the meantime for somebody else's.
    await expect.poll(() => notebook.isSaved()).toBe(true);
    await notebook.rename(notebook.path, renamed);
    await panel.approve();
    await expect(panel.cards).toContainText('third');
    expect(await notebook.sources(renamed)).toEqual([
      '# Analysis',
      'print("first")',
      'print("second")'
    ]);
    await expect(panel.cards).toHaveAccessibleName(/in renamed\.ipynb/);
  });

  await test.step('its notebook is closed', async () => {
    await expect.poll(() => notebook.isSaved(renamed)).toBe(true);
    await notebook.close(renamed);
    await panel.approve();
    await expect(panel.error).toContainText('The notebook was closed.');
    await expect(panel.error).toContainText('renamed.ipynb');
    expect(await notebook.sources(other)).toEqual(['# another notebook']);
    expect(await model.requests()).toHaveLength(3);
  });

  await test.step('the next message works on the notebook in front', async () => {
    await model.script([cell('print("fourth")'), answer('Moved on.')]);
    await panel.say('go on here');
    await panel.approve();
    await panel.answered('Moved on.');
    expect(await notebook.sources(other)).toContain('print("fourth")');
    expect(historyFaults((await model.lastRequest()).body.messages)).toEqual(
      []
    );
  });
});

test('a person works beside the agent: their edits are not overwritten, their cursor and place stay, their changes go along, and nothing opens a dialog', async ({
  begin,
  model,
  page
}) => {
  await test.step('an edit that the person made is not overwritten: the model is told, and a card on it comes back with the new diff', async () => {
    const { panel, notebook } = await begin({
      cells: ['price = 10', 'price * 2']
    });
    const change = (code: string) =>
      call('edit_cell', { cell_id: 'cell-1', code, run: true });

    await test.step('an edit made after the agent read the cell', async () => {
      await model.script([
        call('read_notebook', { cells: ['cell-1'] }),
        { ...change('price = 20'), held: true },
        answer('I saw your edit.')
      ]);
      await panel.say('double the price');
      await expect(panel.line(/^.?Read cell/)).toBeVisible();
      await notebook.setSource(0, 'price = 11  # mine');
      await model.release();
      await panel.answered('I saw your edit.');
      expect((await notebook.sources())[0]).toBe('price = 11  # mine');
      const texts = toolTexts((await model.lastRequest()).body.messages);
      expect(texts[1]).toContain('has changed since you read it');
    });

    await test.step('an edit made while the card is shown', async () => {
      await model.script([
        call('read_notebook', { cells: ['cell-1'] }),
        change('price = 30'),
        answer('Changed.')
      ]);
      await panel.say('now thirty');
      await expect(panel.cards).toContainText('price = 30');
      await expect(panel.cards).toContainText('price = 11 # mine');
      await notebook.setSource(0, 'price = 12  # mine again');
      await panel.approve();
      await expect(panel.cards).toContainText(
        'This has changed since you decided.'
      );
      await expect(panel.cards).toContainText('price = 12 # mine again');
      expect((await notebook.sources())[0]).toBe('price = 12  # mine again');
      await panel.approve();
      await panel.answered('Changed.');
      const [changed] = await notebook.code();
      expect(changed.source).toBe('price = 30');
      expect(changed.execution_count).toBe(1);
    });
  });

  await test.step('a person who types in another cell keeps edit mode, focus, cursor and place while the agent inserts and runs, until they ask to be shown a cell', async () => {
    await model.script([
      cell('print("agent began")'),
      {
        ...call('jupyter_cell', {
          code: 'print("agent was here")',
          after: 'cell-1'
        }),
        held: true
      },
      answer('Done beside you.')
    ]);
    const given = Array.from({ length: 60 }, (_, i) => `value_${i} = ${i}`);
    const { panel, notebook } = await begin({ cells: given });
    await page.notebook.enterCellEditingMode(25);
    const editor = page
      .locator('.jp-Notebook .jp-Cell.jp-mod-active')
      .locator('.cm-content');
    await panel.say('work beside me');
    await panel.button('Allow more than this step').click();
    await panel.cards
      .getByRole('menuitem', { name: 'Approve the rest of this turn' })
      .click();
    await editor.focus();
    await page.keyboard.press('Home');
    const place = await editor.boundingBox();
    await model.release();
    let typed = '';
    await expect
      .poll(
        async () => {
          // In command mode these keys would delete, insert and copy cells.
          for (const letter of 'ddabc') {
            await page.keyboard.type(letter);
            typed += letter;
          }
          return notebook.outputText(1);
        },
        { intervals: [20] }
      )
      .toBe('agent was here\n');
    await page.keyboard.type('dd');
    await panel.answered('Done beside you.');
    await page.keyboard.type('dd#');

    await expect(editor).toBeFocused();
    await expect(page.locator('.jp-Notebook.jp-mod-editMode')).toHaveCount(1);
    expect(await notebook.sources()).toEqual([
      given[0],
      'print("agent was here")',
      ...given.slice(1, 25),
      `${typed}dddd#${given[25]}`,
      ...given.slice(26),
      'print("agent began")'
    ]);
    const now = await editor.boundingBox();
    expect(Math.abs(now!.y - place!.y)).toBeLessThan(3);

    await test.step('what a cell reference names is shown by a click, wherever it is scrolled to', async () => {
      await panel.button('New conversation').click();
      await model.script([
        cell('print("at the end")'),
        answer('See [the last cell](#cell={{lastCell}}).')
      ]);
      await panel.say('add a cell');
      await panel.approve();
      await panel.answered('See');
      const added = page.locator('.jp-Notebook .jp-Cell').filter({
        hasText: 'print("at the end")'
      });
      await page
        .locator('.jp-WindowedPanel-outer')
        .first()
        .evaluate(outer => outer.scrollTo(0, 0));
      await expect(added).not.toBeInViewport();
      await panel
        .line(/Ran cell/)
        .getByRole('button', { name: 'Cell [3]' })
        .click();
      await expect(added).toBeInViewport();
      await expect(added).toHaveClass(/jp-mod-active/);
    });
  });

  await test.step('the notebook shows the cell at work until the person scrolls, and never takes focus from somebody who types', async () => {
    const { panel, notebook } = await begin({
      cells: Array.from({ length: 30 }, (_, n) => `# cell ${n + 1}\n${n + 1}`)
    });
    const follow = panel.button('Following');
    const view = page.locator('.jp-WindowedPanel-outer');
    const at = (): Promise<number> => view.evaluate(node => node.scrollTop);
    const mine = page.locator('.jp-Notebook .jp-Cell').first();
    await model.script([
      cell('%matplotlib inline\n1 + 1'),
      cell(PLOT),
      cell('"made while I read"'),
      cell('"made while I type"'),
      answer('Done.'),
      cell('"made in the next turn"'),
      answer('Done again.')
    ]);

    await test.step('a new cell comes into view, then the whole of its plot', async () => {
      await panel.say('plot it');
      await expect(mine).toBeInViewport();
      await panel.approve();
      await expect(page.getByText('1 + 1').last()).toBeInViewport();
      await panel.approve();
      await expect(
        page.locator('.jp-Notebook .jp-RenderedImage img')
      ).toBeInViewport({ ratio: 0.99 });
      // Small, in the line of its call.
      await expect(panel.button('Show the plot').locator('img')).toBeVisible();
      await expect(follow).toHaveAttribute('aria-pressed', 'true');
    });

    await test.step('it stays where the person has scrolled', async () => {
      await view.hover();
      await page.mouse.wheel(0, -20_000);
      await expect(follow).toHaveAttribute('aria-pressed', 'false');
      await expect.poll(at).toBe(0);
      await panel.approve();
      await expect(panel.cards).toContainText('made while I type');
      expect(await at()).toBe(0);
    });

    await test.step('under somebody who types nothing moves, although it follows again', async () => {
      await follow.click();
      await expect.poll(at).toBeGreaterThan(100);
      await view.evaluate(node => node.scrollTo(0, 0));
      const editor = mine.getByRole('textbox');
      await panel.decide(
        'Enter',
        panel.cards.getByRole('button', { name: 'Approve' })
      );
      await editor.click();
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.insertText(' typed');
      await panel.answered('Done.');
      await expect(follow).toBeHidden();
      await expect(editor).toBeFocused();
      await expect(mine).toBeInViewport();
      await page.keyboard.insertText(' on');
      expect((await notebook.sources())[0]).toBe('# cell 1\n1 typed on');
    });

    await test.step('the next turn follows again, and the active cell stays', async () => {
      await view.evaluate(node => node.scrollTo(0, 0));
      await panel.say('once more');
      await panel.approve();
      await panel.answered('Done again.');
      await expect(
        page.locator('.jp-Notebook').getByText("'made in the next turn'").last()
      ).toBeInViewport();
      await expect(mine).toHaveClass(/jp-mod-active/);
    });
  });

  await test.step('what the person changed and ran between two messages goes along with the second', async () => {
    const { panel, notebook } = await begin({
      cells: ['rate = 1', 'rate * 2']
    });
    await model.script([answer('Seen.'), answer('Seen again.')]);
    await panel.say('what is the rate');
    await panel.answered('Seen.');
    await notebook.setSource(0, 'rate = 5');
    await notebook.command('notebook:run-all-cells');
    await expect.poll(() => notebook.outputText(1)).toBe('10');
    await panel.say('and now');
    await panel.answered('Seen again.');
    expect(textOf((await model.lastRequest()).body.messages.at(-1)!)).toMatch(
      /Changed in the notebook since your last turn, not by you:[^]*rate = 5/
    );
  });

  await test.step('a save conflict, a missing kernel and a read-only notebook have a sentence and open no dialog', async () => {
    const { panel, notebook } = await begin();
    await test.step('changed on disk meanwhile', async () => {
      await model.script([
        cell('print("kept in the page")'),
        answer('Written.')
      ]);
      await page.contents.uploadContent(
        notebookFile([{ markdown: 'from outside' }]),
        'text',
        notebook.path
      );
      await panel.say('add a cell');
      await panel.approve();
      await panel.answered('Written.');
      await expect(page.locator('.jp-Dialog')).toHaveCount(0);
      await expect(panel.log).toContainText('was changed outside this page');
    });
    await test.step('no kernel', async () => {
      await model.script([cell('print(1)'), { text: 'There is no kernel.' }]);
      await notebook.shutDownKernel();
      await expect(
        panel.root.getByText(/ · .*no kernel is running/)
      ).toBeVisible();
      await panel.say('run something');
      await expect(panel.log).toContainText('There is no kernel.');
      await panel.settled();
      expect(
        toolTexts((await model.lastRequest()).body.messages).at(-1)
      ).toContain('No kernel is running for analysis');
      await expect(page.locator('.jp-Dialog')).toHaveCount(0);
    });
    await test.step('read-only', async () => {
      await model.script([cell('print(1)'), { text: 'It is read-only.' }]);
      await notebook.makeReadOnly();
      await panel.say('add another cell');
      await expect(panel.log).toContainText('It is read-only.');
      expect(
        toolTexts((await model.lastRequest()).body.messages).at(-1)
      ).toContain('is read-only');
      await expect(page.locator('.jp-Dialog')).toHaveCount(0);
    });
  });
});
