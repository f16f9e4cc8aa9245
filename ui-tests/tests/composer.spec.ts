import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { textOf } from '../support/history';
import { answer, call, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

test('@ completes cells, variables and files; what was attached shows as chips, can be removed, and goes along @core', async ({
  begin,
  model,
  page
}) => {
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
    await expect(panel.composer).toHaveAttribute('aria-activedescendant', /./);
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

test('the mode decides what is offered to the model, and a verb chosen during a run waits for its end', async ({
  begin,
  model,
  page
}) => {
  const { panel, notebook } = await begin({ cells: ['a = 1'] });
  const mode = panel.root.getByRole('combobox', { name: 'Mode' });
  const queue = panel.root.getByRole('list', { name: 'Queued messages' });

  await test.step('Ask offers tools that read, and no other runs even when it is called', async () => {
    await model.script([cell('b = 2'), answer('I may only read.')]);
    await expect(mode).toHaveValue('agent');
    await mode.selectOption('Ask');
    await panel.say('change something');
    await panel.answered('I may only read.');
    const names = toolNames((await model.lastRequest()).body.tools);
    expect(names).toContain('read_notebook');
    for (const changing of [
      'jupyter_cell',
      'edit_cell',
      'delete_cell',
      'run_cells',
      'run_scratch',
      'write_file',
      'execute_command'
    ]) {
      expect(names).not.toContain(changing);
    }
    expect(await notebook.sources()).toEqual(['a = 1']);
  });

  await test.step('Agent offers everything', async () => {
    await model.script([
      cell('print("while it works")'),
      answer('Ran.'),
      call('edit_cell', { cell_id: 'cell-1', code: 'a = 10' }),
      answer('Improved.')
    ]);
    await mode.selectOption('Agent');
    await panel.say('run something');
    await expect(panel.cards).toContainText('while it works');
    const names = toolNames((await model.lastRequest()).body.tools);
    for (const changing of ['jupyter_cell', 'edit_cell', 'run_cells']) {
      expect(names).toContain(changing);
    }
  });

  await test.step('a verb waits for the run, and is a turn of its own', async () => {
    await notebook.command('cellwright:improve-cell', { cellId: 'cell-1' });
    await expect(panel.composer).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(queue.getByRole('listitem')).toHaveText([/After this run: /]);
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
    await expect(left.getByRole('button', { name: 'Remove #1' })).toBeVisible();
    await expect(left.getByRole('combobox', { name: 'Mode' })).toHaveValue(
      'ask'
    );
  });
});

/** Names of the tools that a request offers. */
function toolNames(tools: unknown[] | undefined): string[] {
  return ((tools ?? []) as { function: { name: string } }[]).map(
    tool => tool.function.name
  );
}
