import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import {
  historyFaults,
  personTexts,
  textOf,
  toolTexts
} from '../support/history';
import { answer, call, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

test('@ completes cells, variables and files, which go along as chips; a message sent during a run is queued, can be changed or taken back, and is delivered behind the next answers @core', async ({
  begin,
  model,
  page
}) => {
  await test.step('@ completes cells, variables and files; what was attached shows as chips, can be removed, and goes along', async () => {
    await model.script([answer('All three seen.')]);
    const { panel, notebook } = await begin({
      cells: ['penguin_count = 344', '# only a remark', 'other = 1'],
      files: { 'penguins.csv': 'species,mass\nAdelie,3700\n' }
    });
    const { keyboard } = page;
    const options = panel.root
      .getByRole('listbox', { name: 'Things to attach' })
      .getByRole('option');
    const chips = panel.root
      .getByRole('list', { name: 'Attached to this message' })
      .getByRole('listitem');

    /** In any order: what the kernel tells late joins the list at its end. */
    const offersAll = async () => {
      await expect(options).toHaveCount(3);
      for (const label of [
        'penguin_count: int',
        'penguins.csv',
        '[1] penguin_count = 344'
      ]) {
        await expect(options.filter({ hasText: label })).toBeVisible();
      }
    };

    await page.notebook.enterCellEditingMode(0);
    await keyboard.press('ControlOrMeta+Enter');
    await expect
      .poll(async () => (await notebook.code())[0].execution_count)
      .toBe(1);
    await expect(panel.root.getByText(/idle$/)).toBeVisible();

    await test.step('all kinds are offered, by name', async () => {
      await panel.composer.click();
      await keyboard.type('compare @pe');
      // The kernel may not have told its variables yet; they join the list then.
      await expect(
        options.filter({ hasText: 'penguin_count: int' })
      ).toBeVisible();
      await keyboard.type('n');
      await offersAll();
      await expect(panel.composer).toHaveAttribute(
        'aria-activedescendant',
        /./
      );
    });

    await test.step('the list passes axe', async () => {
      const { violations } = await new AxeBuilder({
        page: page as unknown as Page
      })
        .include('#cellwright-panel')
        .analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
    });

    await test.step('taken by keyboard and by mouse', async () => {
      await keyboard.press('Enter');
      await expect(chips).toHaveText(['penguin_count']);
      await expect(panel.composer).toHaveValue('compare penguin_count');
      await keyboard.type(' with @peng');
      // The list is complete: it grows upwards, away from a mouse that is on its
      // way.
      await offersAll();
      await options.filter({ hasText: 'penguins.csv' }).click();
      await expect(chips).toHaveText(['penguin_count', 'penguins.csv']);
      await expect(panel.composer).toBeFocused();
      await keyboard.type(' and @remark');
      await expect(options).toHaveText([/^#2 # only a remark/]);
      await keyboard.press('Tab');
      await expect(chips).toHaveText(['penguin_count', 'penguins.csv', '#2']);
      await expect(panel.composer).toHaveValue(
        'compare penguin_count with penguins.csv and #2'
      );
    });

    await test.step('an address and a closed list leave the @ alone', async () => {
      await panel.composer.fill('');
      await keyboard.type('@oth');
      await expect(options.first()).toBeVisible();
      await keyboard.press('Escape');
      await expect(options).toHaveCount(0);
      await keyboard.type('er');
      await expect(options).toHaveCount(0);
      await panel.composer.fill('');
      await keyboard.type('ada@pen');
      await expect(options).toHaveCount(0);
      await expect(panel.composer).toHaveValue('ada@pen');
      await panel.composer.fill('');
    });

    await test.step('removed by mouse and by Backspace', async () => {
      await keyboard.type('@pen');
      await offersAll();
      const chosen = options.and(page.locator('[aria-selected="true"]'));
      await keyboard.press('ArrowUp');
      await expect(options.last()).toHaveAttribute('aria-selected', 'true');
      while (!(await chosen.textContent())?.startsWith('[1]')) {
        await keyboard.press('ArrowUp');
      }
      await keyboard.press('Enter');
      await expect(chips).toHaveText([
        'penguin_count',
        'penguins.csv',
        '#2',
        '[1]'
      ]);
      await keyboard.press('Home');
      await keyboard.press('Backspace');
      await expect(chips).toHaveText(['penguin_count', 'penguins.csv', '#2']);
      await panel.composer.fill('');
      await keyboard.type('@other');
      await expect(options).toHaveCount(1);
      await keyboard.press('Enter');
      await panel.button('Remove #3').click();
      await expect(chips).toHaveText(['penguin_count', 'penguins.csv', '#2']);
      await expect(panel.composer).toBeFocused();
    });

    await test.step('what is left is sent', async () => {
      await panel.say('compare these');
      await panel.answered('All three seen.');
      await expect(chips).toHaveCount(0);
      await expect(
        panel.log.getByRole('list', { name: 'Attached' }).getByRole('listitem')
      ).toHaveText(['penguin_count', 'penguins.csv', '#2']);
      const sent = textOf((await model.lastRequest()).body.messages.at(-1)!);
      expect(sent).toContain('penguin_count: int = 344');
      expect(sent).toContain('Adelie,3700');
      expect(sent).toContain('# only a remark');
    });
  });

  await test.step('a message sent during a run is queued, can be changed or taken back, and is delivered behind the next answers', async () => {
    await model.script([
      cell('print("step one")'),
      answer('With your remark.'),
      { text: 'Fresh run.' }
    ]);
    const { panel } = await begin();
    const queue = panel.root.getByRole('list', { name: 'Queued messages' });
    await panel.say('begin');
    await expect(panel.cards).toBeVisible();

    for (const text of ['in blue please', 'never mind', 'and with a title']) {
      await panel.composer.fill(text);
      await panel.composer.press('Enter');
    }
    await expect(queue.getByRole('listitem')).toHaveText([
      /Queued: “in blue please”/,
      /Queued: “never mind”/,
      /Queued: “and with a title”/
    ]);
    await queue
      .getByRole('listitem')
      .filter({ hasText: 'never mind' })
      .getByRole('button', { name: 'Remove the queued message' })
      .click();
    await queue
      .getByRole('listitem')
      .filter({ hasText: 'in blue' })
      .getByRole('button', { name: 'Edit the queued message' })
      .click();
    await expect(panel.composer).toHaveValue('in blue please');
    await expect(panel.composer).toBeFocused();
    await panel.composer.fill('in green please');
    await panel.composer.press('Enter');
    await expect(queue.getByRole('listitem')).toHaveCount(2);

    await panel.approve();
    await panel.answered('With your remark.');
    await expect(queue).toHaveCount(0);
    const { messages } = (await model.lastRequest()).body;
    expect(historyFaults(messages)).toEqual([]);
    expect(messages.slice(-3).map(({ role }) => role)).toEqual([
      'tool',
      'user',
      'user'
    ]);
    expect(personTexts(messages).slice(-2)).toEqual([
      'and with a title',
      'in green please'
    ]);

    await panel.composer.press('ArrowUp');
    await expect(panel.composer).toHaveValue('in green please');
    await panel.composer.press('ArrowUp');
    await expect(panel.composer).toHaveValue('and with a title');
    await panel.composer.press('ArrowDown');
    await panel.composer.press('Enter');
    await expect(panel.log).toContainText('Fresh run.');
    expect(personTexts((await model.lastRequest()).body.messages).at(-1)).toBe(
      'in green please'
    );
  });
});

test('typed words answer a question, reject a card or are said after it, and a verb chosen during a run waits for its end', async ({
  begin,
  model,
  page
}) => {
  await test.step('typed words answer the open question, reject the open card, or are said after it', async () => {
    const { panel } = await begin();
    await model.script([
      call('ask_user', {
        question: 'Which column is the target?',
        options: ['species', 'island']
      }),
      cell('1 + 1'),
      cell('2 + 2'),
      answer('Done.')
    ]);
    await panel.say('train');
    await expect(panel.cards).toContainText('Which column is the target?');

    await test.step('Enter answers; what a script presses does not', async () => {
      await panel.composer.fill('the last column');
      await panel.composer.evaluate(box =>
        box.dispatchEvent(
          new KeyboardEvent('keydown', {
            key: 'Enter',
            bubbles: true,
            cancelable: true
          })
        )
      );
      await expect(panel.composer).toHaveValue('the last column');
      await expect(panel.cards).toHaveCount(1);
      await panel.decide('Enter');
      await expect(panel.cards).toContainText('1 + 1');
      await expect(panel.composer).toHaveValue('');
      await expect(panel.composer).toBeFocused();
    });

    await test.step('the words reject a card with a reason', async () => {
      await page.keyboard.insertText('start with a table');
      await panel.button('Reject with this').click();
      await expect(panel.cards).toContainText('2 + 2');
      await expect(panel.composer).toBeFocused();
    });

    await test.step('or they are said after it', async () => {
      await page.keyboard.insertText('and then a plot');
      await panel.button('Say it after').click();
      await expect(
        panel.root.getByText('Queued: “and then a plot”')
      ).toBeVisible();
      await expect(panel.cards).toHaveCount(1);
      await panel.approve();
      await panel.answered('Done.');
    });

    const { messages } = (await model.lastRequest()).body;
    expect(toolTexts(messages).slice(0, 2)).toEqual([
      expect.stringContaining('the last column'),
      'The person rejected this call and gave this reason: start with a table'
    ]);
    expect(JSON.stringify(messages)).toContain('and then a plot');
  });

  await test.step('a verb that is chosen during a run', async () => {
    const { panel, notebook } = await begin({ cells: ['a = 1'] });
    const mode = panel.root.getByRole('combobox', { name: 'Mode' });
    const queue = panel.root.getByRole('list', { name: 'Queued messages' });

    await test.step('a verb waits for the run, and is a turn of its own', async () => {
      await model.script([
        cell('print("while it works")'),
        answer('Ran.'),
        call('edit_cell', { cell_id: 'cell-1', code: 'a = 10' }),
        answer('Improved.')
      ]);
      await panel.say('run something');
      await expect(panel.cards).toContainText('while it works');
      await notebook.command('cellwright:improve-cell', { cellId: 'cell-1' });
      await expect(panel.composer).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(queue.getByRole('listitem')).toHaveText([
        /After this run: /
      ]);
      await panel.approve();
      await expect(panel.cards).toHaveAccessibleName(/Change cell #1 in/);
      await expect(queue).toHaveCount(0);
      await panel.approve();
      await panel.answered('Improved.');
      expect((await notebook.sources())[0]).toBe('a = 10');
    });

    await test.step('what is written, attached and chosen stays when the panel is moved', async () => {
      await mode.selectOption('Ask');
      await notebook.command('cellwright:ask', {
        prompt: 'half a thought',
        cellIds: ['cell-1']
      });
      await page
        .getByRole('tab', { name: 'Cellwright' })
        .click({ button: 'right' });
      await page.getByText('Switch Sidebar Side').click();
      const left = page.locator('#jp-left-stack');
      await expect(
        left.getByRole('textbox', { name: 'Message Cellwright' })
      ).toHaveValue('half a thought');
      await expect(
        left.getByRole('button', { name: 'Remove #1' })
      ).toBeVisible();
      await expect(left.getByRole('combobox', { name: 'Mode' })).toHaveValue(
        'ask'
      );
    });
  });
});
