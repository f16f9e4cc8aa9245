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
  `open("${name}.txt", "a").write("x")`;

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

  await test.step('routing → simple chat → synthesis; what plainly asks for nothing has no request for a plan', async () => {
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
    expect(await askedForms(model)).toEqual(['plan']);
    await expect(card).toHaveCount(0);
  });

  await test.step('feedback → retry → clarification; all steps switched off → synthesis', async () => {
    await plan('Something unclear', {
      clarify: [
        call('clarify', CLEAR, { when: 'And which rows? → b' }),
        unclear('And which rows?', { when: 'Which file? → a' }),
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
    expect(await askedForms(model)).toEqual(['plan', 'plan', 'plan']);
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
    await card
      .getByRole('combobox', { name: 'While it runs, ask me' })
      .selectOption('at each step');
    await press(card, 'Accept');
    const step = question(panel, 'Write it');
    await press(step, 'Tools and arguments');
    const json = field(step, /as JSON$/);
    await json.fill('{"code": "1 + 1"}');
    await press(step, 'Run this step');
    // A field that it needs is missing: the card comes back, and keeps what
    // was entered.
    await press(step, 'Tools and arguments');
    await expect(step).toContainText('edit_cell · still missing: cell_id');
    await expect(json).toHaveValue(/1 \+ 1/);
    expect(await begunSteps(model)).toEqual([]);
    await json.fill('{"code": "1 + 1", "cell_id": "1"}');
    await press(step, 'Run this step');
    await press(question(panel, 'Edited'), 'Run this step');
    await press(question(panel, 'Refused'), 'Skip this step');
    await panel.settled();
    expect(await begunSteps(model)).toEqual(['Write it', 'Edited']);
    expect(await files.read('proposed.txt')).toBe('x');

    await plan('With its cells', {
      plan: [planOf(['Edited', 'Refused'])],
      Edited: [cell(counting('proposed')), answer('Edited it.')],
      Refused: [cell(counting('refused')), answer('It was not wanted.')]
    });
    await press(card, 'Accept');
    await panel.edit(counting('edited'));
    await panel.approve();
    // A decision is no failure: the step is not tried again.
    await panel.reject('Not that one');
    await panel.settled();
    expect(await files.read('edited.txt')).toBe('x');
    expect(await files.read('proposed.txt')).toBe('x');
    expect(await files.read('refused.txt')).toBeNull();
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
      plan: [
        planOf([
          { title: 'Load', tools: ['read_file'], worked: 'It is there.' }
        ])
      ],
      Load: [answer('Loaded.')]
    };
    const unmet = call('final_answer', { answer: 'Not there.', met: false });
    for (const name of ['plan', 'arguments', 'Load', 'summarise']) {
      const [first] = { ...PLAN_ANSWERS, ...whole }[name];
      await plan(`Stopped at ${name}`, {
        ...whole,
        // What failed cannot sum the plan up.
        ...(name === 'summarise' && { Load: [unmet] }),
        [name]: [{ ...first, held: true }]
      });
      const asked = async (): Promise<boolean> =>
        name === 'Load'
          ? (await begunSteps(model)).includes(name)
          : (await askedForms(model)).includes(name);
      if (name !== 'plan') {
        if (name === 'arguments') {
          await card
            .getByRole('combobox', { name: 'While it runs, ask me' })
            .selectOption('at each step');
        }
        await press(card, 'Accept');
      }
      if (name === 'summarise') {
        await press(question(panel, 'A step failed'), 'Skip this step');
      }
      await expect.poll(asked, { intervals: [50] }).toBe(true);
      await panel.stop.click();
      await panel.settled();
      await expect(card).toHaveCount(0);
    }
    const cards: [string, Record<string, Step[]>][] = [
      ['Some questions first', { clarify: [unclear('Which file?')] }],
      ['The plan', {}],
      ['Load', {}],
      ['A step failed', { Load: [unmet] }],
      ['This plan has reached its limit', dear]
    ];
    for (const [title, answers] of cards) {
      await plan(`Stopped at the card “${title}”`, { ...whole, ...answers });
      if (!['Some questions first', 'The plan'].includes(title)) {
        if (title === 'Load') {
          await card
            .getByRole('combobox', { name: 'While it runs, ask me' })
            .selectOption('at each step');
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
    await expect(panel.log.getByText(/^Plan stopped: /)).toHaveCount(10);
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
    const expectLines = async (
      lines: string[],
      forms: string[]
    ): Promise<void> => {
      await panel.settled();
      for (const line of lines) {
        await expect(panel.log).toContainText(line);
      }
      // Each was asked again exactly once.
      expect(await askedForms(model)).toEqual(forms);
    };
    await plan('Read the file', { plan: [NONSENSE] });
    await expect(card.getByLabel('Title of step 1')).toHaveValue(
      'Read the file'
    );
    await press(card, 'Accept');
    await expectLines(
      ['The model did not give a usable plan'],
      ['plan', 'plan']
    );

    await plan('Load the file', {
      plan: [
        planOf([
          { title: 'Load', tools: ['read_file'], worked: 'It is there.' }
        ])
      ],
      Load: [call('final_answer', { answer: 'Not there.', met: false })],
      arguments: [NONSENSE],
      summarise: [NONSENSE]
    });
    await card
      .getByRole('combobox', { name: 'While it runs, ask me' })
      .selectOption('at each step');
    await press(card, 'Accept');
    await press(question(panel, 'Load'), 'Run this step');
    await press(question(panel, 'A step failed'), 'Skip this step');
    await expectLines(
      [
        'The model gave no usable arguments for “Load”',
        'This summary was written without the model.'
      ],
      ['plan', 'arguments', 'arguments', 'summarise', 'summarise']
    );
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
