import type { Page } from '@playwright/test';

import { PLAN_ANSWERS, planOf, press, question } from '../support/plan-script';
import {
  grouped,
  reportCard,
  reportPlan,
  saveReport
} from '../support/report-script';
import { answer, call, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

const MINUTES = 30;

test.use({ settings: { reports: { evidenceMinutes: MINUTES } } });

const plan = reportPlan('Mass', ['Data'], ['mean', 'rows']);

test('a report is begun by a command, a chip, the agent and a step of a plan, reads a file, has a stale cell run again, is changed by a tick, and ends when its time is up', async ({
  begin,
  files,
  model,
  page: labPage,
  tmpPath
}) => {
  test.slow();
  const page = labPage as unknown as Page;
  const { panel, notebook } = await begin({
    cells: ['# Mean mass\nprint("mean", 4201.75)'],
    files: { 'notes.md': 'The scale was set anew in May.' }
  });
  await notebook.command('notebook:run-all-cells');
  await expect.poll(() => notebook.outputText(0)).toContain('4201.75');
  await model.script([
    cell('# Count\nprint("rows", 344)'),
    answer('There are 344 rows.'),
    call('write_report', { prompt: 'The mass', audience: 'The zoo' }),
    plan,
    grouped([['e1', 'e2', 'e3']]),
    call('run_cells', { cell_ids: ['cell-1'] }),
    { text: 'Done.' },
    answer('It was not written.')
  ]);
  const wish = panel.root.getByRole('textbox', {
    name: 'What it is for (optional)'
  });
  const planned = reportCard(panel, 'The report');
  const evidence = reportCard(panel, 'The evidence');

  await test.step('the command fills the form, and sends nothing', async () => {
    await notebook.command('cellwright:write-report', {
      prompt: 'For the zoo',
      template: 'lab-note'
    });
    await expect(wish).toHaveValue('For the zoo');
    const template = panel.root.getByRole('combobox', {
      name: 'Template',
      exact: true
    });
    await expect(template).toHaveValue('lab-note');
    expect(await model.requests()).toEqual([]);
    // What is chosen there is kept for later.
    await template.selectOption('');
    await panel.button('Back to the conversation').click();
  });

  await test.step('so does the chip under an answer for which cells were run', async () => {
    await panel.say('count the rows');
    await panel.approve();
    await panel.answered('There are 344 rows.');
    const chip = panel.log.getByRole('button', { name: 'Write a report…' });
    await chip.focus();
    await page.keyboard.press('Enter');
    await expect(wish).toBeVisible();
    expect(await model.requests()).toHaveLength(2);
    await panel.button('Back to the conversation').click();
  });

  await test.step('the agent proposes it, and the policy asks', async () => {
    await notebook.setSource(0, '# Mean mass\nprint("mean", 4300.5)');
    await panel.say('Write a report on the mass');
    await expect(panel.cards).toContainText('Write a report');
    await panel.approve();
  });

  await test.step('a file that the person names is read as well', async () => {
    await planned
      .getByRole('textbox', { name: 'Also read files (optional)' })
      .fill(`${tmpPath}/notes.md`);
    await press(planned, 'Start');
    await expect(evidence.getByRole('checkbox')).toHaveCount(3);
    await expect(evidence).toContainText('The scale was set anew in May.');
  });

  await test.step('what a changed cell shows is marked, and what was run here is not', async () => {
    await expect(
      evidence.getByText('The cell was changed after it ran.')
    ).toHaveCount(1);
    await expect(evidence.getByText('There is no record')).toHaveCount(0);
    await expect(evidence).toContainText('mean 4201.75');
  });

  await test.step('its cell is run again with the usual approval, and what it shows then takes its place', async () => {
    await evidence
      .getByRole('button', { name: 'Run the cell of “Mean mass” again' })
      .click();
    await expect(panel.cards).toContainText('4300.5');
    expect(await notebook.outputText(0)).toContain('4201.75');
    await panel.approve();
    await expect(evidence).toContainText('mean 4300.5');
    await expect(evidence.getByText('New', { exact: true })).toHaveCount(1);
    await expect(
      evidence.getByText('The cell was changed after it ran.')
    ).toHaveCount(0);
  });

  await test.step('changed by a tick alone, it comes back without a word to the model', async () => {
    await evidence.getByRole('checkbox', { name: /^notes\.md/ }).uncheck();
    await press(evidence, 'Change…');
    await press(evidence, 'Send changes');
    await expect(
      evidence.getByRole('region', { name: 'What changed' })
    ).toContainText('“notes.md” (e3) was taken out of “Data”.');
    await expect(evidence.getByRole('checkbox')).toHaveCount(2);
    expect(await model.requests()).toHaveLength(7);
  });

  await test.step('rejected, the agent is told', async () => {
    await evidence.getByRole('button', { name: 'Reject' }).click();
    await evidence
      .getByRole('textbox', { name: 'Why not? (optional)' })
      .fill('No time');
    await evidence.getByRole('button', { name: 'Don’t write it' }).click();
    await panel.answered('It was not written.');
    const messages = JSON.stringify(
      (await model.lastRequest()).body.messages.at(-1)
    );
    expect(messages).toContain(
      'The person ended the report. No file was written.'
    );
    expect(messages).toContain('reason: No time');
  });

  await test.step('a step of a plan writes one, with its own cards, and knows what came of it', async () => {
    await model.script([], {
      answers: {
        ...PLAN_ANSWERS,
        plan: [planOf([{ title: 'Tell', does: 'Write a report.' }])],
        Tell: [
          call('write_report', { prompt: 'The mass' }),
          answer('It is told.')
        ],
        report_plan: [plan],
        group_evidence: [grouped([['e1', 'e2']])],
        Data: [{ text: 'The mean is {{e1.value}}[[e1]].' }]
      }
    });
    const mode = panel.root.getByRole('combobox', { name: 'Mode' });
    await mode.selectOption('plan');
    await panel.say('Tell the zoo what was found');
    await press(question(panel, 'The plan'), 'Accept');
    await panel.approve();
    await press(planned, 'Start');
    await press(evidence, 'Approve');
    await saveReport(
      reportCard(panel, 'The finished report'),
      [/^Markdown/],
      'planned'
    );
    await press(question(panel, 'Write 1 file'), 'Write');
    await expect(panel.log).toContainText('It is told.');
    await panel.settled();
    expect(await files.read('planned.md')).toContain('The mean is 4,300.5');
    const messages = (await model.requests()).map(({ body }) => body.messages);
    expect(JSON.stringify(messages)).toContain('The report was written.');
    await mode.selectOption('agent');
  });

  await test.step('evidence that nobody approves in time ends it, also when no page was open meanwhile', async () => {
    const before = (await model.requests()).length;
    await panel.composer.fill('/report Once more');
    await page.keyboard.press('Enter');
    await panel.button('Write the report').click();
    await press(planned, 'Start');
    await expect(evidence).toContainText(
      `If you don’t decide, this is rejected in ${MINUTES} minutes.`
    );
    await page.addInitScript(minutes => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + minutes * 60_000;
    }, 2 * MINUTES);
    await page.goto(`tree/${notebook.path}?reset`);
    await expect(panel.log).toContainText('Nobody approved the evidence.');
    await expect(evidence).toHaveCount(0);
    // For its plan, and its evidence by section.
    expect(await model.requests()).toHaveLength(before + 2);
    expect(await files.names()).toEqual([
      'analysis.ipynb',
      'notes.md',
      'planned.md'
    ]);
  });
});
