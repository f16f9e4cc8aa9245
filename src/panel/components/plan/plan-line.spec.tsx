import type { EventBody, PlanResults } from '../../../contract';
import { PanelFixture } from '../../stories/panel-fixture';
import { runEnded } from '../../stories/events';
import { planStep } from '../../../testing/plan-step';

let panel: PanelFixture;

beforeEach(async () => {
  panel = new PanelFixture();
  await panel.mount();
});

const STEPS = [planStep('s1', { title: 'Load', does: 'Read penguins.csv' })];
const plan = 'p1';
const END: EventBody[] = [
  { type: 'plan-ended', plan, outcome: 'done' },
  runEnded()
];
const begin = (...more: EventBody[]) => ended('succeeded', ...more);
const BEGINNING: EventBody[] = [
  {
    type: 'plan-started',
    plan,
    messageId: 'u1',
    task: 'Explore penguins.csv'
  },
  { type: 'plan-routed', plan, route: 'tool_required', reason: '' },
  { type: 'plan-proposed', plan, steps: STEPS }
];
const step = (state: 'succeeded' | 'failed'): EventBody => ({
  type: 'plan-step',
  plan,
  step: 's1',
  state,
  startedAt: 1,
  endedAt: 2,
  cells: ['c1']
});
const ended = (state: 'succeeded' | 'failed', ...more: EventBody[]) =>
  panel.run(
    ...BEGINNING,
    step(state),
    {
      type: 'plan-synthesis',
      plan,
      messageId: 'm9',
      report: '5 rows [c1]',
      plain: false
    },
    ...more
  );

/** The plan was stopped after its step, so there is no summary. */
const stopped = () =>
  panel.run(
    ...BEGINNING,
    step('succeeded'),
    { type: 'plan-ended', plan, outcome: 'stopped' },
    runEnded('stopped')
  );

/** Stores these files for the plan; returns a list of which were asked for. */
function keeps(files: Partial<Record<PlanResults, string>>): string[] {
  const asked: string[] = [];
  panel.agent.past.planFile = async (_thread, of, file) => {
    asked.push(`${of} ${file}`);
    return files[file];
  };
  return asked;
}

it('offers a report under a summary, and sends nothing', async () => {
  await begin(...END);
  await panel.click(panel.get('button', 'Write a report…'));
  expect(panel.host.querySelector('.jp-Cellwright-newReport')).not.toBeNull();
  expect(panel.agent.sent).toEqual([]);
});

describe('the end of a plan', () => {
  it('offers nothing while it runs', async () => {
    await begin();
    expect(panel.all('button', /Markdown|JSON|again…/)).toEqual([]);
  });

  it('stands below its summary', async () => {
    await begin(
      { type: 'model-message', messageId: 'm9', text: 'It has 5 rows.' },
      ...END
    );
    expect(panel.host.textContent).toMatch(
      /It has 5 rows\..*Plan done: .*Write a report…/
    );
  });

  it('puts its summary into a cell by a message of its own', async () => {
    await begin(...END);
    await panel.click(panel.get('button', 'Put it into a Markdown cell'));
    expect(panel.agent.sent.at(-1)).toMatchObject({
      type: 'start',
      mode: 'plan',
      plan: { cell: { markdown: '5 rows [c1]', cells: ['c1'] } }
    });
  });

  it('is saved as a file, also where nothing went well', async () => {
    await ended('failed', ...END);
    expect(await panel.download('Save it as Markdown')).toEqual({
      name: 'plan-report.md',
      type: 'text/markdown',
      text: '5 rows [c1]'
    });
    expect(panel.all('button', 'Put it into a Markdown cell')).toHaveLength(1);
  });

  it('gives its results as JSON, whole as they are kept', async () => {
    const asked = keeps({ 'results.json': '{"whole": true}' });
    await begin(...END);
    expect(await panel.download('Save the results as JSON')).toEqual({
      name: 'plan-results.json',
      type: 'application/json',
      text: '{"whole": true}'
    });
    expect(asked).toEqual([`${plan} results.json`]);
    expect(panel.announced).not.toContain('in short');
  });

  it('gives its results as JSON and Markdown where it was stopped', async () => {
    keeps({ 'results.json': '{}', 'results.md': '1. **Load** [#](#cell=c1)' });
    await stopped();
    const markdown = await panel.download('Save the results as Markdown');
    expect(markdown.name).toBe('plan-results.md');
    expect(markdown.text).toContain('1. **Load**');
    // Outside the notebook, a cell cannot be a link.
    expect(markdown.text).not.toContain('#cell=');
    expect(await panel.download('Save the results as JSON')).toMatchObject({
      name: 'plan-results.json',
      text: '{}'
    });
    // Without a summary there is nothing to put or save.
    expect(panel.all('button', /^(Put|Save) it/)).toEqual([]);
  });

  it('gives what this page knows where nothing is kept, and says so', async () => {
    jest.spyOn(console, 'warn').mockReturnValue();
    panel.agent.past.planFile = async () => {
      throw new Error('The database is gone.');
    };
    await stopped();
    const none = await panel.download('Save the results as Markdown');
    expect(panel.announced).toContain('Save them as JSON instead.');
    expect(none.name).toBe('');
    const short = await panel.download('Save the results as JSON');
    expect(panel.announced).toContain('The file contains a short version.');
    expect(JSON.parse(short.text)).toMatchObject({
      task: 'Explore penguins.csv',
      plan: STEPS,
      outcomes: { s1: { state: 'succeeded', cells: ['c1'] } }
    });
  });

  it('is that nothing was done, for a plan that was rejected', async () => {
    await panel.run(
      ...BEGINNING,
      {
        type: 'plan-synthesis',
        plan,
        messageId: 'm9',
        report: 'Nothing was done.',
        plain: false
      },
      { type: 'plan-ended', plan, outcome: 'rejected' },
      runEnded()
    );
    expect(panel.all('button', /Markdown|JSON/)).toEqual([]);
    expect(panel.all('button', 'Use this plan again…')).toHaveLength(1);
  });

  it('begins the same plan again', async () => {
    await begin(...END);
    await panel.click(panel.get('button', 'Use this plan again…'));
    expect(panel.agent.sent.at(-1)).toMatchObject({
      type: 'start',
      mode: 'plan',
      text: 'Use this plan again: “Explore penguins.csv”',
      plan: { again: { task: 'Explore penguins.csv', steps: STEPS } }
    });
  });
});
