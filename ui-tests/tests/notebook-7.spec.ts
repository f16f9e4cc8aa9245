import type { Page } from '@playwright/test';

import { notebookFile } from '../support/notebook';
import { Panel } from '../support/panel';
import { cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

test('the same panel works in Notebook 7: it opens, a card is approved, the cell runs', async ({
  page,
  tmpPath,
  baseURL,
  model
}) => {
  await model.script([cell('6 * 7'), { text: 'That makes 42.' }]);
  const path = `${tmpPath}/analysis.ipynb`;
  await page.contents.uploadContent(
    notebookFile([{ markdown: '# Analysis' }]),
    'text',
    path
  );
  // Not with Galata's `goto`, which waits for JupyterLab's own page.
  const plain = page as unknown as Page;
  await plain.evaluate(
    url => window.location.assign(url),
    new URL(`/notebooks/${path}`, baseURL).href
  );
  await expect(plain.locator('.jp-NotebookPanel-notebook')).toBeVisible();
  const panel = new Panel(plain);
  await panel.ready('analysis.ipynb');

  await panel.say('multiply');
  await panel.approve();
  await expect(panel.log).toContainText('That makes 42.');
  await expect(plain.locator('.jp-OutputArea-output')).toHaveText('42');
});
