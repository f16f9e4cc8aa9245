import type { EventBody, IPlanStep } from '../../../contract';
import { PanelFixture } from '../../stories/panel-fixture';

let panel: PanelFixture;

beforeEach(async () => {
  panel = new PanelFixture();
  await panel.mount();
});

afterEach(() => panel.dispose());

const STEPS: IPlanStep[] = [
  {
    id: 's1',
    title: 'Load',
    does: 'Read penguins.csv',
    tools: [],
    needs: [],
    worked: '',
    reads: false,
    beside: false,
    on: true
  }
];
const plan = 'p1';
const END: EventBody[] = [
  { type: 'plan-ended', plan, outcome: 'done' },
  { type: 'run-finished', runId: 'r1', outcome: 'answered' }
];
const begin = (...more: EventBody[]) => ended('succeeded', ...more);
const ended = (state: 'succeeded' | 'failed', ...more: EventBody[]) =>
  panel.run(
    {
      type: 'plan-started',
      plan,
      messageId: 'u1',
      task: 'Explore penguins.csv'
    },
    { type: 'plan-routed', plan, route: 'tool_required', reason: '' },
    { type: 'plan-proposed', plan, steps: STEPS },
    {
      type: 'plan-step',
      plan,
      step: 's1',
      state,
      startedAt: 1,
      endedAt: 2,
      cells: ['c1']
    },
    {
      type: 'plan-synthesis',
      plan,
      messageId: 'm9',
      report: '5 rows [c1]',
      plain: false
    },
    ...more
  );

describe('the end of a plan', () => {
  it('offers nothing while it runs', async () => {
    await begin();
    expect(panel.all('button', /Markdown|again…/)).toEqual([]);
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
    let saved: Blob | undefined;
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        saved = blob;
        return 'blob:x';
      },
      revokeObjectURL: () => undefined
    });
    const click = jest
      .spyOn(HTMLAnchorElement.prototype, 'click')
      .mockImplementation(() => undefined);
    await ended('failed', ...END);
    await panel.click(panel.get('button', 'Save it as Markdown'));
    expect(saved?.type).toBe('text/markdown');
    expect(saved?.size).toBeGreaterThan(0);
    expect(panel.all('button', 'Put it into a Markdown cell')).toHaveLength(1);
    click.mockRestore();
  });

  it('is that nothing was done, for a plan that was rejected', async () => {
    await panel.run(
      {
        type: 'plan-started',
        plan,
        messageId: 'u1',
        task: 'Explore penguins.csv'
      },
      { type: 'plan-routed', plan, route: 'tool_required', reason: '' },
      { type: 'plan-proposed', plan, steps: STEPS },
      {
        type: 'plan-synthesis',
        plan,
        messageId: 'm9',
        report: 'Nothing was done.',
        plain: false
      },
      { type: 'plan-ended', plan, outcome: 'rejected' },
      { type: 'run-finished', runId: 'r1', outcome: 'answered' }
    );
    expect(panel.all('button', /Markdown/)).toEqual([]);
    expect(panel.all('button', 'Use this plan again…')).toHaveLength(1);
  });

  it('begins the same plan again', async () => {
    await begin(...END);
    await panel.click(panel.get('button', 'Use this plan again…'));
    expect(panel.agent.sent.at(-1)).toMatchObject({
      type: 'start',
      mode: 'plan',
      text: 'Use this plan again: Explore penguins.csv',
      plan: { again: { task: 'Explore penguins.csv', steps: STEPS } }
    });
  });
});
