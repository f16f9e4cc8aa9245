import type { Locator, Page } from '@playwright/test';

import { arm, armNext, makeDeadly, type DeadlyPoint } from '../support/deadly';
import { answerToUnclear, nextPress, pressUntil } from '../support/press-until';
import { historyFaults } from '../support/history';
import type { Panel } from '../support/panel';
import { answer, call, cell, type Step } from '../support/scripted-model';
import { expect, test } from '../support/test';

/** The points at which a plan's page dies, one after the other. */
interface IDeath {
  /** Name in the report. */
  name: string;
  /** If not given, it dies while the card waits. */
  point?: DeadlyPoint;
  /** Title of a card that nobody answers before the page is dead. */
  card?: string;
}

/**
 * One for each kind of point, in the order in which a plan reaches them. Jest
 * covers each write and each card (`plan-pages.long.spec.ts`).
 */
const DEATHS: IDeath[] = [
  {
    name: 'while the model writes',
    point: { at: 'chunk', when: 'after', number: 3 }
  },
  { name: 'while its questions wait', card: 'Some questions first' },
  {
    name: 'before the plan is durable',
    point: { at: 'write', when: 'before', channel: 'plan' }
  },
  {
    name: 'once the plan is accepted',
    point: { at: 'event', when: 'after', type: 'interrupt-closed' }
  },
  {
    name: 'before its code leaves for the kernel',
    point: { at: 'execute', when: 'before', text: 'clean.count' }
  },
  {
    name: 'before what the step did is durable',
    point: { at: 'write', when: 'before', channel: 'outcomes' }
  },
  {
    name: 'after its code has left',
    point: { at: 'execute', when: 'after', text: 'draw.count' }
  },
  {
    name: 'before the summary is durable',
    point: { at: 'write', when: 'before', channel: 'report' }
  }
];

/** Counts in a file how often the kernel has run it. */
const counting = (name: string, rest = ''): string =>
  `open("${name}.count", "a").write("x")\nprint("${name}: 12 rows")${rest}`;

const STEPS = ['Load', 'Clean', 'Fit', 'Draw'];
const FAILS = '\nraise ValueError("no rows")';

const ANSWERS: Record<string, Step[]> = {
  route: [call('route', { route: 'tool_required', reason: 'It runs code.' })],
  clarify: [
    call('clarify', {
      clarity: 0.4,
      questions: [
        { question: 'Which file?', choices: ['a.csv'], default: 'a.csv' }
      ],
      assumptions: []
    }),
    call(
      'clarify',
      { clarity: 0.95, questions: [], assumptions: [] },
      { when: 'Which file? → a.csv' }
    )
  ].map(step => ({ chunkSize: 6, ...step })),
  plan: [
    call('plan', {
      category: 'modelling',
      steps: STEPS.map((title, at) => ({
        title,
        does: `Does ${title}.`,
        tools: ['jupyter_cell'],
        worked: title === 'Clean' ? 'It names the rows.' : '',
        needs: at === 1 ? [at] : []
      }))
    })
  ],
  arguments: [call('arguments', { tools: [] }, { chunkSize: 4 })],
  Load: [cell(counting('load')), answer('Loaded.')],
  Clean: [cell(counting('clean')), answer('Cleaned.')],
  Fit: [
    cell(counting('fit', FAILS), { chunkSize: 6 }),
    answer('It did not work.')
  ],
  Draw: [
    cell(counting('draw'), { chunkSize: 6 }),
    answer('All but the fit was done.')
  ]
};

/** What a person presses to continue, in order of preference. */
const PRESSES = [
  'Accept',
  'Answer',
  'Run this step',
  'Approve',
  'Run it',
  'Continue',
  'Skip this step'
];

test.use({ settings: { plan: { askStep: true } } });

test('a plan whose page is killed again and again loses nothing, runs nothing twice, and comes to its end', async ({
  begin,
  files,
  model,
  page: labPage
}) => {
  test.setTimeout(600_000);
  const page = labPage as unknown as Page;
  await makeDeadly(page);
  const { panel, notebook } = await begin();
  await model.script([], { answers: ANSWERS });
  await panel.root.getByRole('combobox', { name: 'Mode' }).selectOption('plan');
  const answerUntil = (until: Locator | null): Promise<void> =>
    pressUntil(
      page,
      panel,
      PRESSES,
      async () => until !== null && (await until.isVisible()),
      60_000,
      // The kernel is not asked what it ran, so the person is.
      { 'Run it': () => answerToUnclear(panel, files, 1_000) }
    );
  let isSaid = false;
  for (const [at, { name, point, card }] of DEATHS.entries()) {
    await test.step(name, async () => {
      // Later points are armed before their page loads.
      if (point && at === 0) {
        await arm(page, point);
      }
      if (!isSaid) {
        await panel.say('Model the rows');
        isSaid = true;
      }
      const waits = card ? questionOf(panel, card) : null;
      await answerUntil(waits);
      if (waits) {
        await arm(page, { at: 'delay', when: 'after', ms: 0 });
        await expect.poll(() => nextPress(page, PRESSES)).toBe('dead');
      }
      const next = DEATHS[at + 1]?.point;
      if (next) {
        await armNext(page, next);
      }
      await page.goto(`tree/${notebook.path}`);
      await panel.root.waitFor();
    });
  }
  await test.step('it comes to its end', async () => {
    // The summary stood there before its page died.
    await answerUntil(panel.root.getByText('Plan done', { exact: true }));
    await expect(
      panel.log.getByText('All but the fit was done.')
    ).toBeVisible();
    await panel.settled();
    for (const name of ['load', 'clean', 'draw']) {
      expect(await files.read(`${name}.count`), name).toBe('x');
    }
    // With the recommended tools, and once more without.
    expect(await files.read('fit.count')).toBe('xx');
    expect(
      (await notebook.code()).map(({ source }) => source.split('.')[0])
    ).toEqual(['load', 'clean', 'fit', 'fit', 'draw'].map(n => `open("${n}`));
    await expect(
      panel.root.getByRole('progressbar', { name: 'Plan' })
    ).toHaveAttribute('aria-valuetext', '3 of 4 steps done, 1 failed');
    const faults = (await model.requests()).flatMap(({ body }) =>
      historyFaults(body.messages)
    );
    expect(faults).toEqual([]);
  });
  await test.step('and is learned from, once', async () => {
    await panel.choose('Memories');
    const view = panel.root.getByRole('region', { name: 'Memories' });
    const rows = view.getByRole('listitem').filter({ hasText: '% sure' });
    for (const [kind, counted] of [
      ['Plans', 'went wrong 1×'],
      ['Answers to questions', 'The task was 40% clear before and 70% after'],
      ['Ways of working', 'went wrong 1×']
    ]) {
      await view
        .getByRole('combobox', { name: 'Kind' })
        .selectOption({ label: kind });
      await expect(rows, kind).toHaveCount(1);
      await expect(rows).toContainText('used 1 time ·');
      await expect(rows).toContainText(counted);
    }
  });
});

function questionOf({ root }: Panel, title: string): Locator {
  return root.getByRole('group', { name: `Question: “${title}”`, exact: true });
}
