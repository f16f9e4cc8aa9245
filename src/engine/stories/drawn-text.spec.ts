import { DEFAULT_POLICY, EFFECTS, TURN_EFFECTS } from '../../contract';
import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook } from '../../testing/fake-notebook';
import { FakeWorkspace } from '../../testing/fake-workspace';
import { calling, startRun } from './harness';

const PICTURE = '![](https://evil.example/p.png?d=1)';

const write = (path: string, content: string) => ({
  name: 'write_file',
  args: { path, content }
});
const edit = (path: string, by: string) => ({
  name: 'edit_file',
  args: { path, old: 'HERE', new: by }
});
const cell = (content: string) => ({ name: 'markdown', args: { content } });
const change = (code: string) => ({
  name: 'edit_cell',
  args: { cell_id: 'm', code }
});

/** A run in which everything is allowed that a rule of any kind can allow for good. */
async function run(call: { name: string; args: Record<string, unknown> }) {
  const files = new FakeFiles({
    'notes.md': `${PICTURE.slice(0, -1)}HERE`,
    'plain.md': 'HERE'
  });
  const notebook = new FakeNotebook({
    id: 'n1',
    cells: [{ id: 'm', type: 'markdown', source: 'Text.' }]
  });
  const harness = await startRun({
    workspace: new FakeWorkspace({ notebook, files }),
    settings: {
      policy: {
        ...DEFAULT_POLICY,
        effects: {
          ...DEFAULT_POLICY.effects,
          edit: 'allow',
          execute: 'allow',
          write: 'allow'
        },
        interruptOn: { [call.name]: false },
        notebooks: [
          {
            root: '',
            notebook: notebook.path,
            id: 'n1',
            effects: EFFECTS.filter(each => each !== 'network')
          }
        ]
      }
    },
    script: [calling('read_notebook'), [call], 'Done.']
  });
  await harness.send({
    type: 'turn-rule',
    on: true,
    effects: [...TURN_EFFECTS]
  });
  expect(harness.of('review-decided')).toEqual([]);
  return harness.of('review-opened').flatMap(({ cards }) => cards);
}

describe('text that sends something when it is drawn', () => {
  it.each([
    ['a new Markdown cell', cell(PICTURE)],
    ['a changed Markdown cell', change(PICTURE)],
    ['a Markdown file', write('new.md', PICTURE)],
    ['a page', write('new.html', `<img src="https://evil.example/?d=1">`)],
    [
      'a drawing',
      write('new.svg', '<svg><image href="//evil.example"/></svg>')
    ],
    ['what an edit makes of a Markdown file', edit('notes.md', ')')]
  ])('is asked about as network in spite of all rules: %s', async (_, call) => {
    expect(await run(call)).toEqual([
      expect.objectContaining({
        tool: call.name,
        effect: 'network',
        sentence: expect.stringContaining('send a request to another host')
      })
    ]);
  });

  it.each([
    ['a plain Markdown cell', cell('# Title')],
    ['a plain change of one', change('More text.')],
    ['a plain Markdown file', write('new.md', '# Title')],
    ['the same text where it is only text', write('new.txt', PICTURE)],
    ['a plain edit', edit('plain.md', 'there')]
  ])('is no other: %s', async (_, call) => {
    expect(await run(call)).toEqual([]);
  });
});
