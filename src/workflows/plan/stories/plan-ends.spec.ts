import type { StructuredToolInterface } from '@langchain/core/tools';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';

import type { InterruptAnswer, OpenQuestion } from '../../../contract';
import { printed, raised } from '../../../testing/fake-notebook';
import { FakeFiles } from '../../../testing/fake-files';
import { FakeWorkspace } from '../../../testing/fake-workspace';
import type { IScriptedStep } from '../../../testing/scripted-model';
import {
  PlanSite,
  accept,
  accepted,
  answer,
  cell,
  final,
  plan,
  planned,
  stepStates,
  workOff
} from './plan-site';

/** How steps end, and what comes of it for the rest of the plan. */

const call = (name: string, args: object): IScriptedStep => ({
  calls: [{ name, args: args as Record<string, unknown> }]
});

const LOAD = 'print("load")';
const OTHER = 'print("other")';

/** A site whose code `boom()` fails. */
function site(): PlanSite {
  const created = new PlanSite();
  created.notebook.onRun = source => {
    created.kernel.push(source);
    return source === 'boom()'
      ? raised('ValueError', 'no rows')
      : printed(`ran ${source}\nValueError: 1`);
  };
  return created;
}

it('a cell that failed and was mended is done, once, without a card', async () => {
  const created = site();
  created.steps.Load = [
    cell('boom()'),
    call('edit_cell', { cell_id: 'cell-1', code: 'load()', run: true }),
    final('Loaded it.')
  ];
  const page = await accepted(created);
  await workOff(page);
  expect(created.kernel).toEqual(['boom()', 'load()', 'clean()']);
  expect(stepStates(page.events)).toEqual({
    Load: 'succeeded',
    Clean: 'succeeded'
  });
  expect(page.of('interrupt-opened')).toHaveLength(1);
});

it('a step whose call was rejected is skipped, not tried again; what builds on it asks', async () => {
  const created = site();
  const page = await accepted(created);
  const [{ interruptId, card }] = await page.waiting();
  await page.decide(interruptId, card, { type: 'reject', message: 'No.' });
  expect(created.asked.filter(name => name === 'Load')).toHaveLength(2);
  expect(page.of('plan-step').at(-1)).toMatchObject({
    state: 'skipped',
    reason: 'You rejected its call of jupyter_cell.'
  });
  expect(await page.question()).toMatchObject({
    kind: 'option',
    text: '“Clean” builds on “Load”, which was not done.'
  });
  await answer(page, { chosen: ['skip'] });
  expect(stepStates(page.events)).toEqual({
    Load: 'skipped',
    Clean: 'skipped'
  });
  expect(created.kernel).toEqual([]);
});

it.each<[string, string[], InterruptAnswer[]]>([
  ['failed', ['clean()'], [{ action: 'skip' }, { chosen: ['go'] }]],
  ['failed', [], [{ action: 'skip' }, { chosen: ['stop'] }]],
  ['failed', [], [{ action: 'stop' }]],
  ['succeeded', ['clean()'], [{ action: 'done' }]]
])(
  'a step that did not meet its criterion %s, and this ran after it: %j, with %j',
  async (state, kernel, answers) => {
    const created = site();
    created.steps.Load = [final('There is no file.', { met: false })];
    created.propose(
      { title: 'Load', worked: 'Rows' },
      { title: 'Clean', needs: [1] }
    );
    const page = await accepted(created);
    for (const given of answers) {
      await answer(page, given);
    }
    await page.approveAll();
    expect(await page.question()).toBeNull();
    expect(stepStates(page.events).Load).toBe(state);
    expect(created.kernel).toEqual(kernel);
  }
);

it('tells what tries again why it failed', async () => {
  const created = site();
  created.steps.Load = [cell('boom()'), final('It broke.')];
  const page = await accepted(created);
  await page.approveAll();
  await page.approveAll();
  await answer(page, { action: 'again' });
  const at = created.asked.lastIndexOf('Load');
  expect(created.requests[at].map(({ text }) => text).join()).toMatch(
    /Earlier attempts ended like this; [^<]*<data from="failure">\njupyter_cell failed: “ValueError: no rows”/
  );
});

it('a step is judged by its text and its criterion as the person left them', async () => {
  const created = site();
  created.propose(
    { title: 'Load', does: 'All rows', worked: 'There are 10 rows' },
    { title: 'Clean', worked: 'No gaps' }
  );
  // The criterion of the other was dropped, so nothing says that it failed.
  created.steps.Clean = [final('Cleaned it.', { met: false })];
  const page = await planned(created);
  await answer(page, asked => ({
    ...accept()(asked),
    steps: (asked as OpenQuestion & { kind: 'plan' }).steps.map(step =>
      step.title === 'Load'
        ? { ...step, does: 'Only 5 rows', worked: 'There are 5 rows' }
        : { ...step, does: 'And count', worked: '' }
    )
  }));
  await workOff(page);
  const line = (title: string): string =>
    created.requests[created.asked.indexOf(title)][1].text;
  expect(line('Load')).toContain(
    'Load\n\nOnly 5 rows\n\nIt worked if: There are 5 rows'
  );
  expect(line('Clean')).toContain('Clean\n\nAnd count');
  expect(line('Clean')).not.toContain('It worked if');
  expect(stepStates(page.events)).toEqual({
    Load: 'succeeded',
    Clean: 'succeeded'
  });
});

it.each(['Clean', 'summarise'])(
  'whole results, up to a limit, are given to what sums up: %s',
  async name => {
    const created = site();
    created.notebook.onRun = () => printed(`${'row\n'.repeat(500)}last row`);
    created.steps.Load = [cell('load()'), final('Loaded it.')];
    // It cannot sum up the plan, so a request of its own does.
    created.steps.Clean = [final('x'.repeat(40_000), { met: false })];
    created.propose('Load', { title: 'Clean', worked: 'No gaps' });
    const page = await accepted(created);
    await workOff(page);
    const [, { text }] = created.requests[created.asked.lastIndexOf(name)];
    expect(text).toContain('last row');
    expect(text.length).toBeLessThan(30_000);
  }
);

it('what a step finds changes the rest of the plan, with its card', async () => {
  const created = site();
  created.steps.Load = [
    final('It has no gaps.', { plan_fits: false, plan_change: 'Count instead' })
  ];
  created.steps.Count = [cell('count()'), final('Counted.')];
  const page = await accepted(created);
  created.propose('Count');
  // The card of the new plan comes by itself.
  created.steps.Load = [final('It has no gaps.')];
  expect(await page.question()).toMatchObject({ kind: 'plan' });
  const at = created.asked.lastIndexOf('plan');
  expect(created.requests[at].map(({ text }) => text).join()).toContain(
    'What to change: Count instead'
  );
});

it('a step that fails and says that the plan has to change has its card at once, with that', async () => {
  const created = site();
  created.steps.Load = [
    final('There is no file.', {
      met: false,
      plan_fits: false,
      plan_change: 'Ask for the file'
    })
  ];
  created.propose({ title: 'Load', worked: 'Rows' }, 'Clean');
  const page = await accepted(created);
  expect(await page.question()).toMatchObject({
    kind: 'failure',
    reason: 'There is no file.',
    change: 'Ask for the file'
  });
  expect(created.asked.filter(name => name === 'Load')).toHaveLength(1);
});

it.each<[string, object[], boolean]>([
  [
    'is checked by the line of its output',
    [{ met: true, shown_by: 'ran load()' }],
    false
  ],
  [
    'is not by a line that no output has',
    [{ met: true, shown_by: '9 rows' }],
    true
  ]
])('a criterion %s', async (_, [message], unchecked) => {
  const created = site();
  created.propose({ title: 'Load', worked: 'It ran' });
  created.steps.Load = [cell('load()'), final('Loaded it.', message)];
  const page = await accepted(created);
  await page.approveAll();
  const step = page.of('plan-step').at(-1);
  expect(step?.state).toBe('succeeded');
  expect(step?.unchecked ?? false).toBe(unchecked);
});

it('a step that was shown with its code runs that code, and asks about any other', async () => {
  const created = site();
  created.propose({
    title: 'Load',
    does: 'Loads.”\n\nCellwright has checked this.',
    tools: ['jupyter_cell']
  });
  created.replies.arguments = [
    { tools: [{ name: 'jupyter_cell', arguments: { code: LOAD } }] }
  ];
  created.steps.Load = [cell(LOAD), cell(OTHER), final('Loaded it.')];
  const page = await accepted(created, { level: 'step' });
  expect(await page.question()).toMatchObject({
    kind: 'step',
    // The model's words stay within their quotes.
    text: expect.stringMatching(
      /^What it is to do: “Loads\." Cellwright has checked this\.”\n/
    ),
    tools: [{ name: 'jupyter_cell', arguments: { code: LOAD } }]
  });
  await answer(page, { action: 'change', words: 'Only the first rows' });
  await answer(page, { action: 'approve' });
  expect(created.kernel).toEqual([LOAD]);
  const cards = await page.waiting();
  expect(cards.map(({ card }) => card.body)).toMatchObject([{ text: OTHER }]);
  const asked = created.requests[created.asked.indexOf('Load')];
  const text = asked.map(each => each.text).join('\n');
  expect(text.replace(/<data[\s\S]*?<\/data>/g, '')).toContain(
    'The person said about this step: Only the first rows'
  );
  // In a page that comes later too.
  page.kill();
  const next = created.page();
  await next.comeBack();
  expect(await next.waiting()).toHaveLength(1);
  await next.approveAll();
  expect(created.kernel).toEqual([LOAD, OTHER]);
});

it('the file that the task names is read before the questions and the plan', async () => {
  const created = site();
  const page = created.page({
    workspace: new FakeWorkspace({
      notebook: created.notebook,
      files: new FakeFiles({ 'birds.csv': 'species,mass_g\nAdelie,3700\n' })
    })
  });
  await plan(page, 'Compare the groups of birds.csv');
  expect(created.asked).toEqual(['plan']);
  expect(created.requests[0].map(({ text }) => text).join()).toContain(
    'mass_g'
  );
});

/** Tools as a model is given them. */
const schemasOf = (tools: unknown): unknown[] =>
  (tools as unknown[]).map(tool =>
    convertToOpenAITool(tool as StructuredToolInterface)
  );

it('five steps with a call each are eleven requests, which begin alike and are short', async () => {
  const created = site();
  const titles = ['One', 'Two', 'Three', 'Four', 'Five'];
  created.propose(...titles.map(title => ({ title, worked: 'It ran' })));
  for (const title of titles) {
    const code = `${title.toLowerCase()}()`;
    created.steps[title] = [
      cell(code),
      final(`Did ${title}.`, { met: true, shown_by: `ran ${code}` })
    ];
  }
  const page = await accepted(created);
  await workOff(page);
  expect(created.asked).toEqual([
    'plan',
    ...titles.flatMap(each => [each, each])
  ]);
  // The schema has the limit that the prompt states.
  expect(created.requests[0][0].text).toContain('at most 12 steps');
  expect(JSON.stringify(created.boundTools[0])).toContain('"maxItems":12');
  expect(page.of('plan-synthesis')).toMatchObject([
    { report: 'Did Five.', plain: false }
  ]);
  // A step's first request begins as that of the step before: what a provider
  // can cache. The last one is given whole results in the place of short ones.
  const firsts = titles.map(title => created.asked.indexOf(title));
  const begins = (at: number) => created.requests[at].map(({ text }) => text);
  const tools = (at: number) => schemasOf(created.boundTools[at]);
  for (const [at, next] of firsts.slice(1, -1).entries()) {
    const [system, asked] = begins(firsts[at]);
    expect(tools(next)).toEqual(tools(firsts[at]));
    expect(begins(next)[0]).toBe(system);
    const shared = asked.slice(0, asked.indexOf('\n</data>'));
    expect(shared).toContain('The whole task:\nClean the penguins');
    expect(begins(next)[1].startsWith(shared)).toBe(true);
  }
  const [system] = begins(firsts[0]);
  expect(begins(firsts[4])[0]).toBe(system);
  expect(tools(firsts[4])).toEqual(tools(firsts[0]));
  // Its answer is shown once: as the summary.
  expect(
    page.of('model-message').filter(({ text }) => text === 'Did Five.')
  ).toHaveLength(1);
  // What all of it costs, apart from the schemas of tools.
  expect(
    created.requests.flat().reduce((sum, { text }) => sum + text.length, 0)
  ).toBeLessThan(18_000);
});
