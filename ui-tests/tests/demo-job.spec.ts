import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Page } from '@playwright/test';

import { expect, test } from '../support/test';
import { Traffic } from '../support/traffic';

const PENGUINS = readFileSync(
  path.join(__dirname, '..', '..', 'examples', 'penguins.csv'),
  'utf8'
);

test.use({ chosen: 'demo' });

test('the demo explores the penguins: cells are approved, one edited, one rejected with a reason it takes up, to findings that hold @core', async ({
  begin,
  page,
  baseURL
}) => {
  test.slow();
  const traffic = new Traffic(page as unknown as Page);
  const { panel, notebook } = await begin({
    files: { 'penguins.csv': PENGUINS }
  });

  await test.step('it says that it is no AI, and offers the file at hand', async () => {
    await expect(panel.root).toContainText('is not an AI');
    await expect(
      panel.button('Model: Demo (scripted, not an AI)')
    ).toBeVisible();
    const suggestion = panel.root.getByRole('button', {
      name: /Explore penguins\.csv/
    });
    await expect(suggestion).toContainText('Next to this notebook');
    await suggestion.click();
    await expect(panel.composer).toHaveValue(/^Explore .*penguins\.csv/);
    await panel.composer.press('Enter');
  });

  await test.step('it looks first, then proposes to load the data', async () => {
    await expect(panel.cards).toContainText('read_csv("penguins.csv"');
    await expect(panel.cards).toHaveAccessibleName(
      /^Review: Insert a code cell .* analysis\.ipynb and run it on Python 3 \(ipykernel\)$/
    );
    await expect(panel.line(/Looked at \d things/)).toBeVisible();
    await panel.button('Show them').click();
    await expect(panel.line(/Listed \d+ files?/)).toBeVisible();
    await expect(panel.line('penguins.csv').first()).toBeVisible();
    await expect(
      panel.root.getByRole('progressbar', { name: 'To-do list' })
    ).toBeVisible();
    expect(await notebook.code()).toHaveLength(0);
    await panel.approve();
  });

  const summary =
    await test.step('the summary is edited: what runs is the edit, and the folded card says so', async () => {
      await expect(panel.cards).toContainText('describe()');
      const proposed = await panel.cards
        .locator('.cm-line')
        .allInnerTexts()
        .then(lines => lines.join('\n'));
      const edited = `print("edited by a person")\n${proposed}`;
      await panel.edit(edited);
      await panel.approve();
      await expect(
        panel.line(/You edited, then approved: Ran cell \[2\]/)
      ).toBeVisible();
      return edited;
    });

  await test.step('the comparison is approved', async () => {
    await expect(panel.cards).toContainText('groupby("species")');
    const [load, described] = await notebook.code();
    expect(load.outputs?.[0].data?.['text/html']).toContain('<table');
    expect(described.source).toBe(summary);
    expect(await notebook.outputText(1)).toContain('edited by a person');
    await panel.approve();
  });

  await test.step('the plot is rejected with a reason, which the next proposal takes up', async () => {
    await expect(panel.cards).toContainText('ax.scatter');
    await panel.reject('a histogram, please');
    await expect(
      panel.line(/You rejected: .*“a histogram, please”/)
    ).toBeVisible();
    await expect(panel.cards).toContainText('ax.hist');
    await panel.approve();
  });

  await test.step('the findings are computed from the outputs', async () => {
    await panel.answered('penguins.csv has 344 rows and 8 columns');
    const mass = means(PENGUINS, ',', 'species', 'body_mass_g');
    for (const [species, mean] of [mass[0], mass[mass.length - 1]]) {
      await expect(panel.finalAnswer).toContainText(
        new RegExp(`${species} \\(${shown(mean)}\\)`)
      );
    }
    const missing = PENGUINS.match(/\bNA\b/g)!.length;
    await expect(panel.finalAnswer).toContainText(`Missing: ${missing} values`);
    await expect(
      panel.root.getByRole('button', { name: /^Done.* of / })
    ).toBeVisible();
    const cells = await notebook.code();
    expect(cells.map(({ execution_count }) => execution_count)).toEqual([
      1, 2, 3, 4
    ]);
    expect(cells[2].outputs?.[0].data?.['text/html']).toContain('Gentoo');
    expect(cells[3].outputs?.some(output => output.data?.['image/png'])).toBe(
      true
    );
    expect(cells[3].source).toContain('ax.hist');
    expect((await notebook.sources()).join('\n')).not.toContain('ax.scatter');
  });

  await test.step('a next step goes into the message box, and Enter sends it', async () => {
    const chip = panel.finalAnswer
      .getByRole('group', { name: 'Next steps' })
      .getByRole('button', { name: 'Compare by island' });
    await chip.click();
    await expect(panel.composer).toBeFocused();
    await expect(panel.composer).toHaveValue('Compare by island');
    await panel.composer.press('Enter');
    await expect(panel.log.locator('.jp-Cellwright-user').last()).toContainText(
      'Compare by island'
    );
    await expect(panel.cards).toContainText('groupby("island")');
    await panel.stop.click();
    await panel.settled();
  });

  await test.step('the page has talked to the Jupyter server alone', () => {
    expect(traffic.hosts).toEqual([new URL(baseURL!).host]);
  });
});

/**
 * Means of a column by group, highest first, computed directly from the file.
 */
function means(
  csv: string,
  separator: string,
  by: string,
  column: string
): [group: string, mean: number][] {
  const [head, ...rows] = csv
    .trim()
    .split('\n')
    .map(line => line.split(separator));
  const groups = new Map<string, number[]>();
  for (const row of rows) {
    const value = Number(row[head.indexOf(column)].replace(',', '.'));
    if (!Number.isNaN(value)) {
      const group = row[head.indexOf(by)];
      groups.set(group, [...(groups.get(group) ?? []), value]);
    }
  }
  return [...groups]
    .map(([group, values]): [string, number] => [
      group,
      values.reduce((sum, value) => sum + value, 0) / values.length
    ])
    .sort((a, b) => b[1] - a[1]);
}

/** A number in the format of the answer. */
function shown(value: number): string {
  return value
    .toLocaleString('en-US', { maximumFractionDigits: 2 })
    .replace('.', '\\.');
}
