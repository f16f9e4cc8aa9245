import type { IMemoryEntry } from '../../../contract';
import { PlanBench } from './plan-bench';

/** The numbers that plan mode promises, each at its limit. */

let bench: PlanBench;

beforeEach(() => {
  bench = new PlanBench();
  jest.spyOn(console, 'warn').mockReturnValue();
});

afterEach(() => jest.restoreAllMocks());

const question = (at: number) => ({ question: `Which ${at}?` });
const TOOL = {
  name: 'inspect',
  schema: { type: 'object' as const },
  score: 1,

  version: '1'
};

it.each([
  [0.69, 'clarification'],
  [0.7, 'plan']
])('a task that is %d clear comes to the card “%s”', async (clarity, kind) => {
  bench.answers.clarify = [
    { clarity, questions: [question(1)], assumptions: [] }
  ];
  expect((await bench.start())[0].value.kind).toBe(kind);
});

it('more than three questions are no answer', async () => {
  bench.answers.clarify = [
    { clarity: 0, questions: [1, 2, 3, 4].map(question), assumptions: [] },
    { clarity: 0, questions: [1, 2, 3].map(question), assumptions: [] }
  ];
  const [{ value }] = await bench.start();
  expect(value).toMatchObject({ questions: { length: 3 } });
  expect(bench.requests).toEqual(['plan', 'plan']);
});

it('a plain answer knows the last ten messages', async () => {
  bench.answers.route = [{ route: 'simple_chat', reason: '' }];
  const history = Array.from({ length: 12 }, (_, at) => ({
    role: 'user' as const,
    text: `message ${at}`
  }));
  await bench.start('What is a mean?', { history });
  expect(bench.messages.map(({ text }) => text).slice(1)).toEqual([
    ...history.slice(2).map(({ text }) => text),
    'What is a mean?\n\nColumns: species'
  ]);
});

it('ten memories of tools are looked at for a step that has a card', async () => {
  bench.settings.approvals.step = true;
  bench.tools = [TOOL];
  await bench.accept((await bench.start())[0]);
  expect(bench.limits.filter(each => each.startsWith('tool'))).toEqual([
    'tool 10'
  ]);
});

it('five past plans at most improve a plan, whatever they are of', async () => {
  const memory = (kind: 'plan' | 'workflow', at: number) => ({
    entry: {
      kind,
      key: `${kind} ${at}`,
      subject: `Subject ${kind} ${at}`,
      uses: 1,
      successes: 1,
      steps: [],
      tools: []
    } as unknown as IMemoryEntry,
    likeness: 1
  });
  bench.memories = [0, 1, 2].flatMap(at => [
    memory('plan', at),
    memory('workflow', at)
  ]);
  bench.answers.improve_plan = [
    { category: '', steps: [{ title: 'Better' }], fit: 0.9 }
  ];
  const [{ value }] = await bench.start();
  expect(value).toMatchObject({ patterns: { length: 5 } });
});

it.each([
  [1, 0.75, false],
  [1, 0.77, true],
  [2, 0.7, false],
  [2, 0.71, true],
  [4, 0.65, false],
  [4, 0.66, true],
  [5, 0.59, false],
  [5, 0.6, true]
])(
  'a plan improved by %i samples that fits %d is taken: %s',
  async (uses, fit, taken) => {
    bench.memories = [
      {
        entry: {
          kind: 'plan',
          key: 'm',
          subject: 'Clean',
          uses,
          successes: uses,
          steps: [],
          tools: []
        } as unknown as IMemoryEntry,
        likeness: 1
      }
    ];
    bench.answers.improve_plan = [
      { category: '', steps: [{ title: 'Better' }], fit }
    ];
    const [{ value }] = await bench.start();
    expect(value).toMatchObject({ hasFirst: taken });
  }
);

it('a result is kept in short and whole', async () => {
  const text = 'x'.repeat(700);
  bench.work = () => ({ text });
  await bench.accept((await bench.start())[0]);
  const { outcomes, plan } = await bench.state();
  const { short, work } = outcomes[plan[0].id];
  expect([short.length, work?.text.length]).toEqual([500, 700]);
});

it('how long the person took with a step is learned', async () => {
  bench.settings.approvals.step = true;
  bench.tools = [TOOL];
  const [card] = await bench.accept((await bench.start())[0]);
  bench.time += 60_000;
  await bench.answer(card, { action: 'approve' });
  const [, seen] = bench.collected.filter(({ kind }) => kind === 'behaviour');
  expect(seen).toMatchObject({ decision: 'accept' });
  expect(seen.kind === 'behaviour' && seen.ms).toBeGreaterThanOrEqual(60_000);
});

it('the tools are looked up before each step', async () => {
  await bench.accept((await bench.start())[0]);
  expect(bench.checks).toBe(2);
});

it('a plan that is stopped at its limit before a step says so', async () => {
  bench.settings.ceiling.tokens = 10;
  bench.spent = { tokens: 10, cost: 0 };
  const [card] = await bench.accept((await bench.start())[0]);
  await bench.answer(card, { cancelled: true });
  expect((await bench.state()).report).toContain('stopped at its limit');
  expect(bench.runs).toEqual([]);
});
