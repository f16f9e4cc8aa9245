import type { Page } from '@playwright/test';
import { Document, HeadingLevel, Packer, Paragraph, TextRun } from 'docx';

import { press } from '../support/plan-script';
import { png } from '../support/png';
import { readWord } from '../support/read-document';
import {
  grouped,
  openReport,
  reportCard,
  saveReport
} from '../support/report-script';
import { call } from '../support/scripted-model';
import { expect, test } from '../support/test';

const SECTIONS = [
  'Question',
  'What was done',
  'What was seen',
  'What it means',
  'Next'
];

/**
 * A person's own Word document, with one blank split into pieces, as Word does.
 */
const letter = (): Promise<string> =>
  Packer.toBase64String(
    new Document({
      sections: [
        {
          children: [
            new Paragraph({ text: 'Letter', heading: HeadingLevel.HEADING_1 }),
            new Paragraph({
              children: [
                new TextRun({ text: 'Dear {{cust', bold: true }),
                new TextRun({ text: 'omer}}, this is what we saw.' })
              ]
            }),
            new Paragraph('{{results: section}}'),
            new Paragraph('Mean: {{mean: number}} g'),
            new Paragraph('{{plot: figure}}'),
            new Paragraph('Yours as ever')
          ]
        }
      ]
    })
  );

test('a lab note for which nothing is searched asks for what its template lacks, over a reload, and comes back where its files are refused; then a Word document of the person’s own is filled', async ({
  begin,
  files,
  model,
  page: labPage,
  tmpPath
}) => {
  test.slow();
  const page = labPage as unknown as Page;
  const { panel, notebook } = await begin({
    cells: [
      {
        code: 'print("mean", 4201.75)',
        outputs: [
          { output_type: 'stream', name: 'stdout', text: 'mean 4201.75\n' }
        ]
      },
      {
        code: '# Masses\ndraw()',
        outputs: [
          {
            output_type: 'display_data',
            data: { 'image/png': png(60, 40, [0, 90, 160]) },
            metadata: {}
          }
        ]
      }
    ]
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
      ],
      group_evidence: [grouped([['e1'], ['e2']])],
      fill_blanks: [
        call('fill_blanks', {
          values: [{ name: 'mean', text: '{{e1.value}}[[e1]]' }]
        })
      ],
      results: [{ text: 'It is {{e1.value}} g[[e1]].' }],
      plot: [{ text: '![Masses](e2)' }]
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
    // The text is not requested before that.
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

  await test.step('a Word document has what it needs from evidence, its sections and the person, and all else as it was', async () => {
    await labPage.contents.uploadContent(
      await letter(),
      'base64',
      `${tmpPath}/cellwright-templates/letter.docx`
    );
    await panel.composer.fill('/report');
    await page.keyboard.press('Enter');
    await panel.root
      .getByRole('combobox', { name: 'Template', exact: true })
      .selectOption('letter (Word)');
    await panel.button('Write the report').click();
    await press(reportCard(panel, 'The report'), 'Start');
    await press(reportCard(panel, 'The evidence'), 'Approve');
    // The mean comes from the evidence, so it is not asked for.
    await expect(question.getByLabel('customer')).toBeVisible();
    await expect(question.getByLabel('mean')).toHaveCount(0);
    await question.getByLabel('customer').fill('Ada');
    await press(question, 'Answer');
    await saveReport(review, [/^Word/], 'signed');
    await expect(question).toContainText('signed.docx');
    await press(question, 'Write');
    await expect(panel.log).toContainText(/Report saved: \S*signed\.docx”?\./);
    const word = readWord((await files.read('signed.docx'))!);
    expect(word.headings).toEqual(['Letter']);
    expect(word.text.split('\n')).toEqual(
      expect.arrayContaining([
        'Dear Ada, this is what we saw.',
        'It is 4,201.75 g.',
        'Mean: 4,201.75 g',
        'Yours as ever'
      ])
    );
    expect(word.text).not.toContain('{{');
    expect(word.pictures).toBe(1);
  });
});
