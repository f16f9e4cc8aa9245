import { act } from 'react';

import {
  type IAuditEntry,
  type ICheckpointInfo,
  type IUndoPreview,
  type EventBody
} from '../../contract';
import { FakeThreads } from '../../testing/fake-threads';
import { logOf, turn } from './long-thread';
import { PanelFixture } from './panel-fixture';
import { runEnded } from './events';

let threads: FakeThreads;
let panel: PanelFixture;

const CHANGED: EventBody[] = [
  ...turn(1).slice(0, -1),
  runEnded('answered', { changed: true })
];

beforeEach(async () => {
  threads = new FakeThreads();
  threads.add('t1', {}, logOf('t1', ...turn(0), ...CHANGED));
  panel = new PanelFixture({}, threads);
  await panel.mount();
});

const menu = (entry: string) => panel.menu(entry);

describe('undoing a turn', () => {
  const PREVIEW: IUndoPreview = {
    runId: 'r1',
    items: [
      { id: 'x', kind: 'cell', text: 'Remove ⟦c1⟧' },
      {
        id: 'y',
        kind: 'cell',
        text: 'Put back ⟦c2⟧',
        conflict: 'You have changed it since.',
        now: 'b = 2',
        then: 'b = 1'
      },
      { id: 'z', kind: 'file', text: 'Put back a.csv' }
    ],
    remains: ['Variables stay as they are.'],
    restart: true
  };
  const asked: string[][] = [];

  beforeEach(() => {
    asked.length = 0;
    panel.agent.past = {
      ...panel.agent.past,
      previewUndo: async (...question) => {
        asked.push(question);
        return PREVIEW;
      }
    };
  });

  const boxes = () =>
    Array.from(
      panel.host.querySelectorAll<HTMLInputElement>('li [type="checkbox"]')
    );

  it('shows first what would change, what clashes and what stays; says why something is not ticked, and ticks all at once', async () => {
    await panel.click(panel.get('button', 'Undo this turn'));
    expect(asked).toEqual([['t1', 'r1']]);
    expect(panel.text).toContain('Remove [1]');
    expect(panel.text).toContain('You have changed it since.');
    expect(panel.text).toContain('Variables stay as they are.');
    expect(boxes().map(({ checked }) => checked)).toEqual([true, false, true]);
    expect(panel.agent.commands('undo')).toEqual([]);
    expect(panel.text).toContain(
      'What has changed since then stays as it is, unless you tick it.'
    );
    await panel.click(panel.get('button', 'Select all'));
    expect(boxes().map(({ checked }) => checked)).toEqual([true, true, true]);
    await panel.click(panel.get('button', 'Undo'));
    expect(panel.agent.commands('undo')).toMatchObject([
      { items: ['x', 'y', 'z'] }
    ]);
  });

  it('takes back what is chosen, by a hand only', async () => {
    panel.trusted = false;
    await panel.click(panel.get('button', 'Undo this turn'));
    await panel.click(panel.get('button', 'Undo'));
    expect(panel.agent.commands('undo')).toEqual([]);
    panel.trusted = true;
    await panel.click(boxes()[1]);
    await panel.click(boxes()[2]);
    await panel.click(panel.get('button', 'Undo'));
    expect(panel.agent.commands('undo')).toEqual([
      { type: 'undo', threadId: 't1', runId: 'r1', items: ['x', 'y'] }
    ]);
    expect(panel.text).toContain('Answer 1');
  });

  it('folds the change of each, and leads to the cells it is about', async () => {
    await panel.click(panel.get('button', 'Undo this turn'));
    expect(panel.host.querySelector('.cm-editor')).toBeNull();
    await panel.click(panel.get('button', 'Show the change'));
    expect(panel.editor(panel.host).state.doc.toString()).toBe('b = 1');
    await panel.click(panel.get('button', 'Cell [1]'));
    expect(panel.workspace.revealed).toEqual([
      { path: 'work/penguins.ipynb', cellId: 'c1' }
    ]);
  });

  it('takes the kernel along where the person says so', async () => {
    await panel.click(panel.get('button', 'Undo this turn'));
    const restart = panel.field(
      'Then restart the kernel and run the cells up to here'
    );
    expect(restart.checked).toBe(false);
    await panel.click(restart);
    await panel.click(panel.get('button', 'Undo'));
    expect(panel.agent.commands('undo')).toEqual([
      {
        type: 'undo',
        threadId: 't1',
        runId: 'r1',
        items: ['x', 'z'],
        restart: true
      }
    ]);
  });

  it('is said on its line, and gone from it', async () => {
    await panel.tell({ type: 'undone', runId: 'r1', text: 'Undone: 2 cells' });
    expect(panel.all('button', 'Undo this turn')).toEqual([]);
    expect(panel.text).toContain('Undone: 2 cells');
    expect(panel.announced).toBe('Undone: 2 cells');
  });

  it('says when there is nothing left to take back', async () => {
    panel.agent.past = { ...panel.agent.past, previewUndo: async () => null };
    await panel.click(panel.get('button', 'Undo this turn'));
    expect(panel.text).toContain('Nothing in this turn can be undone');
  });

  it('waits until the run has ended', async () => {
    await panel.click(panel.get('button', 'Undo this turn'));
    await panel.run();
    await act(async () => panel.store.showUndo());
    await panel.settle();
    expect(panel.get('button', 'Undo').disabled).toBe(true);
  });
});

describe('the timeline', () => {
  const point = (id: string, change: Partial<ICheckpointInfo> = {}) => ({
    id,
    branch: '',
    parentId: null,
    time: Number(id.slice(1)),
    title: `Moment ${id}`,
    messages: 2,
    forkable: true,
    ...change
  });
  const compared: string[][] = [];

  beforeEach(async () => {
    compared.length = 0;
    panel.agent.past = {
      ...panel.agent.past,
      timeline: async () => [
        point('p1'),
        point('p2', { forkable: false }),
        point('p3')
      ],
      checkpoint: async (_, id) => ({
        ...point(id),
        conversation: [{ role: 'person', text: `Said at ${id}`, id: 'm' }],
        todos: [{ content: 'Look', status: 'completed' }],
        cells: { c1: 'h' }
      }),
      compare: async (...question) => {
        compared.push(question);
        return [
          {
            field: 'todos',
            lines: [{ change: 'added', text: 'Train a model' }]
          }
        ];
      }
    };
    await menu('Timeline');
  });

  const moments = () =>
    Array.from(
      panel.host.querySelectorAll<HTMLElement>('.jp-Cellwright-debugLine')
    );

  it('shows the moments, newest first, and what was there at one of them', async () => {
    expect(
      moments().map(({ textContent }) => textContent?.slice(0, 9))
    ).toEqual(['Moment p3', 'Moment p2', 'Moment p1']);
    // A number of messages means nothing to a person.
    expect(panel.text).not.toMatch(/\d messages?/);
    await panel.click(moments()[1]);
    expect(panel.text).toContain('Said at p2');
    expect(panel.all('button', 'Try again from here')).toEqual([]);
    await panel.click(moments()[1]);
    expect(panel.text).not.toContain('Said at p2');
  });

  it('shows the steps of a plan between them, without anything to open or compare', async () => {
    const { past } = panel.agent;
    panel.agent.past = {
      ...past,
      timeline: async id => [
        ...(await past.timeline(id)),
        point('s2.5', { title: 'Step done: “Load”', isStep: true })
      ]
    };
    await panel.click(panel.get('button', 'Back to the conversation'));
    await menu('Timeline');
    expect(moments()[1].textContent).toContain('Step done: “Load”');
    expect(moments()[1].matches('button')).toBe(false);
    await panel.click(moments()[0]);
    expect(panel.get('combobox', 'Compare with').textContent).not.toContain(
      'Load'
    );
  });

  it('compares two, the older first', async () => {
    await panel.click(moments()[2]);
    await panel.type('Compare with', 'p3', 'change');
    expect(compared).toEqual([['t1', 'p1', 'p3']]);
    expect(panel.text).toContain('Train a model');
    expect(panel.text).not.toContain('Said at p1');
  });

  it('goes on from one of them', async () => {
    await panel.click(moments()[0]);
    await panel.click(panel.get('button', 'Try again from here'));
    expect(panel.agent.commands('fork')).toEqual([
      { type: 'fork', threadId: 't1', from: { checkpointId: 'p3' } }
    ]);
    expect(panel.text).toContain('Answer 1');
  });

  it('says where the model is before it sends anything', async () => {
    panel.models.host = 'api.example';
    await panel.chooseModel();
    await panel.click(moments()[0]);
    await panel.click(panel.get('button', 'Try again from here'));
    expect(panel.agent.commands('fork')).toEqual([]);
    await panel.click(panel.get('button', 'Send to api.example'));
    expect(panel.agent.commands('fork')).toHaveLength(1);
  });
});

describe('an earlier message', () => {
  const edit = () => panel.all('button', 'Edit and resend');

  it('is written anew in the composer, and begins a version', async () => {
    await panel.click(edit()[0]);
    expect(panel.composer.value).toBe('Question 0');
    expect(document.activeElement).toBe(panel.composer);
    await panel.send('Question 0, on a log scale');
    expect(panel.agent.commands('fork')).toEqual([
      {
        type: 'fork',
        threadId: 't1',
        from: { messageId: 'u0' },
        text: 'Question 0, on a log scale'
      }
    ]);
    expect(panel.agent.commands('start')).toEqual([]);
    expect(panel.composer.value).toBe('');
  });

  it('stays as it was on Esc, and what was written comes back', async () => {
    await panel.type(panel.composer, 'half');
    await panel.click(edit()[0]);
    await panel.press(panel.composer, 'Escape');
    expect(panel.composer.value).toBe('half');
    await panel.press(panel.composer, 'Enter');
    expect(panel.agent.commands('fork')).toEqual([]);
    expect(panel.agent.commands('start')).toHaveLength(1);
  });

  it('is not offered while a run is going on', async () => {
    expect(edit()).toHaveLength(2);
    await panel.run();
    expect(edit()).toEqual([]);
  });

  it('stays in the composer while a run of another tab goes on, and says so', async () => {
    await panel.click(edit()[0]);
    await panel.run();
    await panel.send('Question 0, on a log scale');
    expect(panel.announced).toBe('Wait until this run has ended.');
    expect(panel.composer.value).toBe('Question 0, on a log scale');
    expect(panel.agent.commands('fork')).toEqual([]);
  });
});

describe('versions of a conversation', () => {
  it('can be switched once there is more than one', async () => {
    expect(panel.all('combobox', 'Version of the conversation')).toEqual([]);
    const [first] = threads.records.get('t1')!.branches;
    await act(() =>
      threads.update('t1', {
        branch: 'b',
        branches: [first, { ...first, id: 'b', parent: '' }]
      })
    );
    await panel.settle();
    const select = panel.get('combobox', 'Version of the conversation');
    expect(select.value).toBe('b');
    await panel.type(select, '', 'change');
    expect(panel.agent.commands('switch')).toEqual([
      { type: 'switch', threadId: 't1', branch: '' }
    ]);
  });
});

describe('the log', () => {
  const DAY = 86_400_000;
  const ENTRIES: IAuditEntry[] = [
    { time: 1, kind: 'proposal', text: 'Proposed ⟦c1⟧', tool: 'jupyter_cell' },
    { time: 2, kind: 'decision', text: 'Approved', by: 'person', after: 4200 },
    { time: 3 + DAY, kind: 'effect', text: 'Ran ⟦c1⟧', after: 40 }
  ];

  beforeEach(async () => {
    panel.agent.past = { ...panel.agent.past, audit: async () => ENTRIES };
    await menu('Log');
  });

  it('shows what was proposed, decided and done', () => {
    expect(panel.text).toContain('Proposed [1]');
    expect(panel.text).toContain('by you · after 4.2 s');
    // Nobody waits for less than a second.
    expect(panel.text).not.toContain('0.0 s');
    expect(panel.text).toContain('3 entries');
  });

  it('has a list for each day, and in it the time alone; is taken out as JSON lines and as a report', async () => {
    const days = [1, 3 + DAY].map(time => new Date(time).toLocaleDateString());
    const lists = [
      ...panel.host.querySelectorAll('[aria-label^="Entries of"]')
    ];
    expect(lists.map(list => list.getAttribute('aria-label'))).toEqual(
      days.map(day => `Entries of ${day}`)
    );
    expect(lists.map(list => list.children.length)).toEqual([2, 1]);
    for (const time of panel.host.querySelectorAll('time')) {
      expect(time.textContent).not.toContain('1970');
    }
    const lines = await panel.download('Export as JSON lines');
    expect(lines.name).toBe('cellwright-log.jsonl');
    expect(lines.text.trim().split('\n')).toHaveLength(3);
    const report = await panel.download('Export as a report');
    expect(report.name).toBe('cellwright-log.md');
    expect(report.text).toContain('Approved');
  });

  it('is filtered by kind and by words', async () => {
    await panel.type('Show', 'decision', 'change');
    expect(panel.text).toContain('1 of 3 entries');
    expect(panel.text).not.toContain('Ran [1]');
    await panel.type('Show', '', 'change');
    await panel.type('Search the log', 'jupyter_c');
    await panel.until(() => panel.text.includes('1 of 3 entries'));
    expect(panel.text).toContain('Proposed [1]');
  });
});

describe('a conversation that goes on elsewhere', () => {
  it('says that another tab works on it, and can be worked on all the same', async () => {
    const line = 'Another tab is working on this conversation.';
    await panel.tell({ type: 'driver', here: false });
    expect(panel.text).toContain(line);
    expect(panel.all('textbox', 'Message Cellwright')).toHaveLength(1);
    await panel.tell({ type: 'driver', here: true });
    const { host } = panel;
    expect(host.querySelector('.jp-Cellwright-driver')).toBeNull();
  });

  it('continues in a new one with a summary', async () => {
    await menu('Continue in a new conversation');
    expect(panel.text).toContain('Begins with a summary of “Title of t1”.');
    const composer = panel.composer;
    await panel.type(composer, 'Now the islands');
    await panel.press(composer, 'Enter');
    const [start] = panel.agent.commands('start');
    expect(start).toMatchObject({ text: 'Now the islands', continues: 't1' });
    expect(start.threadId).not.toBe('t1');
    expect(threads.records.has('t1')).toBe(true);
  });

  it('leaves the summary out when asked', async () => {
    await menu('Continue in a new conversation');
    await panel.click(panel.get('button', 'Leave the summary out'));
    const composer = panel.composer;
    await panel.type(composer, 'Now the islands');
    await panel.press(composer, 'Enter');
    expect(panel.agent.commands('start')[0]).not.toHaveProperty('continues');
  });
});

describe('undoing the last turn by command', () => {
  it('is the last one that changed something', async () => {
    await act(async () => panel.store.showUndo());
    expect(panel.store.main.getState()).toMatchObject({
      page: { name: 'undo', runId: 'r1' }
    });
  });

  it('says when there is none', async () => {
    await panel.click(panel.get('button', 'New conversation'));
    await act(async () => panel.store.showUndo());
    await panel.settle();
    expect(panel.announced).toContain('There is nothing to undo');
  });
});
