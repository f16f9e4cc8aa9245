import path from 'node:path';

import type { Page } from '@playwright/test';

import {
  expectAccessible,
  overflowing,
  setTheme,
  SHOTS
} from '../support/looks';
import { answer, call, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

const THEMES = {
  light: 'JupyterLab Light',
  dark: 'JupyterLab Dark',
  contrast: 'JupyterLab Dark High Contrast'
};

const FINDINGS = `**Flipper length separates Gentoo from the rest**: 217 mm against 190 and 196 mm [1](#cell={{lastCell}}).

| species | flipper_length_mm |
|---|---|
| Adelie | 190.0 |
| Gentoo | 217.2 |

The mean is $\\bar{x} = 200.9$.

\`\`\`python
df.groupby("species").mean()
\`\`\``;

test('every state of the panel passes axe in light, dark and high contrast, and fits from 280 px on', async ({
  begin,
  model,
  page
}) => {
  test.slow();
  const plain = page as unknown as Page;
  const { panel } = await begin({
    cells: [
      'import pandas as pd\ndf = pd.DataFrame({"species": ["Adelie", "Gentoo"]})\ndf.dropna()\ndf.shape',
      'df["bill_len"]'
    ],
    files: { 'penguins.csv': 'species,flipper_length_mm\nAdelie,190\n' }
  });

  const look = async (state: string) => {
    for (const [theme, name] of Object.entries(THEMES)) {
      await test.step(`${state}, ${theme}`, async () => {
        await setTheme(plain, name);
        await panel.root.screenshot({
          path: path.join(SHOTS, `${state}-${theme}.png`)
        });
        await expectAccessible(plain, `${state} in ${name}`);
      });
    }
    await setTheme(plain, THEMES.light);
    for (const [width, pixels] of [
      ['narrow', 281],
      ['wide', 520]
    ] as const) {
      await test.step(`${state}, ${width}`, async () => {
        await page.sidebar.setWidth(pixels, 'right');
        await panel.root.screenshot({
          path: path.join(SHOTS, `${state}-${width}.png`)
        });
        expect.soft(await overflowing(plain), `${state}, ${width}`).toEqual([]);
      });
    }
    await page.sidebar.setWidth(360, 'right');
  };

  await page.sidebar.setWidth(360, 'right');
  await expect(panel.button(/Explore penguins\.csv/)).toBeVisible();
  await look('empty');

  await panel.button('Model: scripted-model').click();
  await look('settings');
  await panel.settings.getByRole('button', { name: 'Cancel' }).click();

  await model.script([
    call('read_notebook', { cells: ['cell-1'] }),
    {
      text: 'I compare the species on **all four** measurements.',
      calls: [
        {
          name: 'write_todos',
          args: {
            todos: [
              { content: 'Load the data', status: 'completed' },
              { content: 'Compare the species', status: 'in_progress' },
              { content: 'Draw a plot', status: 'pending' }
            ]
          }
        },
        {
          name: 'jupyter_cell',
          args: {
            code: "cols = ['bill_length_mm', 'bill_depth_mm', 'flipper_length_mm', 'body_mass_g']\n(df.groupby('species')[cols]\n   .mean()\n   .round(1))",
            description:
              'Means by species show which measurement separates them best.'
          }
        }
      ]
    },
    {
      calls: [
        {
          name: 'edit_cell',
          args: {
            cell_id: 'cell-1',
            code: 'import pandas as pd\ndf = pd.DataFrame({"species": ["Adelie", "Gentoo"]})\ndf = df.dropna(subset=["species"])\ndf.shape',
            run: true
          }
        },
        { name: 'jupyter_cell', args: { code: 'df.describe()' } }
      ]
    },
    answer(FINDINGS, [
      'Train a classifier',
      'Compare the islands',
      'Write a summary'
    ])
  ]);
  await panel.say(
    'Explore penguins.csv and tell me what separates the species'
  );
  await expect(panel.cards).toHaveCount(1);
  await look('review');

  await panel.edit('1 / 0');
  await panel.approve();
  await expect(panel.cards).toHaveCount(2);
  await panel.composer.fill('then a plot by island');
  await panel.composer.press('Enter');
  await panel.line('You edited, then approved').click();
  await expect(panel.log.locator('.cm-deletedChunk').first()).toBeVisible();
  await look('decisions');

  await panel.approveAll();
  await panel.answered('separates Gentoo');
  await expect(panel.finalAnswer.locator('mjx-container')).toHaveCount(1);
  await expect(
    panel.finalAnswer.locator('pre span[class]').filter({ hasText: 'species' })
  ).toHaveText('"species"');
  await expect(panel.finalAnswer.locator('table')).toContainText('217.2');
  await look('final');

  await model.script([
    cell('print(1)'),
    { status: 401, body: { error: { message: 'Incorrect API key.' } } }
  ]);
  await panel.say('once more');
  await panel.reject('log scale, please');
  await expect(panel.error).toContainText('The key was not accepted.');
  await look('error');
});
