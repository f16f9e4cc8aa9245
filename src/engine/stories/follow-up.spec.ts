import { FakeNotebook } from '../../testing/fake-notebook';
import type { Script } from '../../testing/scripted-model';
import { calling, Harness } from './harness';
import { Site } from './reopening';

/** What a message says of the notebook if the agent has had a turn in it. */

const CELLS = [
  { id: 'load', source: 'df = load()', executionCount: 1 },
  { id: 'limit', source: 'limit = 3', executionCount: 2 },
  { id: 'mean', source: 'mean = df.mean()', executionCount: 3 },
  { id: 'plot', source: 'mean.plot()', executionCount: 4 },
  { id: 'other', source: 'print(limit)', executionCount: 5 },
  { id: 'title', type: 'markdown' as const, source: '# Result' }
];

const FIRST = 'The whole notebook:';
const CHANGED = 'Changed in the notebook since your last turn';

async function begun(
  script: Script = [{ text: 'Seen.' }],
  cells = CELLS
): Promise<Harness> {
  const harness = new Harness({
    notebook: new FakeNotebook({ cells }),
    script: [...script, ...Array(5).fill({ text: 'Seen.' })]
  });
  await harness.say('Look.');
  return harness;
}

async function contextOfNext(harness: Harness): Promise<string> {
  await harness.say('And now?');
  return harness.model.requests.at(-1)?.at(-1)?.text ?? '';
}

const run = (notebook: FakeNotebook, id: string): Promise<unknown> =>
  notebook.runCell(id, { signal: new AbortController().signal });

type Change = (notebook: FakeNotebook) => Promise<unknown> | void;

describe('a follow-up', () => {
  it('says nothing of a notebook that nobody changed', async () => {
    const harness = await begun();
    expect(harness.model.requests[0].at(-1)?.text).toContain(FIRST);
    const text = await contextOfNext(harness);
    expect(text).not.toContain(FIRST);
    expect(text).not.toContain(CHANGED);
  });

  it.each<[string, Change, string[]]>([
    [
      'a cell that was changed and run, and the cells that would have to run again',
      async notebook => {
        await notebook.setSource('load', 'df = load().query("x > 1")');
        await run(notebook, 'load');
      },
      [
        '--- load [6]: changed and ran\ndf = load().query("x > 1")',
        'Not run since, though they use what changed: mean [3] (df); plot [4] (mean).'
      ]
    ],
    [
      'a cell that was changed and not run',
      notebook => notebook.setSource('limit', 'limit = 4'),
      [
        '--- limit [2]: changed, not run\nlimit = 4',
        'Not run since, though they use what changed: other [5] (limit).'
      ]
    ],
    [
      'what has run since as up to date',
      async notebook => {
        await notebook.setSource('load', 'df = other()');
        await run(notebook, 'load');
        await run(notebook, 'mean');
      },
      [
        'Ran again, unchanged: mean [7].',
        'Not run since, though they use what changed: plot [4] (mean).'
      ]
    ],
    [
      'what ran before the change as outdated',
      async notebook => {
        await run(notebook, 'mean');
        await notebook.setSource('load', 'df = other()');
        await run(notebook, 'load');
      },
      ['they use what changed: mean [6] (df); plot [4] (mean).']
    ],
    [
      'cells that were added, deleted and moved',
      async notebook => {
        await notebook.insertCell({
          type: 'code',
          source: 'x = 1',
          after: 'load',
          id: 'new'
        });
        await notebook.deleteCell('other');
        await notebook.moveCell('title', null);
      },
      [
        '--- new [ ]: added after load, not run\nx = 1',
        'Deleted: other.',
        'Moved: title (now at the top).'
      ]
    ]
  ])('tells %s', async (_, change, lines) => {
    const harness = await begun();
    await change(harness.notebook);
    const text = await contextOfNext(harness);
    expect(text).toContain(CHANGED);
    for (const line of lines) {
      expect(text).toContain(line);
    }
    // Once is enough.
    expect(await contextOfNext(harness)).not.toContain(CHANGED);
  });

  it('tells what somebody changed while the agent was at work', async () => {
    const harness = await begun([
      calling('jupyter_cell', { code: 'a = 1', description: 'One' }),
      { text: 'Done.' }
    ]);
    await harness.notebook.setSource('limit', 'limit = 9');
    await harness.notebook.insertCell({ type: 'markdown', source: 'Note' });
    await harness.approveAll();
    const text = await contextOfNext(harness);
    expect(text).toContain('limit = 9');
    expect(text).toContain('\nNote');
    expect(text).not.toContain('a = 1');
  });

  it('lets a cell whose change it told be edited without reading it again', async () => {
    const harness = await begun([
      { text: 'Seen.' },
      calling('edit_cell', {
        cell_id: 'limit',
        code: 'limit = 5',
        description: 'Five'
      })
    ]);
    await harness.notebook.setSource('limit', 'limit = 4');
    await harness.say('Make it five.');
    await harness.approveAll();
    expect(harness.notebook.cell('limit')?.source).toBe('limit = 5');
  });

  it('names a long source by its first line', async () => {
    const harness = await begun();
    await harness.notebook.setSource(
      'load',
      ['df = 1', ...Array(400).fill('x = 1')].join('\n')
    );
    const text = await contextOfNext(harness);
    expect(text).toContain('df = 1 … (read_notebook has the rest)');
    expect(text.length).toBeLessThan(1000);
  });

  it('describes the notebook again where it is not known what the model knows', async () => {
    const harness = await begun();
    await harness.send({
      type: 'fork',
      from: { messageId: harness.of('user-message')[0].messageId },
      text: 'Again.'
    });
    expect(harness.model.requests.at(-1)?.at(-1)?.text).toContain(FIRST);
  });

  it('tells it after a reload of the page too', async () => {
    const notebook = new FakeNotebook({ cells: CELLS });
    const site = new Site({
      notebook,
      answers: ['Seen.', 'Seen.']
    });
    const before = site.page();
    await before.say();
    before.kill();
    await notebook.setSource('limit', 'limit = 4');
    const after = site.page();
    await after.comeBack();
    await after.say('And now?', 'message-2');
    const messages = await after.messages();
    const asked = messages.filter(({ type }) => type === 'human').at(-1);
    expect(asked?.text).toContain('--- limit [2]: changed, not run\nlimit = 4');
    expect(asked?.text).not.toContain('Deleted');
    expect(asked?.text).not.toContain(FIRST);
  });
});
