import 'fake-indexeddb/auto';

import {
  DEFAULT_SETTINGS,
  type IMemorySettings,
  type InterruptAnswer,
  type OpenQuestion
} from '../../../contract';
import { type Page } from '../../../engine/stories/reopening';
import { Memory, openMemoryDatabase } from '../../../memory';
import { printed, raised } from '../../../testing/fake-notebook';
import { learnedMemories } from '../../learned/open-memories';
import {
  CLEAR,
  UNCLEAR,
  PlanSite,
  accept,
  accepted,
  answer,
  cell,
  final,
  planned,
  workOff
} from './plan-site';

let count = 0;

/** Text of a request. */
const textOf = ({ requests }: PlanSite, at: number): string =>
  (requests[at] ?? []).map(({ text }) => text).join('\n');

async function opened() {
  const db = await openMemoryDatabase(['http://x/', `person ${count++}`]);
  const held: { memory: IMemorySettings } = {
    memory: { ...DEFAULT_SETTINGS.memory }
  };
  const memory = new Memory({
    db,
    settings: () => held.memory,
    privacy: { isDenied: path => path.endsWith('.env') }
  });
  const port = learnedMemories(memory, {
    get current() {
      return held as never;
    },
    setMemory: async change =>
      void (held.memory = { ...held.memory, ...change })
  });
  const site = new PlanSite({}, memory);
  site.replies.improve_plan = [
    {
      category: 'cleaning',
      steps: [{ title: 'Load' }, { title: 'Check' }, { title: 'Clean' }],
      fit: 1,
      patterns: ['Check first']
    }
  ];
  return { db, site, memory, port };
}

type Opened = Awaited<ReturnType<typeof opened>>;

/** A plan from its message to its end, with a person who accepts everything. */
async function wholePlan(
  { site, memory }: Opened,
  task = 'Clean the penguins',
  given: Partial<Record<OpenQuestion['kind'], InterruptAnswer>> = {}
): Promise<Page> {
  const page = site.page();
  await page.comeBack();
  await page.say(task, `m-${count++}`, { mode: 'plan' });
  for (
    let asked = await page.question();
    asked;
    asked = await page.question()
  ) {
    const own = given[asked.kind];
    if (!own) {
      break;
    }
    await answer(page, own);
  }
  await workOff(page);
  await memory.settled();
  page.kill();
  return page;
}

/** Titles of the plan that is proposed for the same task. */
async function proposed(site: PlanSite): Promise<string[]> {
  const page = site.page();
  await page.comeBack();
  await page.say('Clean the penguins', `m-${count++}`, { mode: 'plan' });
  const asked = await page.question();
  await page.stop();
  page.kill();
  return asked?.kind === 'plan' ? asked.steps.map(({ title }) => title) : [];
}

beforeEach(() => void jest.spyOn(console, 'warn').mockReturnValue());

it('what was learned changes the next plan and says so; forgotten, it changes it back', async () => {
  const all = await opened();
  const { site, port } = all;
  await wholePlan(all);
  // With a single sample, it is used only if it fits almost perfectly.
  const [entry] = await port.list('plan');
  expect(entry).toMatchObject({ successes: 1, uses: 1, domain: 'python' });
  const raw = site.asked.length;
  expect(await proposed(site)).toEqual(['Load', 'Check', 'Clean']);
  expect(site.asked.slice(raw)).toContain('improve_plan');
  await port.forgetAll();
  expect(await proposed(site)).toEqual(['Load', 'Clean']);
});

it('has the ways of working of the same category as templates, whatever the task is called', async () => {
  const all = await opened();
  const { site, port } = all;
  await port.setKind('plan', false);
  site.replies.plan = [
    { category: 'cleaning', steps: [{ title: 'Load' }, { title: 'Clean' }] }
  ];
  await wholePlan(all);
  expect(await port.list('workflow')).toMatchObject([
    {
      subject: 'cleaning',
      steps: [{ title: 'Load' }, { title: 'Clean' }],
      tools: ['jupyter_cell', 'jupyter_cell'],
      successes: 1
    }
  ]);
  const templates = async (category: string): Promise<string> => {
    const { length } = site.asked;
    site.replies.plan = [{ category, steps: [{ title: 'Look' }] }];
    await wholePlan(all, 'Get the seals in order');
    const asked = textOf(site, site.asked.indexOf('improve_plan', length));
    return /<data from="memory">\n(.*)\n<\/data>/.exec(asked)?.[1] ?? '';
  };
  expect(JSON.parse(await templates('cleaning'))).toMatchObject([
    { task: 'cleaning', steps: [{ title: 'Load' }, { title: 'Clean' }] }
  ]);
  expect(await templates('modelling')).toBe('');
});

it('keeps one entry of a session’s questions, and counts when it was used', async () => {
  const all = await opened();
  const { site, port } = all;
  const answered = (asked: OpenQuestion): InterruptAnswer => ({
    action: 'answer',
    answers: Object.fromEntries(
      asked.kind === 'clarification'
        ? asked.questions.map(({ id }) => [id, 'species'])
        : []
    )
  });
  // Asked twice in one session.
  site.replies.clarify = [
    UNCLEAR,
    {
      ...UNCLEAR,
      clarity: 0.5,
      questions: [{ ...UNCLEAR.questions[0], question: 'Which rows?' }]
    },
    CLEAR
  ];
  const first = await planned(site);
  await answer(first, answered);
  await answer(first, answered);
  await workOff(first);
  await all.memory.settled();
  first.kill();
  expect(await port.list('clarification')).toMatchObject([
    {
      uses: 1,
      successes: 1,
      reused: 0,
      before: 0.3,
      // As clear as it had to be, when it was answered.
      after: 0.7,
      answers: [
        { question: 'Which column?', answer: 'species' },
        { question: 'Which rows?', answer: 'species' }
      ]
    }
  ]);
  const [{ key }] = await port.list('clarification');
  site.replies.clarify = [UNCLEAR];
  await wholePlan(all, 'Clean the penguins', {
    clarification: { action: 'reuse', memory: key }
  });
  expect(await port.list('clarification')).toMatchObject([
    { uses: 2, reused: 1 }
  ]);
});

it('counts what failed of a tool that exists, and not what failed of its code', async () => {
  const all = await opened();
  const { site, port } = all;
  site.notebook.onRun = () => raised('NameError', 'x');
  site.propose({ title: 'Load', tools: ['read_file', 'jane_doe_4711'] });
  site.steps.Load = [
    cell('load()'),
    { calls: [{ name: 'no_such_tool', args: {} }] },
    { calls: [{ name: 'read_file', args: { path: 'nowhere.csv' } }] },
    final('It is not there.')
  ];
  // Both attempts of each plan count.
  await wholePlan(all);
  await wholePlan(all);
  const entries = await port.list('tool');
  expect(entries).toMatchObject([
    { tools: ['read_file'], failures: 4, successes: 0, subject: 'Load' }
  ]);
  expect(await port.list('plan')).toMatchObject([
    { steps: [{ title: 'Load', tools: ['read_file'] }] }
  ]);
});

it('keeps what was decided on each card at once, with the words, and Stop loses none of it', async () => {
  const { site, port, memory } = await opened();
  site.settings.plan.askStep = true;
  site.replies.clarify = [UNCLEAR, { clarity: 1, questions: [] }];
  site.propose({ title: 'Load', tools: ['jupyter_cell'] });
  site.replies.arguments = [
    { tools: [{ name: 'jupyter_cell', arguments: { code: 'load()' } }] }
  ];
  site.steps.Load = [cell('load()')];
  const page = await planned(site);
  await answer(page, { action: 'proceed' });
  await answer(page, { action: 'change', words: 'Check for gaps first' });
  await answer(page, accept());
  await answer(page, { action: 'change', words: 'Only 50 rows' });
  await answer(page, { action: 'approve' });
  const [{ interruptId, card }] = await page.waiting();
  await page.decide(interruptId, card, { type: 'reject', message: 'Not now.' });
  await page.stop();
  await memory.settled();
  const known = await port.list('behaviour');
  expect(
    Object.fromEntries(
      known.map(({ subject, decisions, words }) => [
        subject,
        { decisions, words }
      ])
    )
  ).toEqual({
    'questions Clean the penguins': { decisions: { skip: 1 }, words: [] },
    'plan Clean the penguins': {
      decisions: { accept: 1, edit: 1 },
      words: ['Check for gaps first']
    },
    'changing step Load jupyter_cell': {
      decisions: { accept: 1, edit: 1 },
      words: ['Only 50 rows']
    },
    'call jupyter_cell Load': {
      decisions: { reject: 1 },
      words: ['Not now.']
    }
  });
  page.kill();
  // They are given to whoever plans such a task again.
  const before = site.asked.length;
  await proposed(site);
  expect(textOf(site, before)).toMatch(
    /said to plans like this one:[^]*Check for gaps first/
  );
});

it('does nothing of another language’s', async () => {
  const all = await opened();
  await wholePlan(all);
  all.site.notebook.setKernel({ language: 'R' });
  expect(await proposed(all.site)).toEqual(['Load', 'Clean']);
  await wholePlan(all);
  expect((await all.port.list('plan')).map(({ domain }) => domain)).toEqual(
    expect.arrayContaining(['python', 'r'])
  );
  expect(await proposed(all.site)).toEqual(['Load', 'Check', 'Clean']);
});

it('keeps no value, no file’s content and no output, whatever a plan has met', async () => {
  const all = await opened();
  const { db, site } = all;
  site.notebook.onRun = source => {
    site.kernel.push(source);
    return printed('The token is s3cr3t-4711, the total 4711.');
  };
  site.replies.plan = [
    {
      category: 'sales of “Acme Ltd”',
      steps: [
        {
          title: 'Load 4711 rows of “Acme Ltd” for ada@example.org from .env',
          tools: ['jupyter_cell']
        }
      ]
    }
  ];
  site.steps['Load 4711 rows of “Acme Ltd” for ada@example.org from .env'] = [
    cell('token = "s3cr3t-4711"'),
    final('The total is 4711 of “Acme Ltd”.')
  ];
  await wholePlan(all, 'Load sales.csv');
  const rows = await db.getAll('items');
  expect(rows.map(({ namespace }) => namespace[1]).sort()).toEqual([
    'behaviour',
    'behaviour',
    'plan',
    'tool',
    'workflow'
  ]);
  const stored = JSON.stringify(rows);
  expect(stored).toContain('sales.csv');
  expect(stored).not.toMatch(/4711|Acme|ada@|\.env|s3cr3t|token|total/);
});

it('is never in the way: a plan ends where nothing can be kept', async () => {
  const gone = await opened();
  gone.db.close();
  const page = await wholePlan(gone);
  expect(page.of('plan-ended')).toMatchObject([{ outcome: 'done' }]);
  expect(page.of('run-finished').at(-1)?.outcome).toBe('answered');
  expect((await page.messages()).at(-1)?.text).toBe('Loaded and cleaned.');
});

it('learns of a plan once it has its answer, and not before', async () => {
  const all = await opened();
  const page = await accepted(all.site);
  await all.memory.settled();
  expect(await all.port.list('plan')).toEqual([]);
  await workOff(page);
  await all.memory.settled();
  expect(await all.port.list('plan')).toHaveLength(1);
});
