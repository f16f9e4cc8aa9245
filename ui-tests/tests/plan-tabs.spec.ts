import type { Locator, Page } from '@playwright/test';

import { historyFaults } from '../support/history';
import type { Panel } from '../support/panel';
import {
  PLAN_ANSWERS,
  begunSteps,
  planBar,
  planOf,
  question,
  unclear
} from '../support/plan-script';
import { answer, call, cell, type Step } from '../support/scripted-model';
import { expect, test } from '../support/test';

/** Both tabs belong to the same person: data is stored per user. */
const USER = {
  identity: {
    username: 'ada',
    name: 'ada',
    display_name: 'Ada',
    initials: 'A',
    color: 'var(--jp-collaborator-color1)'
  },
  permissions: {}
};

test.use({
  mockUser: USER,
  settings: { plan: { askStep: true, mostTokens: 1_000_000 } }
});

/** A pause of the plan: its card, and what a person presses on it. */
interface IPause {
  card(panel: Panel): Locator;
  press: string;
  /** Pressed first, to get the card. */
  before?: string;
  /** Chosen on the card first. */
  choose?: string;
  /** Whether the first tab is reloaded while it waits. */
  reload?: true;
}

const asks = (title: string, press: string, more: object = {}): IPause => ({
  card: panel => question(panel, title),
  press,
  ...more
});
const reviews = (text: string): IPause => ({
  card: panel => panel.cards.filter({ hasText: text }),
  press: 'Approve'
});

/**
 * All kinds of pauses, in the order in which a plan reaches them. Jest covers a
 * reload at each (`plan-pages.long.spec.ts`).
 */
const PAUSES: IPause[] = [
  asks('Some questions first', 'Answer'),
  asks('The plan', 'Accept'),
  asks('Load', 'Run this step', { reload: true }),
  reviews('load.count'),
  asks('This plan has reached its limit', 'Answer', { choose: 'Go on with 5' }),
  asks('Fit', 'Run this step'),
  reviews('first fit'),
  reviews('second fit'),
  asks('A step failed', 'Skip this step', { reload: true }),
  asks('What is different this time?', 'Answer', {
    before: 'Use this plan again…'
  }),
  asks('The plan', 'Reject')
];

/** Counts in a file how often the kernel has run it. */
const counting = (name: string, rest = ''): string =>
  `open("${name}.count", "a").write("x")\nprint("${name}")${rest}`;
const fails = (words: string): string =>
  counting('fit', `\nraise ValueError("${words}")`);

const ANSWERS: Record<string, Step[] | Step[][]> = {
  ...PLAN_ANSWERS,
  clarify: [
    call(
      'clarify',
      { clarity: 1, questions: [], assumptions: [] },
      { when: 'Which file? → a' }
    ),
    unclear('Which file?')
  ],
  plan: [planOf(['Load', 'Fit'])],
  Load: [
    cell(counting('load')),
    {
      ...answer('Loaded.'),
      usage: { prompt_tokens: 1_500_000, completion_tokens: 1 }
    }
  ],
  Fit: [
    [cell(fails('first fit')), answer('It did not work.')],
    [cell(fails('second fit')), answer('It did not work.')]
  ],
  summarise: [
    call('summarise', { summary: 'All but the fit.', open: [], next: [] })
  ]
};

test('a plan at each of its pauses: it is in a second tab, where it is answered, too, and there after a reload; nothing is lost and nothing runs twice', async ({
  anotherPage,
  begin,
  context,
  files,
  model,
  page: firstPage
}) => {
  test.setTimeout(600_000);
  const page = firstPage as unknown as Page;
  const { panel: first, notebook } = await begin();
  await model.script([], { answers: ANSWERS });
  await first.root.getByRole('combobox', { name: 'Mode' }).selectOption('plan');
  await first.say('Fit the rows of rows.csv');
  await expect(PAUSES[0].card(first)).toBeVisible();
  // Opened now, it shows the existing conversation.
  const { page: tab, panel: second } = await anotherPage(context);
  await tab.goto(`workspaces/second/tree/${notebook.path}`);

  for (const [
    at,
    { card, press, before, choose, reload }
  ] of PAUSES.entries()) {
    await test.step(`${at + 1}: ${press}`, async () => {
      if (before) {
        await first.button(before).click();
      }
      await expect(card(first)).toBeVisible();
      const asked = (await model.requests()).length;
      if (reload) {
        await page.goto(`tree/${notebook.path}`);
        await expect(card(first)).toBeVisible();
      }
      await expect(card(second)).toBeVisible();
      // Neither the reload nor the other tab asks the model again.
      expect((await model.requests()).length).toBe(asked);
      const [answering, other] =
        at % 2 === 0 ? [second, first] : [first, second];
      if (choose) {
        await card(answering).getByLabel(choose).check();
      }
      await card(answering)
        .getByRole('button', { name: press, exact: true })
        .click();
      await expect(card(other)).toHaveCount(0);
      await expect(card(answering)).toHaveCount(0);
    });
  }

  await test.step('it has come to its end in both, and all of it happened once', async () => {
    await first.settled();
    await second.settled();
    for (const panel of [first, second]) {
      await expect(panel.log).toContainText(
        'Plan done: 1 of 2 steps done, 1 failed.'
      );
      await expect(panel.log).toContainText(
        'The plan was rejected. Nothing was done.'
      );
      // The progress of a rejected plan disappears.
      await expect(planBar(panel)).toHaveCount(0);
    }
    expect(await files.read('load.count')).toBe('x');
    // With the recommended tools, and once more without.
    expect(await files.read('fit.count')).toBe('xx');
    expect(await begunSteps(model)).toEqual(['Load', 'Fit', 'Fit']);
    const sources = (await notebook.code()).map(({ source }) => source);
    expect(sources.map(source => source.split('.')[0])).toEqual([
      'open("load',
      'open("fit',
      'open("fit'
    ]);
    const faults = (await model.requests()).flatMap(({ body }) =>
      historyFaults(body.messages)
    );
    expect(faults).toEqual([]);
  });
});
