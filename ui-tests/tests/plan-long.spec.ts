import type { Locator, Page } from '@playwright/test';

import { textOf } from '../support/history';
import {
  PLAN_ANSWERS,
  begunSteps,
  planBar,
  planOf,
  press,
  question
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

test.use({ mockUser: USER });

/** Its call fails, with the recommended tools and without. */
const FAILING: Step[] = [
  call('read_file', { path: 'nowhere.csv' }),
  answer('There is no such file.')
];

const TWELVE = Array.from({ length: 12 }, (_, at) => `Step ${at + 1}`);

/** Whether the page reports that it is hidden. */
async function hidden(page: Page, value: boolean): Promise<void> {
  await page.evaluate(isHidden => {
    Object.defineProperty(document, 'hidden', {
      value: isHidden,
      configurable: true
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, value);
}

test('a long plan with failures, cards that are edited, skipped and rejected, steps side by side, and a second tab', async ({
  anotherPage,
  begin,
  context,
  files,
  model,
  page
}) => {
  test.slow();
  const { panel, notebook } = await begin({
    files: { 'a.csv': 'x\n1\n', 'b.csv': 'x\n2\n' }
  });
  const folder = notebook.path.split('/').slice(0, -1).join('/');
  const bar = (of = panel): Locator => planBar(of);
  const plan = async (
    text: string,
    answers: Record<string, Step[] | Step[][]>
  ): Promise<void> => {
    await model.script([], { answers: { ...PLAN_ANSWERS, ...answers } });
    await panel.say(text);
  };
  await panel.root.getByRole('combobox', { name: 'Mode' }).selectOption('plan');
  const failed = question(panel, 'A step failed');
  const card = question(panel, 'The plan');

  await test.step('twelve steps, two of which fail: tried again, skipped, the rest changed, stopped', async () => {
    await plan('Twelve things', {
      plan: [
        planOf(['Another way', 'The end of it'], { when: 'By another way' }),
        planOf(TWELVE)
      ],
      'Step 3': FAILING,
      'Step 7': FAILING,
      'The end of it': FAILING
    });
    await press(card, 'Accept');
    await expect(failed).toContainText('Step 3');
    await expect(failed).toContainText('17% complete');
    await expect(bar()).toHaveAttribute(
      'aria-valuetext',
      '2 of 12 steps done, 1 failed'
    );
    await press(failed, 'Try again');
    await expect
      .poll(
        async () => (await begunSteps(model)).filter(t => t === 'Step 3').length
      )
      .toBe(4);
    await press(failed, 'Skip this step');
    await expect(failed).toContainText('Step 7');
    await expect(failed).toContainText('42% complete');
    await press(failed, 'Change…');
    await failed
      .getByRole('textbox', { name: 'What to change in the rest of the plan' })
      .fill('By another way');
    await press(failed, 'Change the rest');
    await expect(card.getByLabel('Title of step 1')).toHaveValue('Another way');
    await press(card, 'Accept');
    await expect(failed).toContainText('The end of it');
    await press(failed, 'Stop the plan');
    await panel.settled();
    await expect(bar()).toHaveAttribute(
      'aria-valuetext',
      '6 of 9 steps done, 3 failed'
    );
    await expect(panel.log).toContainText(
      'Plan stopped: 6 of 9 steps done, 3 failed.'
    );
    const count = (titles: string[]): Record<string, number> =>
      Object.fromEntries(
        titles.map(title => [title, titles.filter(t => t === title).length])
      );
    expect(count(await begunSteps(model))).toEqual({
      ...Object.fromEntries(TWELVE.slice(0, 7).map(title => [title, 1])),
      'Step 3': 4,
      'Step 7': 2,
      'Another way': 1,
      'The end of it': 2
    });
  });

  await test.step('questions are skipped, a plan is made again by words and then rejected', async () => {
    await plan('Something unclear', {
      clarify: [
        call('clarify', {
          clarity: 0.2,
          questions: [{ question: 'Which one?', choices: ['a'], default: '' }],
          assumptions: ['All of them.']
        })
      ],
      plan: [
        planOf(['Short'], { when: 'What to change: Shorter' }),
        planOf(['Long', 'Longer'])
      ]
    });
    await press(question(panel, 'Some questions first'), 'Skip the questions');
    await expect(card.getByLabel('Title of step 2')).toHaveValue('Longer');
    await press(card, 'Change…');
    await card
      .getByRole('textbox', { name: 'What should be different?' })
      .fill('Shorter');
    await press(card, 'Plan again');
    await expect(card.getByLabel('Title of step 1')).toHaveValue('Short');
    await press(card, 'Reject');
    await panel.settled();
    await expect(panel.log).toContainText(
      'The plan was rejected. Nothing was done.'
    );
    expect(await begunSteps(model)).toEqual([]);
  });

  await test.step('asked at each step: one is edited, one prepared again, one skipped, and their cells need no card', async () => {
    const code = 'open("stepped.txt", "a").write("x")';
    const prepared = (path: string): Step =>
      call('arguments', {
        tools: [{ name: 'read_file', arguments: { path } }]
      });
    await plan('By steps', {
      plan: [
        planOf([
          { title: 'Edited', tools: ['read_file'] },
          { title: 'Again', tools: ['read_file'] },
          'Skipped',
          'Run'
        ])
      ],
      arguments: [
        { ...prepared('c.csv'), when: 'What to change: The other file' },
        prepared('a.csv')
      ],
      Run: [cell(code), answer('Ran it.')]
    });
    await card
      .getByRole('combobox', { name: 'While it runs, ask me' })
      .selectOption('at each step');
    await press(card, 'Accept');
    const edited = question(panel, 'Edited');
    await press(edited, 'Tools and arguments');
    const path = edited.getByRole('textbox', { name: /^path/i }).first();
    await expect(path).toHaveValue('a.csv');
    await path.fill('b.csv');
    await press(edited, 'Run this step');
    const again = question(panel, 'Again');
    await press(again, 'Change…');
    await again
      .getByRole('textbox', { name: 'What to change in this step' })
      .fill('The other file');
    await press(again, 'Prepare it again');
    await expect(again.locator('pre')).toContainText('"path": "c.csv"');
    await press(again, 'Run this step');
    await press(question(panel, 'Skipped'), 'Skip this step');
    await press(question(panel, 'Run'), 'Run this step');
    await panel.settled();
    expect(await begunSteps(model)).toEqual(['Edited', 'Again', 'Run']);
    const sentTexts = (await model.requests())
      .map(({ body: { messages } }) => messages.map(textOf).join('\n'))
      .find(text => text.includes('no other: Edited'));
    expect(sentTexts).toContain('"path":"b.csv"');
    expect(await files.read('stepped.txt')).toBe('x');
    await expect(bar()).toHaveAttribute(
      'aria-valuetext',
      '3 of 4 steps done, 1 skipped'
    );
  });

  await test.step('reading steps side by side are all done, then the one that builds on them', async () => {
    const reading = (name: string): Record<string, unknown> => ({
      title: `Read ${name}`,
      reads: true,
      beside: true
    });
    const steps = (name: string): Step[] => [
      call('read_file', { path: `/${folder}/${name}` }),
      answer(`Read ${name}.`)
    ];
    await plan('Side by side', {
      plan: [
        planOf([
          reading('a.csv'),
          reading('b.csv'),
          { title: 'Join', needs: [1, 2] }
        ])
      ],
      'Read a.csv': steps('a.csv'),
      'Read b.csv': steps('b.csv')
    });
    await press(card, 'Accept');
    await panel.settled();
    const order = await begunSteps(model);
    expect(order.slice(0, 2).sort()).toEqual(['Read a.csv', 'Read b.csv']);
    expect(order.slice(2)).toEqual(['Join']);
    await expect(bar()).toHaveAttribute('aria-valuetext', '3 of 3 steps done');
  });

  await test.step('a second tab decides, and its progress is seen in the first', async () => {
    const code = 'open("shared.count", "a").write("x")';
    await plan('Seen by two', {
      plan: [planOf(['Shared', 'Last'])],
      Shared: [cell(code), answer('Shared it.')]
    });
    await expect(card).toBeVisible();
    await hidden(page as unknown as Page, true);
    await expect.poll(() => page.title()).toMatch(/^\(1\) Review waiting/);
    await hidden(page as unknown as Page, false);
    await expect.poll(() => page.title()).not.toMatch(/Review waiting/);
    const { page: tab, panel: second } = await anotherPage(context);
    await (tab as unknown as Page).goto(
      `workspaces/second/tree/${notebook.path}`
    );
    await press(question(second, 'The plan'), 'Accept');
    await expect(card).toHaveCount(0);
    await expect(bar()).toHaveAttribute('aria-valuetext', '0 of 2 steps done');
    await second.approve();
    await expect(bar()).toHaveAttribute('aria-valuetext', '2 of 2 steps done');
    await expect(bar(second)).toHaveAttribute(
      'aria-valuetext',
      '2 of 2 steps done'
    );
    await panel.settled();
    expect(await files.read('shared.count')).toBe('x');
    expect(await begunSteps(model)).toEqual(['Shared', 'Last']);
  });
});
