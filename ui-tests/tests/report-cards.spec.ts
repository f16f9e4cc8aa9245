import type { Page } from '@playwright/test';

import { checkLooks } from '../support/looks';
import { expect, test } from '../support/test';

test('a report is planned from a template without a model, changed by hand, and rejected @core', async ({
  begin,
  page
}) => {
  const { panel } = await begin({ cells: ['print("mean", 4201.75)'] });
  await panel.choose(/^Write a report…/);
  await panel.root
    .getByRole('combobox', { name: 'Template', exact: true })
    .selectOption('analysis-report');
  await panel.button('Write the report').click();

  const card = panel.root.getByRole('group', { name: /^Report: / });
  const title = card.getByRole('textbox', { name: 'Title of section 1' });
  await expect(title).toBeVisible();
  const first = await title.inputValue();
  await card
    .getByRole('button', { name: 'More actions for section 1', exact: true })
    .click();
  await card.getByRole('menuitem', { name: 'Move down' }).click();
  await expect(
    card.getByRole('textbox', { name: 'Title of section 2' })
  ).toHaveValue(first);
  await expect(
    card.getByRole('button', { name: `Move section 2, “${first}”` })
  ).toBeFocused();
  await expect(
    panel.root.getByRole('progressbar', { name: 'Report' })
  ).toBeVisible();
  await checkLooks(page as unknown as Page, 'report-plan');

  await card.getByRole('button', { name: 'Reject' }).click();
  await card.getByRole('button', { name: 'Don’t write it' }).click();
  await expect(panel.line('you rejected it')).toBeVisible();
});
