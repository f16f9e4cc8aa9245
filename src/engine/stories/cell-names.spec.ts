import { AIMessage, type ToolMessage } from '@langchain/core/messages';
import type { z } from 'zod';

import { hashText, type ITool, type IToolDeclaration } from '../../contract';
import { memoryStores } from '../../storage/stories/memory-stores';
import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook, raised, ran } from '../../testing/fake-notebook';
import type { IScriptedStep } from '../../testing/scripted-model';
import { CellNames, TOOLS } from '../../tools';
import { attachmentsText } from '../context/message-context';
import { notebookContext, placeText } from '../context/notebook-context';
import { AgentMemoryStore, inheritMemory } from '../run/agent-memory';
import { undoneNote } from '../history/undoing';
import { calling, Harness, startRun, THREAD, toolTexts } from './harness';
import { Site } from './reopening';
import { runOf } from './run-of';

const LOAD = '3f2a9c11-4d5e-4f60-8a7b-1c2d3e4f5a6b';
const PLOT = 'b7e09c11-4d5e-4f60-8a7b-1c2d3e4f5a6b';
const ALIKE = 'b7e1ffff-4d5e-4f60-8a7b-1c2d3e4f5a6b';

/** Matches the whole ids that JupyterLab makes. */
const WHOLE = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

const newId = (created: number): string =>
  `${created}a0e9c11-4d5e-4f60-8a7b-1c2d3e4f5a6b`;

const notebook = (): FakeNotebook =>
  new FakeNotebook({
    newId,
    activeCellId: LOAD,
    cells: [
      { id: LOAD, source: 'df = load()', executionCount: 1 },
      { id: PLOT, source: 'df.plot()' },
      { id: ALIKE, source: 'df.head()' }
    ]
  });

type Call = { name: string; args?: Record<string, unknown> };

const steps = (...calls: Call[]): IScriptedStep[] => [
  ...calls.map(call => ({ calls: [call] })),
  { text: 'Done.' }
];

const effectsOn = ({ actions }: FakeNotebook) =>
  actions.filter(({ type }) => type !== 'inspect' && type !== 'save');

/** Everything sent to the model, as text. */
const sentTo = ({ model }: Harness): string =>
  JSON.stringify(
    model.requests.map(request =>
      request.map(message => [
        message.content,
        (message as AIMessage).tool_calls ?? [],
        (message as ToolMessage).tool_call_id ?? ''
      ])
    )
  );

/** The answer to a call, and its harness. */
async function answered(
  call: Call,
  own = notebook()
): Promise<{ text: string; harness: Harness; own: FakeNotebook }> {
  const harness = new Harness({ script: steps(call), notebook: own });
  await harness.say('Do it.');
  if (harness.of('review-opened').length > 0) {
    await harness.approveAll();
  }
  const [text = ''] = toolTexts(await harness.messages());
  return { text, harness, own };
}

describe('what the model reads', () => {
  it('has no whole id of a cell: outline, results, context, refusals and the notes', async () => {
    const own = notebook();
    own.onRun = source =>
      source === 'boom' ? raised('KeyError', 'no') : ran();
    const harness = new Harness({
      notebook: own,
      script: [
        calling('read_notebook'),
        calling('read_notebook', { cells: ['3f2a'] }),
        calling('jupyter_cell', { code: 'a = 1' }),
        calling('jupyter_cell', { code: 'boom' }),
        calling('markdown', { content: '# Part' }),
        calling('edit_cell', { cell_id: '3f2a', code: 'x' }),
        calling('run_cells', { cell_ids: ['3f2a', 'b7e0'] }),
        calling('move_cell', { cell_id: '3f2a', after: 'b7e1' }),
        calling('delete_cell', { cell_id: '3f2a' }),
        calling('edit_cell', { cell_id: 'b7e', code: 'x' }),
        calling('edit_cell', { cell_id: 'nope', code: 'x' }),
        'See [the plot](#cell=b7e0).'
      ]
    });
    await harness.say(`Look at ⟦${LOAD}⟧. Explain cell ${PLOT}: all of it.`, {
      attachments: [{ kind: 'cell', cellId: PLOT, notebook: 'analysis.ipynb' }]
    });
    for (let round = 0; round < 12; round++) {
      const open = harness.of('review-opened').at(-1);
      const decided = new Set(
        harness.of('review-decided').map(({ callId }) => callId)
      );
      if (!open || open.cards.every(({ callId }) => decided.has(callId))) {
        break;
      }
      await harness.approveAll();
    }
    const sent = sentTo(harness);
    expect(harness.last('model-message').text).toContain('#cell=b7e0');
    expect(sent.match(WHOLE)).toBeNull();
    for (const name of ['3f2a', 'b7e0', 'b7e1', '1a0e', '2a0e', '3a0e']) {
      expect(sent).toContain(name);
    }
  });

  it('names the cells of the first context, and keeps naming them so', async () => {
    const own = notebook();
    const { run } = runOf({ notebook: own });
    expect((await notebookContext(run)).text).toContain(
      'Active cell: 3f2a.\nThe whole notebook:\n--- 3f2a [1]\ndf = load()\n--- b7e0 [ ]\ndf.plot()\n--- b7e1 [ ]\ndf.head()'
    );
    await own.insertCell({
      type: 'code',
      source: 'x',
      id: `3f2ab${LOAD.slice(5)}`
    });
    expect(placeText(run)).toContain('Active cell: 3f2a.');
  });

  it('names no cell of the context that it has no line for', async () => {
    const cells = Array.from({ length: 500 }, (_, index) => ({
      id: `${(index + 4096).toString(16)}9c11-4d5e-4f60-8a7b-1c2d3e4f5a6b`,
      source: `a_rather_long_line_of_code_${index} = ${index}`
    }));
    const { run } = runOf({ notebook: new FakeNotebook({ cells }) });
    await notebookContext(run);
    expect(run.options.memory.names.size).toBeLessThan(200);
    const read = TOOLS.find(({ name }) => name === 'read_notebook') as ITool;
    await read.run({}, run.toolContext('call'));
    expect(run.options.memory.names.size).toBeLessThan(500);
  });

  it('names cells of another notebook by the cells there, attached and found', async () => {
    const path = 'other.ipynb';
    const files = new FakeFiles({
      [path]: JSON.stringify({
        cells: [PLOT, ALIKE].map(id => ({
          id,
          cell_type: 'code',
          source: 'needle = 1',
          metadata: {},
          outputs: []
        }))
      })
    });
    const { run } = runOf({ files, notebook: new FakeNotebook() });
    const { text, seen } = await attachmentsText(run, [
      { kind: 'cell', cellId: PLOT, notebook: path }
    ]);
    expect(text).toContain('--- cell b7e0, code, of other.ipynb');
    expect(Object.keys(seen)).toEqual([PLOT]);
    const search = TOOLS.find(
      ({ name }) => name === 'search_notebook_cells'
    ) as ITool;
    const found = await search.run(
      { pattern: 'needle', notebook_path: path },
      run.toolContext('call')
    );
    expect(found.text).toContain('cell 2 (b7e1, code)');
    expect(found.text).not.toMatch(WHOLE);
  });

  it('has the names in what the person edited, and the journal the ids', async () => {
    const journal = memoryStores().journal;
    const harness = await startRun({
      journal,
      script: steps(
        { name: 'read_notebook', args: { cells: ['3f2a'] } },
        { name: 'edit_cell', args: { cell_id: '3f2a', code: 'x = 1' } }
      ),
      notebook: notebook()
    });
    const [card] = harness.review.cards;
    expect(card.args).toEqual({ cell_id: LOAD, code: 'x = 1' });
    expect(card.sentence).toContain(`⟦${LOAD}⟧`);
    await harness.edit({ ...card.args, code: 'x = 2' });
    const [, text] = toolTexts(await harness.messages());
    expect(text).toContain('{"cell_id":"3f2a","code":"x = 2"}');
    expect(text).not.toMatch(WHOLE);
    expect(harness.last('call-finished')).toMatchObject({
      cellId: LOAD,
      ranArgs: { cell_id: LOAD, code: 'x = 2' }
    });
    expect(harness.notebook.cell(LOAD)?.source).toBe('x = 2');
    expect(harness.last('call-proposed').args).toEqual({
      cell_id: LOAD,
      code: 'x = 1'
    });
    const stored = await journal.calls(harness.engine.thread(THREAD).at);
    const { effects, ...record } = stored.find(
      ({ callId }) => callId === card.callId
    )!;
    const args = { cell_id: LOAD, code: 'x = 2' };
    expect(record).toMatchObject({
      decision: { decision: { editedAction: { args } } },
      outcome: {
        cellId: LOAD,
        ranArgs: args,
        seen: { [LOAD]: hashText('x = 2') }
      }
    });
    expect(effects).toMatchObject([{ kind: 'source', cellId: LOAD }]);
    expect(JSON.stringify(effects)).not.toContain('"3f2a"');
  });

  it('names what was taken back', () => {
    const names = new CellNames(new Map(), notebook());
    expect(undoneNote([`cell ${LOAD}`, 'file a.csv'], names)).toContain(
      'did to cell 3f2a, file a.csv.'
    );
  });

  it('names what the person says while it works', async () => {
    const harness = await startRun({
      notebook: notebook(),
      script: [calling('jupyter_cell', { code: '1' }), 'Done.']
    });
    const text = `And ⟦${PLOT}⟧.`;
    await harness.send({ type: 'queue', messageId: 'q', text });
    await harness.approveAll();
    expect(sentTo(harness)).toContain('And ⟦b7e0⟧.');
  });
});

describe('a call that names a cell', () => {
  const naming: [string, (cell: string) => Call, string][] = [
    [
      'read_notebook',
      cell => ({ name: 'read_notebook', args: { cells: [cell] } }),
      'df.plot()'
    ],
    [
      'run_cells',
      cell => ({ name: 'run_cells', args: { cell_ids: [cell] } }),
      'Cell b7e0 ran'
    ],
    [
      'move_cell',
      cell => ({ name: 'move_cell', args: { cell_id: cell } }),
      'Cell b7e0 is now cell 1 of 3.'
    ],
    [
      'move_cell, behind it',
      cell => ({ name: 'move_cell', args: { cell_id: LOAD, after: cell } }),
      'after b7e0.'
    ],
    [
      'markdown, behind it',
      cell => ({ name: 'markdown', args: { content: 'x', after: cell } }),
      'Inserted'
    ],
    [
      'jupyter_cell, behind it',
      cell => ({ name: 'jupyter_cell', args: { code: '1', after: cell } }),
      'ran in'
    ]
  ];

  it.each(naming)(
    '%s takes a name, a beginning and the whole id',
    async (_name, call, text) => {
      for (const cell of ['b7e0', 'b7e09', PLOT, PLOT.toUpperCase()]) {
        const { text: answer } = await answered(call(cell));
        expect(answer).toContain(text);
      }
    }
  );

  it.each(naming)(
    '%s takes the number a person sees, and the thread holds the name instead',
    async (_name, call, text) => {
      for (const cell of ['#2', 'cell 2']) {
        const { text: answer, harness } = await answered(call(cell));
        expect(answer).toContain(text);
        const [asked] = (await harness.messages()).flatMap(each =>
          AIMessage.isInstance(each) ? (each.tool_calls ?? []) : []
        );
        expect(asked.args).toEqual(call('b7e0').args);
      }
    }
  );

  it.each(naming)(
    '%s does nothing for what fits several or none, and says which there are',
    async (_name, call) => {
      for (const [cell, words] of [
        ['b7e', 'Several cells may be meant by b7e.'],
        ['zzzz', 'There is no cell zzzz.'],
        ['7', 'There is no cell 7.']
      ]) {
        const { text, harness, own } = await answered(call(cell));
        expect(text).toContain(words);
        expect(text).toContain('- b7e0 (cell 2): df.plot()');
        expect(harness.of('review-opened')).toEqual([]);
        expect(effectsOn(own)).toEqual([]);
      }
    }
  );

  it.each(['edit_cell', 'delete_cell'])(
    '%s takes one, and does nothing for several',
    async name => {
      const play = async (
        cell: string
      ): Promise<{ text: string; own: FakeNotebook }> => {
        const own = notebook();
        const harness = await startRun({
          notebook: own,
          script: steps(
            { name: 'read_notebook', args: { cells: [PLOT] } },
            { name, args: { cell_id: cell, code: 'changed' } }
          )
        });
        if (harness.of('review-opened').length > 0) {
          expect(harness.review.cards[0].args.cell_id).toBe(PLOT);
          await harness.approveAll();
        }
        return { text: toolTexts(await harness.messages())[1], own };
      };
      const { text, own } = await play('b7e0');
      expect(text).toMatch(/(Cell|Deleted cell) b7e0/);
      expect(effectsOn(own)).toMatchObject([{ cellId: PLOT }]);
      const several = await play('b7');
      expect(several.text).toContain('Several cells may be meant by b7.');
      expect(effectsOn(several.own)).toEqual([]);
    }
  );

  it('is decided on for the cell it named, whatever came since with such an id', async () => {
    const own = notebook();
    const harness = await startRun({
      notebook: own,
      script: steps(
        { name: 'read_notebook', args: { cells: ['3f2a'] } },
        { name: 'edit_cell', args: { cell_id: '3f2a', code: 'mine' } }
      )
    });
    const late = `3f2ab${LOAD.slice(5)}`;
    await own.insertCell({ type: 'code', source: 'theirs', id: late });
    await harness.approveAll();
    expect(own.cell(LOAD)?.source).toBe('mine');
    expect(own.cell(late)?.source).toBe('theirs');
  });

  it('is of no other cell once its own is gone', async () => {
    const own = notebook();
    const harness = await startRun({
      notebook: own,
      script: [
        calling('read_notebook'),
        'Read.',
        calling('run_cells', { cell_ids: ['3f2a'] }),
        'Done.'
      ]
    });
    await own.deleteCell(LOAD);
    await own.insertCell({
      type: 'code',
      source: 'rm()',
      id: `3f2ab${LOAD.slice(5)}`
    });
    await harness.say('Run it.');
    expect(harness.of('review-opened')).toEqual([]);
    const texts = toolTexts(await harness.messages());
    expect(texts.at(-1)).toContain('There is no cell 3f2a.');
  });

  it('may be of another extension: its tool gets the id, or is not run', async () => {
    const ran: unknown[] = [];
    const tool: IToolDeclaration = {
      name: 'star',
      description: 'Star a cell.',
      parameters: {
        type: 'object',
        properties: { cell: { type: 'string', pattern: '^[0-9a-f-]{36}$' } }
      },
      cellArguments: ['cell'],
      effect: 'read',
      run: async args => {
        ran.push(args);
        return 'Starred.';
      }
    };
    const harness = await startRun({
      notebook: notebook(),
      tools: [tool],
      script: steps(
        { name: 'star', args: { cell: 'b7e0' } },
        { name: 'star', args: { cell: `${PLOT.slice(0, -1)}0` } }
      )
    });
    expect(ran).toEqual([{ cell: PLOT }]);
    expect(toolTexts(await harness.messages())[1]).toContain(
      'There is no cell'
    );
  });

  it('is read like that by every tool of ours that takes a cell', () => {
    for (const tool of TOOLS) {
      const named = Object.keys((tool.schema as z.ZodObject).shape).filter(
        name => /^(cell_ids?|cells|after)$/.test(name)
      );
      expect([tool.name, tool.cellArguments ?? []]).toEqual([tool.name, named]);
    }
  });
});

describe('names of cells', () => {
  it('are told before the answer that may use them, once each', async () => {
    const harness = await startRun({
      notebook: notebook(),
      script: [calling('jupyter_cell', { code: '1' }), 'See [it](#cell=1a0e).']
    });
    await harness.approveAll();
    const described = harness.of('cells-named').flatMap(({ names }) => names);
    expect(described).toEqual([
      { name: '3f2a', id: LOAD },
      { name: 'b7e0', id: PLOT },
      { name: 'b7e1', id: ALIKE },
      { name: '1a0e', id: newId(1) }
    ]);
    const order = harness.events.map(({ type }) => type);
    expect(order.lastIndexOf('cells-named')).toBeLessThan(
      order.lastIndexOf('model-started')
    );
  });

  it('come back with the thread after a reload', async () => {
    const own = notebook();
    const site = new Site({
      notebook: own,
      answers: [
        calling('read_notebook'),
        'Read.',
        calling('read_notebook', { cells: ['3f2a'] }),
        'Done.'
      ]
    });
    const before = site.page();
    await before.say();
    before.kill();
    await own.insertCell({
      type: 'code',
      source: 'late()',
      id: `3f2ab${LOAD.slice(5)}`
    });
    const after = site.page();
    await after.comeBack();
    await after.say('Again.');
    const texts = toolTexts(await after.messages());
    expect(texts.at(-1)).toContain('df = load()');
    expect(texts.at(-1)).not.toContain('late()');
  });

  it('go along into a branch, where they are told again', async () => {
    const journal = memoryStores().journal;
    const from = { threadId: 't', branch: '' };
    const first = new AgentMemoryStore(journal);
    first.memory.names.set(LOAD, '3f2a').set(PLOT, 'b7e0');
    first.memory.namesTold.add(LOAD);
    await first.keep(from);
    const to = { threadId: 't', branch: 'b' };
    await inheritMemory(journal, from, to, true);
    await first.load(to);
    expect([...first.memory.names]).toEqual([
      [LOAD, '3f2a'],
      [PLOT, 'b7e0']
    ]);
    expect(first.memory.namesTold.size).toBe(0);
  });
});
