import type { Page } from '@playwright/test';

import { textOf } from '../support/history';
import { cell } from '../support/scripted-model';
import { Settings } from '../support/settings';
import { expect, test } from '../support/test';

test.use({
  settings: {
    debug: 'maybe',
    later: { a: 1 },
    summary: { trigger: 'sometimes' },
    policy: { read: 'ask', raed: 'ask' }
  }
});

test('settings that cannot be used are named in the panel, can be mended on the settings page, and take nothing down with them; one that changes counts at the next request', async ({
  begin,
  model,
  page
}) => {
  const { panel, notebook } = await begin();
  const problems = panel.root.locator('.jp-Cellwright-problems');
  for (const part of [
    '“Show what is sent” has "maybe"',
    '“Summaries: When” has "sometimes"',
    'There is no setting “later”',
    '“What it may do” has no setting “raed”'
  ]) {
    await expect(problems).toContainText(part);
  }

  await problems.getByRole('button', { name: 'Open the settings' }).click();
  const form = (page as unknown as Page).locator('.jp-SettingsPanel');
  const field = (title: string) =>
    form
      .locator('.form-group')
      .filter({ has: page.getByText(title, { exact: true }) })
      .last();
  // Each setting is shown as a control of its type, and an invalid value as it
  // is.
  await expect(
    field('Save the notebook after each change').getByRole('checkbox')
  ).toBeChecked();
  await expect(field('Show what is sent').getByRole('textbox')).toHaveValue(
    'maybe'
  );
  await expect(field('When').getByRole('textbox')).toHaveValue('sometimes');
  await expect(
    field('Read cells, variables and files').getByRole('combobox')
  ).toHaveText(/Ask/);
  // A typed number is stored as a number.
  await field('Messages kept as they are').getByRole('textbox').fill('7');
  const settings = new Settings(page as unknown as Page);
  await expect
    .poll(() => settings.get('summary'))
    .toEqual({ trigger: 'sometimes', keep: 7 });

  await field('When').getByRole('textbox').fill('small');
  await expect(problems).not.toContainText('sometimes');
  await field('Change, move and delete cells')
    .getByRole('combobox')
    .selectOption({ label: 'Go ahead' });
  await expect
    .poll(() => settings.get('policy'))
    .toMatchObject({ edit: 'allow', read: 'ask', raed: 'ask' });
  expect(await settings.get('later')).toEqual({ a: 1 });
  expect(await settings.get('debug')).toBe('maybe');
  await expect(problems).toContainText('There is no setting “later”');

  await test.step('one that changes while a card waits counts at the next request', async () => {
    await notebook.command('docmanager:open', { path: notebook.path });
    await model.script([cell('print(1)'), { text: 'Told.' }]);
    await panel.say('begin');
    await expect(panel.cards).toBeVisible();
    await settings.set('answers', { instructions: 'Round to three digits.' });
    await panel.approve();
    await expect(panel.log).toContainText('Told.');
    await panel.settled();
    const systems = (await model.requests()).map(({ body }) =>
      textOf(body.messages[0]).includes('Round to three digits.')
    );
    expect(systems).toEqual([false, true]);
  });
});
