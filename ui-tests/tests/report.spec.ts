import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Browser, Page } from '@playwright/test';

import { arm, died, makeDeadly } from '../support/deadly';
import { checkLooks, expectAccessible } from '../support/looks';
import { readWord } from '../support/read-document';
import {
  grouped,
  openReport,
  reportCard,
  reportPlan,
  saveReport
} from '../support/report-script';
import { expect, test } from '../support/test';
import { everythingKept } from '../support/traffic';

const ROOT = path.join(__dirname, '..', '..');
const PENGUINS = readFileSync(
  path.join(ROOT, 'examples', 'penguins.csv'),
  'utf8'
);

/** Both tabs belong to the same person. */
test.use({
  mockUser: {
    identity: {
      username: 'ada',
      name: 'ada',
      display_name: 'Ada',
      initials: 'A',
      color: 'var(--jp-collaborator-color1)'
    },
    permissions: {}
  }
});

/**
 * Runs the notebook and saves it, so that its outputs are there after a reload.
 */
async function runAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { commands } = window.jupyterapp;
    await commands.execute('notebook:run-all-cells');
    await commands.execute('docmanager:save');
  });
}

test('a report on the penguins, from its first word to its files: changed, modified twice, sent back, reloaded at each card', async ({
  begin,
  browser,
  files,
  model,
  page: labPage
}) => {
  test.slow();
  const page = labPage as unknown as Page;
  const { panel, notebook } = await begin({
    cells: [
      { markdown: '# Penguins\n\nOf the Palmer islands.' },
      'import pandas as pd\ndf = pd.read_csv("penguins.csv")\nprint("penguins", len(df))',
      '# Mean body mass by species\ndf.groupby("species").body_mass_g.mean().round(2).to_frame()',
      '# Body mass\n_ = df.body_mass_g.hist()',
      { markdown: Array.from({ length: 60 }, () => 'More.').join('\n\n') }
    ],
    files: { 'penguins.csv': PENGUINS }
  });
  const reload = async (): Promise<void> => {
    await page.goto(`tree/${notebook.path}?reset`);
    await panel.ready('analysis.ipynb');
  };
  const invented =
    'Gentoo weigh {{e3.r3c2:0}} g[[e3]]; 9999 of them were seen.\n\n![Mass by species](e3)\n\n![Body mass](e4)';
  await model.script([
    reportPlan('Penguins', ['Data', 'Result'], ['mass', 'penguins']),
    reportPlan(
      'Penguins for the zoo',
      ['Data', 'Result'],
      ['mass', 'penguins']
    ),
    grouped([['e2'], ['e3', 'e4']]),
    grouped([['e2'], ['e3']], 'change_evidence'),
    grouped(
      [
        ['e2', 'e1'],
        ['e3', 'e4']
      ],
      'change_evidence'
    ),
    { text: 'There are {{e2.value}} penguins[[e2]].' },
    { text: invented },
    { text: invented },
    { text: 'Gentoo weigh {{e3.r3c2:0}} g[[e3]].\n\n![Body mass](e4)' }
  ]);
  await runAll(page);

  await test.step('/report fills the form, and sends nothing', async () => {
    await panel.composer.fill('/report For the zoo keepers');
    await page.keyboard.press('Enter');
    await expect(
      panel.root.getByRole('textbox', { name: 'What it is for (optional)' })
    ).toHaveValue('For the zoo keepers');
    expect(await model.requests()).toEqual([]);
    await panel.button('Write the report').click();
  });

  await test.step('its plan is changed in words and by hand, and outlives a reload', async () => {
    const first = reportCard(panel, 'The report');
    await first.getByRole('button', { name: 'Change' }).click();
    await first
      .getByRole('textbox', { name: 'What should be different?' })
      .fill('Name the zoo');
    await panel.decide();
    const title = first.getByRole('textbox', { name: 'Title', exact: true });
    await expect(title).toHaveValue('Penguins for the zoo');
    await first.getByRole('textbox', { name: 'Readers' }).fill('Keepers');
    await reload();
    await expect(first.getByRole('textbox', { name: 'Readers' })).toHaveValue(
      'Keepers'
    );
    await first.getByRole('button', { name: 'Start' }).click();
  });

  const evidence = reportCard(panel, 'The evidence');
  const changes = evidence.getByRole('region', { name: 'What changed' });
  await test.step('its evidence shows the table and the plot', async () => {
    await expect(evidence.locator('table')).toContainText('Gentoo');
    await expect(
      evidence.getByRole('img', { name: 'Body mass' })
    ).toBeVisible();
    await checkLooks(page, 'report-evidence');
  });

  await test.step('its evidence is changed in words, and comes back with the difference, also after a reload', async () => {
    await evidence.getByRole('button', { name: 'Change' }).click();
    await evidence
      .getByRole('textbox', { name: 'What should change?' })
      .fill('Leave out the plot');
    await panel.decide();
    await expect(changes).toContainText('“Body mass” (e4)');
    await reload();
    await expect(changes.getByRole('listitem')).toHaveCount(1);
  });

  await test.step('and once more, by hand with the keyboard and in words', async () => {
    await evidence.getByRole('button', { name: /^Not used/ }).click();
    await evidence
      .getByRole('combobox', { name: 'Section of “Body mass”' })
      .selectOption('Result');
    const grip = evidence.getByRole('button', { name: 'Move “Body mass”' });
    await grip.focus();
    await page.keyboard.press('ArrowUp');
    await expect(grip).toBeFocused();
    await evidence.getByRole('button', { name: 'Change' }).click();
    await evidence
      .getByRole('textbox', { name: 'What should change?' })
      .fill('Name the data set');
    await panel.decide();
    await expect(changes).toContainText('(e1)');
    await expect(changes).toContainText('(e4)');
    await expect(evidence.getByText('New', { exact: true })).toHaveCount(2);
    await evidence.focus();
    await panel.decide();
  });

  const review = reportCard(panel, 'The finished report');
  const report = openReport(page);
  const untraced = report.locator('mark.jp-mod-untraced');
  await test.step('a number that no cell shows is red, after one try to mend it', async () => {
    await expect(review).toContainText('1 number is not in the evidence.');
    await reload();
    await review.getByRole('button', { name: 'Open the report' }).click();
    await expect(untraced).toHaveText(['9999']);
    await expect(report).toContainText('There are 344 penguins');
    await checkLooks(page, 'report-review');
    await expectAccessible(page, 'the report', '.jp-Cellwright-report');
    expect(await model.requests()).toHaveLength(8);
  });

  await test.step('a reference leads to its cell, and the way back to the reference', async () => {
    const shown = page.locator('.jp-Notebook .jp-CodeCell', {
      hasText: 'groupby'
    });
    await page
      .locator('.jp-Notebook .jp-WindowedPanel-outer')
      .evaluate(node => node.scrollTo(0, node.scrollHeight));
    const reference = report
      .getByRole('button', { name: /^Evidence .*show its cell$/ })
      .nth(1);
    await reference.focus();
    await page.keyboard.press('Enter');
    await expect(shown).toBeInViewport();
    await panel.composer.focus();
    await review.getByRole('button', { name: 'Open the report' }).click();
    await expect(reference).toBeFocused();
  });

  await test.step('it goes back with a remark about one section, which alone is written again', async () => {
    await report.getByRole('button', { name: 'Send back' }).click();
    await report.getByRole('checkbox', { name: 'Result' }).check();
    await report
      .getByRole('textbox', { name: 'What should be written differently?' })
      .fill('Leave out how many were seen');
    await report.getByRole('button', { name: 'Write it again' }).click();
    await expect(untraced).toHaveCount(0);
    await expect(review).not.toContainText('not in the evidence');
    expect(await model.requests()).toHaveLength(9);
  });

  await test.step('nothing is written before its files are agreed to, also after a reload', async () => {
    await saveReport(report, [/^Markdown/, /^HTML/, /^Word/], 'zoo');
    const question = panel.root.getByRole('group', { name: /^Question: / });
    await expect(question).toContainText('zoo.docx');
    await reload();
    await expect(question).toContainText('zoo.html');
    expect(await files.names()).not.toContain('zoo.md');
    await question.getByRole('button', { name: 'Write' }).click();
    await expect(panel.log).toContainText('Report saved');
    expect(await model.requests()).toHaveLength(9);
  });

  await test.step('the files hold what was approved', async () => {
    const markdown = (await files.read('zoo.md'))!;
    expect(markdown).toContain('There are 344 penguins');
    expect(markdown).toContain('5,076 g');
    expect(markdown).not.toContain('9999');
    expect(await files.names()).toContain('zoo_files');
    const word = readWord((await files.read('zoo.docx'))!);
    expect(word.text).toContain('There are 344 penguins');
    expect(word.headings).toEqual(expect.arrayContaining(['Data', 'Result']));
    expect(word.pictures).toBe(1);
    await checkHtml(browser, (await files.read('zoo.html'))!);
  });
});

test('a report is rejected in another tab, stopped while it is written, and goes on where its page died', async ({
  anotherPage,
  begin,
  context,
  files,
  model,
  page: labPage
}) => {
  test.slow();
  const page = labPage as unknown as Page;
  await makeDeadly(page);
  const { panel, notebook } = await begin({
    cells: ['print("mean", 4201.75)']
  });
  const beginning = [
    reportPlan('Mass', ['Data', 'Result']),
    grouped([['e1'], ['e1']])
  ];
  const data = { text: 'The mean is {{e1.value}}[[e1]].', chunkSize: 4 };
  const result = { text: 'It is {{e1.value}} g[[e1]].', chunkSize: 4 };
  await model.script([
    ...beginning,
    ...beginning,
    { ...data, held: true },
    ...beginning,
    data,
    { ...result, held: true },
    result
  ]);
  await runAll(page);
  const write = async (): Promise<void> => {
    await panel.composer.fill('/report The mass');
    await page.keyboard.press('Enter');
    await panel.button('Write the report').click();
    await reportCard(panel, 'The report')
      .getByRole('button', { name: 'Start' })
      .click();
    await expect(reportCard(panel, 'The evidence')).toBeVisible();
  };

  await test.step('both tabs show its card, and what one decides holds for both', async () => {
    await write();
    const { page: tab, panel: other } = await anotherPage(context);
    await tab.goto(`workspaces/second/tree/${notebook.path}`);
    await other.ready('analysis.ipynb');
    const there = reportCard(other, 'The evidence');
    await there.getByRole('button', { name: 'Reject' }).click();
    await there
      .getByRole('textbox', { name: 'Why not? (optional)' })
      .fill('No time');
    await there.getByRole('button', { name: 'Don’t write it' }).click();
    for (const each of [panel, other]) {
      await expect(each.log).toContainText('The report was not written.');
      await expect(reportCard(each, 'The evidence')).toHaveCount(0);
    }
    await tab.close();
  });

  await test.step('Stop ends it while the model writes, and keeps what there is', async () => {
    await write();
    await reportCard(panel, 'The evidence')
      .getByRole('button', { name: 'Approve' })
      .click();
    await expect
      .poll(async () => (await model.requests()).length)
      .toBeGreaterThanOrEqual(5);
    await panel.stop.click();
    await panel.settled();
    await expect(panel.log).toContainText('The report was stopped.');
    await panel.button('New conversation').click();
  });

  await test.step('a page that dies while it is written goes on at that section', async () => {
    await write();
    // After the checklist and the first section.
    await arm(page, { at: 'chunk', when: 'after', number: 3, request: 3 });
    await reportCard(panel, 'The evidence')
      .getByRole('button', { name: 'Approve' })
      .click();
    await expect.poll(async () => (await model.requests()).length).toBe(9);
    // The first section, as the graph stores it.
    await expect
      .poll(() => everythingKept(page, ['values', 'writes']))
      .toContain('The mean is');
    await model.release();
    await died(page);
    await page.goto(`tree/${notebook.path}?reset`);
    await panel.ready('analysis.ipynb');
    await panel.button('Continue').click();
    await expect(reportCard(panel, 'The finished report')).toBeVisible();
    // The first section was stored, so only the second one was requested again.
    expect(await model.requests()).toHaveLength(10);
  });

  await test.step('it is discarded, and no file is written', async () => {
    const review = reportCard(panel, 'The finished report');
    await review.getByRole('button', { name: 'Discard' }).click();
    await review.getByRole('button', { name: 'Discard the report' }).click();
    await expect(panel.log.getByText('The report was discarded.')).toHaveCount(
      1
    );
    expect(await files.names()).toEqual(['analysis.ipynb']);
  });
});

/**
 * Runs axe in light and dark; then checks that everything is there with scripts
 * disabled.
 */
async function checkHtml(browser: Browser, html: string): Promise<void> {
  const looked = await browser.newContext();
  const page = await looked.newPage();
  await page.setContent(html);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `report.html, ${colorScheme}`, 'body');
  }
  await looked.close();
  const scriptless = await browser.newContext({ javaScriptEnabled: false });
  const still = await scriptless.newPage();
  const asked: string[] = [];
  still.on('request', request => asked.push(request.url()));
  await still.setContent(html);
  await expect(still.getByText('There are 344 penguins')).toBeVisible();
  await still.locator('details > summary').last().click();
  await expect(still.locator('details[open]').last()).toBeVisible();
  expect(asked.filter(url => /^https?:/.test(url))).toEqual([]);
  await scriptless.close();
}
