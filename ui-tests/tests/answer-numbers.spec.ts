import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Locator, Page } from '@playwright/test';

import { checkLooks } from '../support/looks';
import { answer, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

const PENGUINS = readFileSync(
  path.join(__dirname, '..', '..', 'examples', 'penguins.csv'),
  'utf8'
);

const CODE = `import pandas as pd
df = pd.read_csv("penguins.csv")
print(len(df))
df.groupby("species").body_mass_g.mean()`;

const COUNT = 'df.groupby("species").size()';

const INVENTED = `Of **344** penguins, the Gentoo are heaviest with 5,076 g, [31.7 %](#cell=gone) more than the Adelie.

\`\`\`python
${COUNT}
\`\`\``;

test('numbers of an answer lead to the outputs that show them, and one that none shows is marked after the model could correct it; both are there after a reload; the answer is copied, and its code becomes a cell', async ({
  begin,
  model,
  page
}) => {
  test.slow();
  const plain = page as unknown as Page;
  const { panel, notebook } = await begin({
    files: { 'penguins.csv': PENGUINS }
  });
  await model.script([cell(CODE), answer(INVENTED), answer(INVENTED)]);
  await panel.say('Which species is heaviest?');
  await panel.approve();
  await panel.answered('Gentoo');
  expect(await model.requests()).toHaveLength(3);
  const link = (number: string): Locator =>
    panel.finalAnswer.getByRole('link', {
      name: `${number} (show cell [1])`
    });
  const sees = async (): Promise<void> => {
    await expect(link('344')).toBeVisible();
    await expect(link('5,076')).toBeVisible();
    await expect(
      panel.finalAnswer.getByRole('img', { name: 'not in any output' })
    ).toHaveCount(1);
    const mark = panel.finalAnswer.getByTitle('Not in any output');
    await expect(mark).toContainText('31.7 %');
    await expect(panel.finalAnswer.getByRole('link')).toHaveCount(2);
  };
  await sees();
  await checkLooks(plain, 'answer-numbers');
  await notebook.command('notebook:insert-cell-below');
  await link('5,076').click();
  await expect(plain.locator('.jp-Notebook .jp-Cell').first()).toBeInViewport();
  await plain.reload();
  await sees();
  const copied = (): Promise<string> =>
    plain.evaluate(() => navigator.clipboard.readText());
  await plain.context().grantPermissions(['clipboard-read']);
  await panel.finalAnswer
    .getByRole('button', { name: 'Copy the code' })
    .click();
  expect(await copied()).toBe(COUNT);
  await panel.finalAnswer
    .getByRole('button', { name: 'Copy the answer' })
    .click();
  expect(await copied()).toMatch(
    /^Of \*\*344\*\* penguins.*31\.7 % more than the Adelie\.\n/
  );
  await panel.finalAnswer
    .getByRole('button', { name: 'Insert it as a cell' })
    .click();
  await expect.poll(() => notebook.sources()).toContain(COUNT);
});
