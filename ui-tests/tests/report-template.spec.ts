import type { Page } from '@playwright/test';

import { openReport, reportCard, saveReport } from '../support/report-script';
import { call } from '../support/scripted-model';
import { expect, test } from '../support/test';

const SECTIONS = [
  'Question',
  'What was done',
  'What was seen',
  'What it means',
  'Next'
];

test('a lab note for which nothing is searched asks for what its template lacks, over a reload, and comes back where its files are refused', async ({
  begin,
  files,
  model,
  page: labPage
}) => {
  test.slow();
  const page = labPage as unknown as Page;
  const { panel, notebook } = await begin({
    cells: ['print("mean", 4201.75)']
  });
  await model.script([{ repeat: 10, step: { text: 'All went well.' } }], {
    answers: {
      checklist: [
        call('checklist', {
          items: [
            { number: 1, met: true, where: 'What was done' },
            { number: 2, met: true, where: 'What was seen' }
          ]
        })
      ]
    }
  });
  const question = panel.root.getByRole('group', { name: /^Question: / });
  const review = reportCard(panel, 'The finished report');

  await test.step('the template is the plan, and without a search there is no card for evidence', async () => {
    await panel.composer.fill('/report');
    await page.keyboard.press('Enter');
    await panel.root
      .getByRole('combobox', { name: 'Template', exact: true })
      .selectOption('lab-note');
    await panel.button('Write the report').click();
    const plan = reportCard(panel, 'The report');
    await plan
      .getByRole('checkbox', { name: 'Look for evidence in the notebook' })
      .uncheck();
    expect(await model.requests()).toEqual([]);
    await plan.getByRole('button', { name: 'Start' }).click();
    await expect(question).toContainText('For the template');
  });

  await test.step('what the template needs is asked for, and not written without', async () => {
    await question.getByRole('button', { name: 'Answer' }).click();
    await expect(question.getByRole('alert')).toContainText('“Date”');
    // Of the text nothing is asked before that.
    expect(await model.requests()).toHaveLength(1);
    await page.goto(`tree/${notebook.path}?reset`);
    await panel.ready('analysis.ipynb');
    await question.getByLabel('Date').fill('2026-12-01');
    await question.getByRole('button', { name: 'Answer' }).click();
    await review.getByRole('button', { name: 'Open the report' }).click();
    await expect(openReport(page)).toContainText('2026-12-01');
  });

  await test.step('files that are refused are not written, and the report waits again', async () => {
    await saveReport(openReport(page), [/^Markdown/], 'note');
    await expect(question).toContainText('note.md');
    await question.getByRole('button', { name: 'Back' }).click();
    await expect(review).toBeVisible();
    expect(await files.names()).toEqual(['analysis.ipynb']);
  });

  await test.step('saved under another name, it has all of its sections', async () => {
    await saveReport(openReport(page), [/^Markdown/], 'other');
    await question.getByRole('button', { name: 'Write', exact: true }).click();
    await expect(panel.log).toContainText('Report saved');
    expect(await files.names()).toEqual(['analysis.ipynb', 'other.md']);
    const text = (await files.read('other.md'))!;
    expect(text.match(/^## .*$/gm)).toEqual(
      [...SECTIONS, 'About this report'].map(title => `## ${title}`)
    );
    // Once for each section, and the checklist before and after.
    expect(await model.requests()).toHaveLength(SECTIONS.length + 2);
  });
});
