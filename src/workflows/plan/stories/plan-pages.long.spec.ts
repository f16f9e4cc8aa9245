import { storedWork } from '../../../engine/run/graph-config';
import { THREAD, type Page } from '../../../engine/stories/reopening';
import { until } from '../../../testing/until';
import { memoryEntry } from '../../../testing/memory-entry';
import {
  ANSWERS,
  CLEAR,
  UNCLEAR,
  PlanSite,
  accept,
  accepted,
  answer,
  cell,
  final,
  plan,
  planned,
  runPlan,
  stepStates,
  workOff
} from './plan-site';

/** An earlier plan that went well. */
const SAMPLE = {
  likeness: 1,
  entry: memoryEntry({
    uses: 5,
    successes: 5,
    steps: [{ title: 'Load', tools: [] }]
  })
};

beforeEach(() => void jest.spyOn(console, 'warn').mockReturnValue());

/** A site whose plan pauses with each kind of card, and the answer to each. */
function askingSite(): PlanSite {
  const site = new PlanSite();
  site.settings.plan.askStep = true;
  site.replies.clarify = [UNCLEAR, CLEAR];
  site.propose('Load', { title: 'Clean', worked: 'Rows are gone' });
  site.steps.Clean = [
    cell('clean()'),
    final('They are still there.', { met: false })
  ];
  return site;
}

/** The state of the plan's graph, as the checkpointer holds it in memory. */
async function stateOf(site: PlanSite, page: Page): Promise<unknown> {
  const [{ plan: id }] = await page.shown('plan-started');
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

it('waits at each of its cards in a page that comes later, with nothing but plain data in its state, and goes on once', async () => {
  const site = askingSite();
  let page = site.page();
  await plan(page);
  const asked: string[] = [];
  for (let turn = 0; turn < 30; turn++) {
    const before = { kernel: [...site.kernel], requests: site.asked.length };
    page.kill();
    page = site.page();
    await page.comeBack();
    // A reload asks no model and runs nothing.
    expect(site.kernel).toEqual(before.kernel);
    expect(site.asked.length).toBe(before.requests);
    const card = await page.question();
    const [review] = await page.waiting();
    const state = await page.engine.stateOf(THREAD);
    if (state === 'idle') {
      break;
    }
    expect(state).toBe('waiting');
    asked.push(card?.kind ?? 'approval');
    expect(notPlain(await stateOf(site, page))).toEqual([]);
    if (review) {
      await page.approveAll();
    } else {
      await answer(
        page,
        card?.kind === 'plan' ? accept() : ANSWERS[card!.kind]
      );
    }
  }
  expect(asked).toEqual([
    'clarification',
    'plan',
    'step',
    'approval',
    'step',
    'approval',
    'approval',
    'failure'
  ]);
  // The second step was tried again, free, since it did not meet its criterion.
  expect(site.kernel).toEqual(['load()', 'clean()', 'clean()']);
  expect(stepStates(await page.engine.history(THREAD))).toEqual({
    Load: 'succeeded',
    Clean: 'failed'
  });
  expect(notPlain(await stateOf(site, page))).toEqual([]);
  const audit = await page.engine.past.audit(THREAD);
  expect(
    audit.flatMap(({ kind, by, text }) =>
      kind === 'decision' && by === 'person' ? [text] : []
    )
  ).toEqual([
    'Went on without an answer: “Some questions first”',
    'Accepted: “The plan”',
    'Approved: “Load”',
    'Approved: Adding a cell and running it',
    'Approved: “Clean”',
    'Approved: Adding a cell and running it',
    'Approved: Adding a cell and running it',
    'Skipped: “A step failed”'
  ]);
  // The cells of both attempts are linked.
  const failed = (await page.shown('plan-step')).findLast(
    ({ state }) => state === 'failed'
  );
  expect(failed?.cells).toHaveLength(2);
  expect(await page.shown('plan-ended')).toMatchObject([{ outcome: 'done' }]);
});

it('comes to the same end wherever the page goes, and runs no cell twice', async () => {
  const whole = new PlanSite();
  const through = whole.page();
  await runPlan(through);
  const points = through.points.length;
  expect(points).toBeGreaterThan(40);
  const every = Math.ceil(points / 20);
  for (let at = 1; at <= points; at += every) {
    const site = new PlanSite();
    const page = site.page({ diesAt: at });
    await page.alive(plan(page).then(() => workOff(page)));
    const next = site.page();
    await next.comeBack();
    if (!(await site.threads.get(THREAD))) {
      // The page closed before the message was stored.
      continue;
    }
    await workOff(next);
    expect([at, site.kernel]).toEqual([at, ['load()', 'clean()']]);
    expect([at, stepStates(await next.engine.history(THREAD))]).toEqual([
      at,
      { Load: 'succeeded', Clean: 'succeeded' }
    ]);
    expect([at, (await next.messages()).at(-1)?.text]).toEqual([
      at,
      'Loaded and cleaned.'
    ]);
  }
});

it.each(['plan', 'improve_plan', 'arguments', 'Load', 'summarise', 'chat'])(
  'stops while “%s” is asked, and the conversation can go on',
  async hangs => {
    const site = new PlanSite();
    site.hangs = hangs;
    site.propose({
      title: 'Load',
      tools: ['read_file'],
      worked: 'It is there'
    });
    if (hangs === 'chat') {
      site.replies.route = [{ route: 'simple_chat', reason: '' }];
    }
    if (hangs === 'arguments') {
      site.settings.plan.askStep = true;
    }
    if (hangs === 'summarise') {
      site.steps.Load = [final('No.', { met: false })];
    }
    if (hangs === 'improve_plan') {
      site.memories = [SAMPLE];
    }
    const page = site.page();
    const done = plan(page).then(() => workOff(page));
    await page.alive(until(() => site.asked.at(-1) === hangs));
    await page.stop();
    await done;
    expect(page.of('run-finished')).toMatchObject([{ outcome: 'stopped' }]);
    expect(page.of('plan-ended')).toMatchObject([{ outcome: 'stopped' }]);
    expect(await page.problems()).toEqual([]);
    site.hangs = '';
    await runPlan(page, 'Thanks');
    expect(page.of('run-finished').at(-1)?.outcome).toBe('answered');
  }
);

it('stops at each of its nodes: what had run has run once, and the conversation goes on', async () => {
  const whole = askingSite();
  const through = whole.page();
  await runPlan(through);
  const nodes = through.points.length;
  expect(nodes).toBeGreaterThan(80);
  const outcomes = new Set<string>();
  for (let at = 2; at < nodes; at += 8) {
    const site = askingSite();
    let stopped: Promise<void> | null = null;
    const page = site.page({
      diesOnce: points => {
        if (points.length === at) {
          stopped = page.stop();
        }
        return false;
      }
    });
    await runPlan(page);
    await stopped;
    const ended = page.of('plan-ended').map(({ outcome }) => outcome);
    // If it was stopped before it began, it need not end.
    const { length: begun } = page.of('plan-started');
    expect([at, ended.length]).toEqual([
      at,
      begun > 0 || ended.length > 1 ? 1 : ended.length
    ]);
    ended.forEach(outcome => outcomes.add(outcome));
    expect([at, whole.kernel.slice(0, site.kernel.length)]).toEqual([
      at,
      site.kernel
    ]);
    expect([at, await page.problems()]).toEqual([at, []]);
    expect([at, await page.question(), await page.waiting()]).toEqual([
      at,
      null,
      []
    ]);
    const { length } = page.of('run-finished');
    await runPlan(page, 'Thanks');
    expect([at, page.of('run-finished').slice(length)]).toMatchObject([
      at,
      [{ outcome: 'answered' }]
    ]);
  }
  expect(outcomes).toContain('stopped');
});

it('rejected on the way, says what was done before', async () => {
  const site = askingSite();
  site.replies.clarify = [{ clarity: 1, questions: [], assumptions: [] }];
  const page = await accepted(site);
  for (let turn = 0; turn < 20; turn++) {
    const card = await page.question();
    if (card?.kind === 'failure') {
      break;
    }
    await (card ? answer(page, ANSWERS[card.kind]) : page.approveAll());
  }
  await answer(page, { action: 'change', words: 'Another way' });
  await answer(page, { action: 'reject', reason: 'Enough' });
  await workOff(page);
  // Not reported as a plan of which nothing was done.
  expect(page.of('plan-ended')).toMatchObject([{ outcome: 'stopped' }]);
  expect(site.kernel).toEqual(['load()', 'clean()', 'clean()']);
  expect(page.of('plan-synthesis')).toMatchObject([
    { report: 'Loaded and cleaned.' }
  ]);
});

it('goes on with its plan where a request failed and the person tries again', async () => {
  const site = new PlanSite();
  const page = site.page();
  const replies = site.answer.bind(site);
  let fails = true;
  site.answer = messages => {
    const given = replies(messages);
    if (fails && site.asked.at(-1) === 'plan') {
      fails = false;
      return { error: new Error('Not now') };
    }
    return given;
  };
  await plan(page);
  expect(page.of('run-finished')).toMatchObject([{ outcome: 'failed' }]);
  expect(page.of('plan-ended')).toEqual([]);
  await page.retry();
  await workOff(page);
  expect(site.kernel).toEqual(['load()', 'clean()']);
  // It failed, and was sent again.
  expect(site.asked.filter(name => name === 'plan')).toHaveLength(2);
  expect(page.of('plan-ended')).toMatchObject([{ outcome: 'done' }]);
});

it('works on in another tab once that one drives it', async () => {
  const site = askingSite();
  const first = await planned(site);
  await first.engine.leave(THREAD);
  const second = site.page();
  await second.comeBack();
  expect(await second.question()).toMatchObject({ kind: 'clarification' });
  await workOff(second);
  expect(site.kernel).toEqual(['load()', 'clean()', 'clean()']);
});

it.each(['plan', 'improve_plan', 'summarise', 'arguments'])(
  'goes on with a safe answer and says so where “%s” is answered with nonsense',
  async name => {
    const site = askingSite();
    site.replies.clarify = [{ clarity: 1, questions: [], assumptions: [] }];
    site.memories = name === 'improve_plan' ? [SAMPLE] : [];
    if (name === 'arguments') {
      site.propose({ title: 'Load', tools: ['read_file'] });
    }
    site.replies[name] = ['Certainly! {"route": 7} I would rather not.'];
    site.steps['Clean the penguins'] = [cell('load()')];
    const page = site.page();
    await runPlan(page);
    const texts = page.of('notice').map(({ text }) => text);
    expect(texts).toHaveLength(new Set(texts).size);
    expect(texts.join('\n')).toMatch(NONSENSE[name]);
    expect(page.of('plan-ended')).toMatchObject([{ outcome: 'done' }]);
  }
);

const NONSENSE: Record<string, RegExp> = {
  plan: /did not give a usable plan/,
  improve_plan: /Past plans could not be used/,
  summarise: /written without the model/,
  arguments: /gave no usable arguments for “Load”/
};
