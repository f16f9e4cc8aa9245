import type { Locator, Page } from '@playwright/test';

import { checkLooks } from '../support/looks';
import { answer, call, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

const step = (title: string, does: string): Record<string, unknown> => ({
  title,
  does
});

test.use({ settings: { plan: { askStep: true } } });

test('a plan is asked about, changed, worked off and summed up by keyboard; half of its card outlives a reload; each card passes axe in light and dark @core', async ({
  begin,
  model,
  page
}) => {
  test.slow();
  const plain = page as unknown as Page;
  const { panel, notebook } = await begin();
  const question = (name: string): Locator =>
    panel.root.getByRole('group', { name: `Question: “${name}”` });
  const args = call('arguments', {
    tools: [{ name: 'jupyter_cell', arguments: { code: '1 + 1' } }]
  });
  await model.script([
    call('plan', {
      route: 'tool_required',
      reason: 'It needs the kernel.',
      clarity: 0.4,
      questions: [
        {
          question: 'Which column is the target?',
          choices: ['species', 'island'],
          default: 'species'
        }
      ],
      assumptions: ['Rows with gaps are left out.']
    }),
    call('plan', {
      route: 'tool_required',
      clarity: 0.95,
      category: 'modelling',
      steps: [
        {
          ...step('Load the data', 'Reads penguins.csv into a data frame.'),
          reads: true,
          tools: ['read_file']
        },
        {
          ...step('Fit a model', 'A small decision tree, on two thirds.'),
          needs: [1],
          tools: ['jupyter_cell']
        },
        { ...step('Draw a plot', 'Two measurements, by species.'), needs: [2] }
      ]
    }),
    args,
    cell('1 + 1'),
    answer('Loaded the file.'),
    args,
    cell('raise ValueError("no rows")'),
    answer('It did not work.'),
    cell('raise ValueError("still no rows")'),
    answer('It did not work.'),
    call('summarise', {
      summary: 'The data is loaded. The model could not be fitted.',
      open: ['Why are there no rows?'],
      next: []
    })
  ]);

  await test.step('questions', async () => {
    await panel.root
      .getByRole('combobox', { name: 'Mode' })
      .selectOption('plan');
    await panel.say('Model the penguins');
    await expect(question('Some questions first')).toContainText('40% clear');
    await checkLooks(plain, 'plan-questions');
    await question('Some questions first').focus();
    await panel.decide();
  });

  const plan = question('The plan');
  await test.step('half of a change is there after a reload', async () => {
    await plan.getByLabel('Title of step 2').fill('Fit a small model');
    await plan.getByRole('checkbox', { name: 'Run step 3' }).uncheck();
    await page.goto(`tree/${notebook.path}?reset`);
    await panel.ready('analysis.ipynb');
    await expect(plan.getByLabel('Title of step 2')).toHaveValue(
      'Fit a small model'
    );
    await expect(
      plan.getByRole('checkbox', { name: 'Run step 3' })
    ).not.toBeChecked();
    await checkLooks(plain, 'plan-card');
  });

  await test.step('a step moves by the arrow keys and keeps the focus', async () => {
    const grip = plan.getByRole('button', {
      name: /^Move step \d, “Draw a plot/
    });
    await grip.focus();
    await page.keyboard.press('ArrowUp');
    await expect(plan.getByLabel('Title of step 2')).toHaveValue('Draw a plot');
    await expect(grip).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(plan.getByLabel('Title of step 3')).toHaveValue('Draw a plot');
    await panel.decide();
  });

  const load = question('Load the data');
  await test.step('a step shows its arguments', async () => {
    await expect(load).toBeVisible();
    await checkLooks(plain, 'plan-step');
    await load.focus();
    await panel.decide();
    await expect(panel.root.getByText('1 + 1').first()).toBeVisible();
  });

  await test.step('a card within a step is there after a reload, and runs its cell once', async () => {
    await page.goto(`tree/${notebook.path}?reset`);
    await panel.ready('analysis.ipynb');
    await panel.approve();
  });

  await test.step('what failed asks how to go on', async () => {
    await question('Fit a small model').focus();
    await panel.decide();
    await panel.approve();
    await panel.approve();
    const failed = question('A step failed');
    await expect(failed).toContainText('Fit a small model');
    await checkLooks(plain, 'plan-failure');
    await failed.getByRole('button', { name: 'Skip this step' }).click();
  });

  await test.step('the end says what was done and what was not', async () => {
    await panel.settled();
    await expect(panel.log).toContainText('The model could not be fitted.');
    await expect(
      panel.root.getByRole('progressbar', { name: 'Plan' })
    ).toHaveAttribute('aria-valuemax', '2');
    await checkLooks(plain, 'plan-end');
  });

  await test.step('what was learned is listed', async () => {
    await panel.choose('Memories');
    const learned = panel.root.getByRole('region', { name: 'Memories' });
    await expect(learned.getByRole('listitem').first()).toBeVisible();
    await checkLooks(plain, 'plan-learned');
  });
});
