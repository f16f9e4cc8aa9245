import { DEFAULT_POLICY, type IPolicy } from '../../contract';
import { memoryStores } from '../../storage/stories/memory-stores';
import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook, printed } from '../../testing/fake-notebook';
import { FakeWorkspace } from '../../testing/fake-workspace';
import { jupyterCell } from '../../tools/cells/jupyter-cell';
import { calling, Harness, startRun, toolTexts, withSettings } from './harness';
import { QUESTION, plainTool } from './plain-tools';

const call = (name: string, code: string) => ({ name, args: { code } });
const DONE = { text: 'Done.' };

const policy = (own: Partial<IPolicy>) => ({
  policy: { ...DEFAULT_POLICY, ...own }
});
const always = (own: Partial<IPolicy['effects']>) =>
  policy({ effects: { ...DEFAULT_POLICY.effects, ...own } });

describe('a standing rule', () => {
  it.each<[string, (notebook: FakeNotebook) => unknown]>([
    ['where it moves', notebook => notebook.rename('other.ipynb')],
    ['where another comes to its path', notebook => (notebook.id = null)]
  ])('for a notebook counts in no other: %s', async (_, change) => {
    const tool = plainTool('shell', 'shell');
    const notebooks = [
      { root: '', notebook: 'analysis.ipynb', id: 'n1', effects: ['shell'] }
    ];
    const harness: Harness = new Harness({
      tools: [tool],
      settings: policy({ notebooks } as Partial<IPolicy>),
      script: [
        () => {
          harness.notebook.id = 'n1';
          return { calls: [call('shell', 'here')] };
        },
        () => {
          change(harness.notebook);
          return { calls: [call('shell', 'there')] };
        },
        DONE
      ]
    });
    await harness.say();
    expect(tool.ran).toEqual(['here']);
    expect(harness.review.cards.map(card => card.args.code)).toEqual(['there']);
  });

  it('that is set while a card waits decides the card', async () => {
    const tool = plainTool('edit', 'edit');
    const harness = await startRun({
      tools: [tool],
      script: [[call('edit', 'a')], DONE]
    });
    harness.settings = withSettings(always({ edit: 'allow' }));
    await harness.send({ type: 'policy-changed' });
    expect(tool.ran).toEqual(['a']);
    expect(harness.last('review-decided').by).toBe('always:edit');
    expect(harness.of('notice')).toEqual([]);
  });

  it('for code covers only what is known: the card says why, and a package that is allowed decides it', async () => {
    const code = 'import folium\nfolium.Map()';
    const effects = { ...DEFAULT_POLICY.effects, execute: 'allow' as const };
    const harness = await startRun({
      tools: [jupyterCell],
      settings: policy({ effects }),
      script: [
        [
          call('jupyter_cell', 'import pandas as pd\ndf = pd.DataFrame()'),
          call('jupyter_cell', 'df.head()'),
          call('jupyter_cell', code)
        ],
        DONE
      ]
    });
    expect(harness.review.cards).toMatchObject([
      {
        args: { code },
        effect: 'shell',
        codeQuestion: {
          because: 'it uses `folium`, which Cellwright does not know',
          allow: { kind: 'package', name: 'folium' }
        }
      }
    ]);
    harness.settings = withSettings(policy({ effects, packages: ['folium'] }));
    await harness.send({ type: 'policy-changed' });
    expect(harness.last('review-decided').by).toBe('always:execute');
    expect(harness.notebook.cells().at(-1)?.source).toBe(code);
  });

  it('says why where code would ask in any case, without offering to allow it', async () => {
    const harness = await startRun({
      tools: [jupyterCell],
      script: [[call('jupyter_cell', 'import folium')], DONE]
    });
    expect(harness.review.cards[0].effect).toBe('shell');
    expect(harness.review.cards[0].codeQuestion).toEqual({
      because: 'it uses `folium`, which Cellwright does not know'
    });
  });

  it('that is revoked before the effect runs is not used, and a card asks', async () => {
    const second = plainTool('second', 'edit');
    const first = plainTool('first', 'edit', {
      run: async () => {
        harness.settings = withSettings({});
        return { text: 'ok', ok: true, summary: '' };
      }
    });
    const harness: Harness = new Harness({
      tools: [first, second],
      settings: always({ edit: 'allow' }),
      script: [[call('first', 'a'), call('second', 'b')], DONE]
    });
    await harness.say();
    expect(second.ran).toEqual([]);
    expect(harness.review.cards.map(({ tool }) => tool)).toEqual(['second']);
  });

  it('that is revoked while a cell waits for an idle kernel lets nothing through', async () => {
    const run = jest.fn(() => printed(''));
    const notebook = new FakeNotebook({ onRun: run });
    const harness: Harness = new Harness({
      notebook,
      settings: always({ execute: 'allow' }),
      script: [calling('jupyter_cell', { code: 'x = 1' }), DONE]
    });
    notebook.onWait = () => {
      harness.settings = withSettings({});
    };
    await harness.say();
    expect(run).not.toHaveBeenCalled();
    expect(toolTexts(await harness.messages())[0]).toContain(
      'The rule that allowed this is gone'
    );
  });

  it.each([
    ['markdown', { content: '# Title' }],
    ['jupyter_cell', { code: 'x = 1' }]
  ])(
    'that is revoked while the first effect of %s is being stored lets nothing through',
    async (name, args) => {
      const ran: string[] = [];
      const notebook = new FakeNotebook({
        cells: [{ id: 'a', source: 'y' }],
        onRun: source => {
          ran.push(source);
          return printed('');
        }
      });
      const journal = memoryStores().journal;
      const harness: Harness = new Harness({
        notebook,
        journal,
        settings: always({ edit: 'allow', execute: 'allow' }),
        script: [[{ name, args }], DONE]
      });
      const effect = journal.effect.bind(journal);
      jest.spyOn(journal, 'effect').mockImplementation(async (...which) => {
        await effect(...which);
        harness.settings = withSettings(policy({ markdown: 'ask' }));
      });
      await harness.say();
      expect(notebook.sources).toEqual(['y']);
      expect(ran).toEqual([]);
      expect(toolTexts(await harness.messages())[0]).toContain(
        'The rule that allowed this is gone'
      );
    }
  );

  it('that is revoked once the person has approved the call changes nothing', async () => {
    const notebook = new FakeNotebook({ onRun: () => printed('') });
    const harness: Harness = new Harness({
      notebook,
      script: [calling('jupyter_cell', { code: 'x' }), DONE]
    });
    notebook.onWait = () => {
      harness.settings = withSettings({});
    };
    await harness.say();
    await harness.approveAll();
    expect(harness.last('call-finished').state).toBe('done');
  });

  it('that decided one card and is revoked while another waits brings it back', async () => {
    const edit = plainTool('edit', 'edit');
    const write = plainTool('write', 'write');
    const harness = await startRun({
      tools: [edit, write],
      script: [[call('edit', 'a'), call('write', 'b')], DONE]
    });
    const [first, second] = harness.review.cards;
    harness.settings = withSettings(always({ write: 'allow' }));
    await harness.send({ type: 'policy-changed' });
    expect(harness.last('review-decided').callId).toBe(second.callId);
    harness.settings = withSettings({});
    await harness.decide({ [first.callId]: { type: 'approve' } });
    expect(edit.ran).toEqual(['a']);
    expect(write.ran).toEqual([]);
    expect(harness.review.cards).toMatchObject([
      { callId: second.callId, voided: expect.stringContaining('is gone') }
    ]);
    await harness.approveAll();
    expect(write.ran).toEqual(['b']);
  });

  it.each([
    ['edit_file', { path: '/top.txt', old: 'top', new: 'end' }],
    ['write_file', { path: '../new.txt', content: 'x' }]
  ])(
    'never covers %s outside of the notebook’s folder, for the turn or for good',
    async (name, args) => {
      const ran = jest.fn(() => printed('Writing'));
      const notebook = new FakeNotebook({ path: 'work/a.ipynb', onRun: ran });
      const files = new FakeFiles({ 'work/b.py': 'x = 1', 'top.txt': 'top' });
      const harness = await startRun({
        workspace: new FakeWorkspace({ notebook, files }),
        settings: always({ execute: 'allow', write: 'allow' }),
        script: [[{ name, args }], DONE]
      });
      expect(harness.review.cards).toMatchObject([
        { tool: name, elsewhere: true }
      ]);
      await harness.send({
        type: 'turn-rule',
        on: true,
        effects: ['execute', 'write']
      });
      expect(harness.of('review-decided')).toEqual([]);
      expect(ran).not.toHaveBeenCalled();
      expect(files.text('top.txt')).toBe('top');
    }
  );
});

describe('a rule for the turn', () => {
  it('covers the effects it names, and no others', async () => {
    const tools = [plainTool('edit', 'edit'), plainTool('shell', 'shell')];
    const harness = await startRun({
      tools,
      script: [[call('shell', 'a'), call('edit', 'b')], DONE]
    });
    await harness.send({ type: 'turn-rule', on: true, effects: ['shell'] });
    expect(harness.last('turn-rule')).toMatchObject({
      on: true,
      effects: ['shell']
    });
    expect(harness.of('review-decided').map(event => event.by)).toEqual([
      'rest-of-turn'
    ]);
    const [, edit] = harness.review.cards;
    await harness.decide({ [edit.callId]: { type: 'approve' } });
    expect(tools.map(tool => tool.ran)).toEqual([['b'], ['a']]);
    expect(harness.last('turn-rule')).toMatchObject({ on: false, effects: [] });
  });

  it('covers neither shell nor network unless it names them', async () => {
    const tools = [plainTool('shell', 'shell'), plainTool('net', 'network')];
    const harness = await startRun({
      tools,
      script: [[call('shell', 'a'), call('net', 'b')], DONE]
    });
    await harness.send({ type: 'turn-rule', on: true });
    expect(harness.of('review-decided')).toEqual([]);
    expect(harness.last('turn-rule').effects).not.toContain('shell');
  });
});

describe('interruptOn', () => {
  it('asks about a tool that only reads, with its line and its arguments on the card', async () => {
    const tool = plainTool('look', 'read', { propose: undefined });
    const harness = await startRun({
      tools: [tool],
      settings: policy({ interruptOn: { look: true } }),
      script: [[call('look', 'a')], DONE]
    });
    expect(harness.review.cards).toMatchObject([
      {
        effect: 'read',
        sentence: 'Doing look',
        body: { kind: 'code', text: '{\n  "code": "a"\n}' }
      }
    ]);
    await harness.approveAll();
    expect(tool.ran).toEqual(['a']);
  });

  it('words the card, behind the prefix, for LangChain’s clients as well', async () => {
    const { reviewRequest } = await import('../calls/review-call');
    const harness = await startRun({
      tools: [plainTool('edit', 'edit')],
      settings: policy({
        descriptionPrefix: 'Please look: ',
        interruptOn: {
          edit: {
            allowedDecisions: ['approve', 'reject'],
            description: ({ args }) => `it does ${String(args.code)}`
          }
        }
      }),
      script: [[call('edit', 'a')], DONE]
    });
    const { cards } = harness.review;
    expect(cards[0].sentence).toBe('Please look: it does a');
    expect(cards[0].worded).toBe(true);
    expect(reviewRequest(cards)).toMatchObject({
      actionRequests: [{ name: 'edit', description: 'Please look: it does a' }],
      reviewConfigs: [{ allowedDecisions: ['approve', 'reject'] }]
    });
    // A decision that is not offered is not accepted.
    await harness.edit({ code: 'b' });
    expect(harness.last('review-voided').card.voided).toContain('not allowed');
  });

  it('puts the prefix before the sentence of every other card, too', async () => {
    const harness = await startRun({
      tools: [plainTool('edit', 'edit')],
      settings: policy({ descriptionPrefix: 'Please look: ' }),
      script: [{ calls: [call('edit', 'a')] }, DONE]
    });
    const [{ sentence, worded }] = harness.review.cards;
    expect(sentence).toMatch(/^Please look: ./);
    expect(worded).toBe(true);
  });
});

describe('a question to the person', () => {
  it('is answered in their words, which are the result', async () => {
    const harness = await startRun({
      tools: [QUESTION],
      script: [[call('ask_user', 'Which one?')], DONE]
    });
    const [card] = harness.review.cards;
    expect(card.allowedDecisions).toEqual(['respond', 'reject']);
    expect(card.body.kind).toBe('question');
    await harness.decideFirst({
      type: 'respond',
      message: 'The second. </data>'
    });
    const answer = (await harness.messages()).find(
      each => each.type === 'tool'
    );
    expect(answer?.content).toBe('The second. </data>');
    expect(harness.last('call-finished')).toMatchObject({
      state: 'done',
      text: 'You answered: “The second. </data>”'
    });
  });

  it('is asked whatever the standing rules say, and takes no approval', async () => {
    const harness = await startRun({
      tools: [QUESTION],
      settings: always({ read: 'allow', edit: 'allow' }),
      script: [[call('ask_user', 'Which one?')], DONE]
    });
    await harness.send({ type: 'turn-rule', on: true });
    await harness.approveAll();
    expect(harness.of('review-decided')).toEqual([]);
    expect(harness.of('run-finished')).toEqual([]);
  });
});

it.each([{}, { run_all: true }])(
  'no rule lets a restart of the kernel through: %j',
  async args => {
    const harness = await startRun({
      notebook: new FakeNotebook({ cells: [{ id: 'a', source: 'x = 1' }] }),
      settings: policy({
        effects: { ...DEFAULT_POLICY.effects, edit: 'allow', execute: 'allow' },
        interruptOn: { restart_kernel: false }
      }),
      script: [[{ name: 'restart_kernel', args }], DONE]
    });
    await harness.send({
      type: 'turn-rule',
      on: true,
      effects: ['execute', 'shell']
    });
    expect(harness.of('review-decided')).toEqual([]);
    expect(harness.review.cards).toMatchObject([
      { tool: 'restart_kernel', effect: 'execute' }
    ]);
    expect(harness.notebook.actions).not.toContainEqual({ type: 'restart' });
  }
);

it('a tool that is another thing than it said is asked about by the furthest effect, whichever of its words says so', async () => {
  const tool = plainTool('run', 'execute', {
    policy: () => ({ effect: 'shell' })
  });
  const harness = await startRun({
    tools: [tool],
    settings: always({ execute: 'allow' }),
    script: [[call('run', '!rm -r .')], DONE]
  });
  expect(harness.review.cards).toMatchObject([{ effect: 'shell' }]);
});
