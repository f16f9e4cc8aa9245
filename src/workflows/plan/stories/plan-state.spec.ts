import { storedWork } from '../../../engine/run-context/graph-config';
import { THREAD, type Page } from '../../../engine/stories/reopening';
import {
  PlanSite,
  accept,
  answer,
  final,
  plan,
  question,
  workOff
} from './plan-site';

const UNCLEAR = {
  clarity: 0.2,
  questions: [
    { question: 'Which column?', choices: ['mass'], default: 'mass' }
  ],
  assumptions: ['The first column is meant.']
};

/** The state of the plan's graph, as the checkpointer holds it in memory. */
async function stateOf(site: PlanSite, page: Page): Promise<unknown> {
  const { plan: id } = page.of('plan-started')[0];
  return storedWork(site.checkpointer, { threadId: THREAD, branch: '' }, id);
}

/** The paths of everything in a value that is not plain data. */
function notPlain(value: unknown, path = 'state'): string[] {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return [];
    case 'number':
      return Number.isFinite(value) ? [] : [path];
    case 'object': {
      if (value === null) {
        return [];
      }
      const maker = Object.getPrototypeOf(value) as unknown;
      return maker === Object.prototype || maker === Array.prototype
        ? Object.entries(value).flatMap(([name, inside]) =>
            notPlain(inside, `${path}.${name}`)
          )
        : [path];
    }
    default:
      return [path];
  }
}

it('the state holds no function, signal or callback at any of its cards, nor at its end', async () => {
  const site = new PlanSite();
  site.replies.clarify = [
    UNCLEAR,
    { clarity: 1, questions: [], assumptions: [] }
  ];
  site.replies.plan = [
    {
      category: '',
      steps: [{ title: 'Load' }, { title: 'Clean', worked: 'Rows are gone.' }]
    }
  ];
  site.steps.Clean = [
    final('No rows were dropped.', { met: false }),
    final('No rows were dropped.', { met: false })
  ];
  site.settings.plan = {
    ...site.settings.plan,
    approvals: { all: true, clarification: true, plan: true, step: true }
  };
  const page = site.page();
  await plan(page);
  const kinds = new Set<string>();
  for (let turn = 0; turn < 40; turn++) {
    expect(notPlain(await stateOf(site, page))).toEqual([]);
    const asked = await question(page);
    const [card] = await page.waiting();
    if (card) {
      kinds.add('approval');
      await page.decide(card.interruptId, card.card);
    } else if (asked) {
      kinds.add(asked.kind);
      await answer(
        page,
        asked.kind === 'plan'
          ? accept()
          : asked.kind === 'failure'
            ? { action: 'skip' }
            : asked.kind === 'step'
              ? { action: 'approve' }
              : { action: 'answer', answers: { [questionId(asked)]: 'mass' } }
      );
    } else {
      break;
    }
  }
  expect([...kinds]).toEqual(
    expect.arrayContaining([
      'clarification',
      'plan',
      'step',
      'approval',
      'failure'
    ])
  );
  expect(page.of('plan-ended')).toHaveLength(1);
  expect(await stateOf(site, page)).toMatchObject({
    session: page.of('plan-started')[0].plan
  });
  const audit = await page.engine.past.audit(THREAD);
  expect(
    audit.flatMap(({ kind, by, text }) =>
      kind === 'decision' && by === 'person' ? [text] : []
    )
  ).toEqual([
    'Answered: “Some questions first”',
    'Accepted: “The plan”',
    'Approved: “Load”',
    'Approved: Adding a cell and running it',
    'Approved: “Clean”',
    'Skipped: “A step failed”'
  ]);
});

function questionId(asked: object): string {
  return (asked as { questions: { id: string }[] }).questions[0].id;
}

it('asks as often as the person has set, then says so and goes on', async () => {
  const site = new PlanSite();
  site.settings.plan = { ...site.settings.plan, rounds: 2 };
  site.replies.clarify = [UNCLEAR];
  const page = site.page();
  await plan(page);
  let rounds = 0;
  for (
    let asked = await question(page);
    asked?.kind === 'clarification';
    asked = await question(page)
  ) {
    rounds += 1;
    await answer(page, {
      action: 'answer',
      answers: { [questionId(asked)]: 'mass' }
    });
  }
  expect(rounds).toBe(2);
  expect((await question(page))?.kind).toBe('plan');
  expect(page.of('notice').map(({ text }) => text)).toContain(
    'You have been asked 2 times, so the work goes on with what is known.'
  );
  await workOff(page);
});

it('a click on a card that was answered meanwhile answers no other', async () => {
  const site = new PlanSite();
  site.replies.clarify = [UNCLEAR];
  const page = site.page();
  await plan(page);
  const first = await question(page);
  const given = {
    action: 'answer',
    answers: { [questionId(first!)]: 'mass' }
  } as const;
  await answer(page, given);
  const second = await question(page);
  expect(second?.interrupt_id).not.toBe(first?.interrupt_id);
  await page.engine.send({
    type: 'answer',
    threadId: THREAD,
    interruptId: first!.interrupt_id,
    answer: { action: 'proceed' }
  });
  expect(await question(page)).toEqual(second);
  expect(page.of('notice').at(-1)).toMatchObject({
    code: 'duplicate-decision'
  });
});
