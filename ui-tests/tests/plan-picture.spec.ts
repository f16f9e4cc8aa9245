import * as fs from 'node:fs/promises';

import type { Locator, Page } from '@playwright/test';

import { historyFaults } from '../support/history';
import {
  NONSENSE,
  PLAN_ANSWERS,
  askedForms,
  begunSteps,
  planOf,
  press,
  question,
  unclear
} from '../support/plan-script';
import { answer, call, cell, type Step } from '../support/scripted-model';
import { expect, test } from '../support/test';

const CLEAR = { clarity: 1, questions: [], assumptions: [] };

/** Counts in a file how often the kernel has run it. */
const counting = (name: string): string =>
  `open("${name}.count", "a").write("x")`;

// What one plan teaches would change the next one; other tests cover that.
test.use({
  settings: { memory: { on: false }, plan: { mostTokens: 1_000_000 } }
});

test('the arrows of a plan that another plan does not come to; stopped at each request and card; nonsense at each request', async ({
  begin,
  files,
  model,
  page
}) => {
  test.slow();
  const { panel, notebook } = await begin();
  const plan = async (
    text: string,
    answers: Record<string, Step[] | Step[][]> = {},
    plain: Step[] = []
  ): Promise<void> => {
    await model.script(plain, { answers: { ...PLAN_ANSWERS, ...answers } });
    await panel.say(text);
  };
  const clarifying = question(panel, 'Some questions first');
  const card = question(panel, 'The plan');
  const field = (of: Locator, name: RegExp | string): Locator =>
    of.getByRole('textbox', { name }).first();
  await panel.root.getByRole('combobox', { name: 'Mode' }).selectOption('plan');

  await test.step('routing → simple chat → synthesis; what plainly asks for nothing is not even routed', async () => {
    await plan('Thanks!', {}, [{ text: 'You are welcome.' }]);
    await panel.settled();
    await expect(panel.log).toContainText('You are welcome.');
    expect(await askedForms(model)).toEqual([]);
    await plan(
      'What is a mean?',
      { route: [call('route', { route: 'simple_chat', reason: 'Words do.' })] },
      // For the second request.
      [{}, { text: 'The sum by the number.' }]
    );
    await panel.settled();
    await expect(panel.log).toContainText('The sum by the number.');
    await expect(panel.log).toContainText('Answered directly, without a plan.');
    expect(await askedForms(model)).toEqual(['route']);
    await expect(card).toHaveCount(0);
  });

  await test.step('feedback → retry → clarification; all steps switched off → synthesis', async () => {
    await plan('Something unclear', {
      clarify: [
        call('clarify', CLEAR, { when: 'And which rows? b' }),
        unclear('And which rows?', { when: 'Which file? a' }),
        unclear('Which file?')
      ],
      plan: [planOf(['One', 'Two'])]
    });
    await expect(clarifying).toContainText('Which file?');
    await press(clarifying, 'Answer');
    await expect(clarifying).toContainText('And which rows?');
    await clarifying.getByLabel('b', { exact: true }).check();
    await press(clarifying, 'Answer');
    for (const number of [1, 2]) {
      await card
        .getByRole('checkbox', { name: `Run step ${number}` })
        .uncheck();
    }
    await press(card, 'Accept');
    await panel.settled();
    await expect(panel.log).toContainText(
      'Nothing was done: every step was switched off.'
    );
    expect(await begunSteps(model)).toEqual([]);
    expect(await askedForms(model)).toEqual([
      'route',
      'clarify',
      'clarify',
      'clarify',
      'plan'
    ]);
  });

  await test.step('edited arguments, still missing ones → step approval; its cells are edited and rejected like any other', async () => {
    await plan('With arguments', {
      plan: [
        planOf([
          { title: 'Write it', tools: ['edit_cell'] },
          'Edited',
          'Refused'
        ])
      ],
      Edited: [cell(counting('proposed')), answer('Edited it.')],
      Refused: [cell(counting('refused')), answer('It was not wanted.')]
    });
    await card.getByLabel('at each step').check();
    await press(card, 'Accept');
    const step = question(panel, 'Write it');
    await field(step, 'code').fill('1 + 1');
    await press(step, 'Run this step');
    // A field that it needs is missing: the card comes back, and keeps what
    // was entered.
    await expect(step).toContainText('edit_cell · still missing: cell_id');
    await expect(field(step, 'code')).toHaveValue('1 + 1');
    expect(await begunSteps(model)).toEqual([]);
    await field(step, 'cell_id').fill('1');
    await press(step, 'Run this step');
    await press(question(panel, 'Edited'), 'Run this step');
    await press(question(panel, 'Refused'), 'Skip this step');
    await panel.settled();
    expect(await begunSteps(model)).toEqual(['Write it', 'Edited']);
    expect(await files.read('proposed.count')).toBe('x');

    await plan('With its cells', {
      plan: [planOf(['Edited', 'Refused'])],
      Edited: [cell(counting('proposed')), answer('Edited it.')],
      Refused: [cell(counting('refused')), answer('It was not wanted.')]
    });
    await press(card, 'Accept');
    await panel.edit(counting('edited'));
    await panel.approve();
    await panel.reject('Not that one');
    // It is tried once more without its recommended tools.
    await panel.reject('Nor again');
    await press(question(panel, 'A step failed'), 'Skip this step');
    await panel.settled();
    expect(await files.read('edited.count')).toBe('x');
    expect(await files.read('proposed.count')).toBe('x');
    expect(await files.read('refused.count')).toBeNull();
    await expect(panel.log).toContainText('Not that one');
  });

  /** A step that works, but uses more than a plan is allowed. */
  const dear: Record<string, Step[]> = {
    plan: [planOf(['Load', 'Fit'])],
    Load: [
      {
        ...answer('Loaded.'),
        usage: { prompt_tokens: 1_500_000, completion_tokens: 1 }
      }
    ]
  };
  const limit = question(panel, 'This plan has reached its limit');

  await test.step('its limit is reached → stop → synthesis', async () => {
    await plan('Too dear', dear);
    await press(card, 'Accept');
    await limit.getByLabel('Stop, and sum up what was done').check();
    await press(limit, 'Answer');
    await panel.settled();
    await expect(panel.log).toContainText('Plan stopped: 1 of 2 steps done.');
    expect(await begunSteps(model)).toEqual(['Load']);
    expect((await askedForms(model)).at(-1)).toBe('summarise');
  });

  await test.step('stopped while each of its requests is on the way, and at each card; the next one is a plan again', async () => {
    const whole: Record<string, Step[]> = {
      plan: [planOf([{ title: 'Load', worked: 'It is there.' }])],
      judge: [call('judge', { succeeded: true, why: '' })],
      Load: [answer('Loaded.')]
    };
    for (const name of [
      'route',
      'clarify',
      'plan',
      'arguments',
      'Load',
      'judge',
      'summarise'
    ]) {
      const [first] = { ...PLAN_ANSWERS, ...whole }[name];
      await plan(`Stopped at ${name}`, {
        ...whole,
        [name]: [{ ...first, held: true }]
      });
      const asked = async (): Promise<boolean> =>
        name === 'Load'
          ? (await begunSteps(model)).includes(name)
          : (await askedForms(model)).includes(name);
      if (!['route', 'clarify', 'plan'].includes(name)) {
        if (name === 'arguments') {
          await card.getByLabel('at each step').check();
        }
        await press(card, 'Accept');
      }
      await expect.poll(asked, { intervals: [50] }).toBe(true);
      await panel.stop.click();
      await panel.settled();
      await expect(card).toHaveCount(0);
    }
    const no = call('judge', { succeeded: false, why: 'It is not there.' });
    const cards: [string, Record<string, Step[]>][] = [
      ['Some questions first', { clarify: [unclear('Which file?')] }],
      ['The plan', {}],
      ['Load', {}],
      ['A step failed', { judge: [no] }],
      ['This plan has reached its limit', dear]
    ];
    for (const [title, answers] of cards) {
      await plan(`Stopped at the card “${title}”`, { ...whole, ...answers });
      if (!['Some questions first', 'The plan'].includes(title)) {
        if (title === 'Load') {
          await card.getByLabel('at each step').check();
        }
        await press(card, 'Accept');
      }
      const waiting = question(panel, title);
      await expect(waiting).toBeVisible();
      const asked = (await model.requests()).length;
      await panel.stop.click();
      await panel.settled();
      await expect(waiting).toHaveCount(0);
      // Nothing is summed up or continued.
      expect((await model.requests()).length).toBe(asked);
    }
    // Each one says so, and the panel asks nothing more.
    await expect(panel.log.getByText(/^Plan stopped: /)).toHaveCount(13);
    // The results of the last one can still be saved.
    const [file] = await Promise.all([
      (page as unknown as Page).waitForEvent('download'),
      panel.button('Save the results as JSON').last().click()
    ]);
    const { outcomes } = JSON.parse(
      await fs.readFile(await file.path(), 'utf-8')
    ) as { outcomes: Record<string, unknown> };
    expect(Object.values(outcomes)).toMatchObject([
      { status: 'succeeded', work: { text: 'Loaded.' } }
    ]);
    const requests = (await model.requests()).length;
    await plan('And then a whole one', whole);
    await press(card, 'Accept');
    await panel.settled();
    await expect(panel.log).toContainText('Plan done: 1 of 1 steps done.');
    expect(requests).toBeGreaterThan(0);
  });

  await test.step('a model that answers nonsense at each request: safe answers, and a line for each', async () => {
    await plan(
      'Read the file',
      {
        route: [NONSENSE],
        clarify: [NONSENSE],
        plan: [NONSENSE],
        arguments: [NONSENSE],
        summarise: [NONSENSE]
      },
      []
    );
    await card.getByLabel('at each step').check();
    await expect(card.getByLabel('Title of step 1')).toHaveValue(
      'Read the file'
    );
    await press(card, 'Accept');
    await press(question(panel, 'Read the file'), 'Run this step');
    await panel.settled();
    for (const line of [
      'The model did not say whether this needs a plan',
      'The model did not say how clear the task is',
      'The model did not give a usable plan',
      'The model gave no usable arguments for “Read the file”',
      'This summary was written without the model.'
    ]) {
      await expect(panel.log).toContainText(line);
    }
    // Each was asked again exactly once.
    expect(await askedForms(model)).toEqual(
      ['route', 'clarify', 'plan', 'arguments', 'summarise'].flatMap(name => [
        name,
        name
      ])
    );

    await plan('Load the file', {
      plan: [planOf([{ title: 'Load', worked: 'It is there.' }])],
      judge: [NONSENSE]
    });
    await press(card, 'Accept');
    await panel.settled();
    await expect(panel.log).toContainText(
      'Nothing failed in “Load”, but whether it worked could not be checked.'
    );
    expect(await askedForms(model)).toEqual([
      'route',
      'clarify',
      'plan',
      'judge',
      'judge',
      'summarise'
    ]);
  });

  const faults = (await model.requests()).flatMap(({ body }) =>
    historyFaults(body.messages)
  );
  expect(faults).toEqual([]);
  expect((await notebook.code()).map(({ source }) => source)).toEqual([
    counting('proposed'),
    counting('edited')
  ]);
});
