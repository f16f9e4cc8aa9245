import { ToolMessage } from '@langchain/core/messages';

import {
  DEFAULT_POLICY,
  DEFAULT_SETTINGS,
  ENGLISH,
  type ICellRun,
  type IMcpTool,
  type IReviewCard,
  type IToolImage,
  type UnclearChoice
} from '../../contract';
import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook, printed, raised } from '../../testing/fake-notebook';
import { historyProblems } from '../../testing/scripted-model';
import { declaredTool } from '../tool-set/tool-set';
import { tellMissingCells } from '../resume/tell-missing-cells';
import { type IDeath, World } from './pages';
import { plainTool } from './plain-tools';

const AT = { threadId: 'thread', branch: '' };

const BEFORE_INTENT: IDeath = { when: 'before', what: 'intend' };
const AFTER_INTENT: IDeath = { when: 'after', what: 'intend' };
const effect = (when: IDeath['when'], nth = 1): IDeath => ({
  when,
  what: 'effect',
  nth
});
const BEFORE_OUTCOME: IDeath = { when: 'before', what: 'finish' };
const AFTER_OUTCOME: IDeath = { when: 'after', what: 'finish' };

interface IJob {
  /** The calls that the model makes before its last message. */
  calls: { name: string; args: Record<string, unknown> }[];
  world(): World;
  /** The end state, which must be the same whatever happened to the page. */
  ends(world: World): unknown;
}

function withCell(): World {
  return new World(undefined, {
    notebook: new FakeNotebook({
      cells: [
        { id: 'first', source: 'import os' },
        { id: 'a', source: 'x = 1' }
      ]
    })
  });
}

/** A kernel of which nobody knows beforehand what it will be sent. */
function unforeseen(): World {
  const world = new World();
  world.notebook.nextRequest = () => null;
  return world;
}

const JOBS: Record<string, IJob> = {
  jupyter_cell: {
    calls: [{ name: 'jupyter_cell', args: { code: 'y = 2' } }],
    world: () => new World(),
    ends: ({ notebook, kernel }) => [notebook.sources, kernel]
  },
  'jupyter_cell above the first cell': {
    calls: [{ name: 'jupyter_cell', args: { code: 'y = 2', after: 'top' } }],
    world: withCell,
    ends: ({ notebook, kernel }) => [notebook.sources, kernel]
  },
  'jupyter_cell whose request is not foreseen': {
    calls: [{ name: 'jupyter_cell', args: { code: 'y = 2' } }],
    world: unforeseen,
    ends: ({ notebook, kernel }) => [notebook.sources, kernel]
  },
  markdown: {
    calls: [{ name: 'markdown', args: { content: '# Title' } }],
    world: () => new World(),
    ends: ({ notebook }) => notebook.sources
  },
  edit_cell: {
    calls: [
      {
        name: 'edit_cell',
        args: { cell_id: 'a', code: 'x = 2', run: true }
      }
    ],
    world: withCell,
    ends: ({ notebook, kernel }) => [notebook.sources, kernel]
  },
  'edit_cell that replaces a passage': {
    calls: [
      {
        name: 'edit_cell',
        args: {
          cell_id: 'a',
          replace: [{ old: 'x', new: 'xx' }],
          run: true
        }
      }
    ],
    world: withCell,
    ends: ({ notebook, kernel }) => [notebook.sources, kernel]
  },
  delete_cell: {
    calls: [{ name: 'delete_cell', args: { cell_id: 'a' } }],
    world: withCell,
    ends: ({ notebook }) => notebook.sources
  },
  move_cell: {
    calls: [{ name: 'move_cell', args: { cell_id: 'a' } }],
    world: withCell,
    ends: ({ notebook }) => notebook.sources
  },
  run_cells: {
    calls: [{ name: 'run_cells', args: { cell_ids: ['first', 'a'] } }],
    world: withCell,
    ends: ({ kernel }) => kernel
  },
  restart_kernel: {
    calls: [{ name: 'restart_kernel', args: { run_all: true } }],
    world: withCell,
    ends: ({ kernel, notebook }) => [
      kernel,
      notebook.actions.filter(({ type }) => type === 'restart').length
    ]
  },
  run_scratch: {
    calls: [{ name: 'run_scratch', args: { code: 'dir()' } }],
    world: withCell,
    ends: ({ kernel }) => kernel
  },
  write_file: {
    calls: [{ name: 'write_file', args: { path: 'a.md', content: 'new' } }],
    world: () => new World(),
    ends: ({ files }) => files.text('a.md')
  },
  edit_file: {
    calls: [
      { name: 'edit_file', args: { path: 'a.txt', old: 'one', new: 'two' } }
    ],
    world: () =>
      new World(undefined, { files: new FakeFiles({ 'a.txt': 'one = 1' }) }),
    ends: ({ files }) => files.text('a.txt')
  }
};

/** Points at which a job has something in progress. */
const DEATHS: [string, IDeath][] = [
  ['before the intent', BEFORE_INTENT],
  ['after the intent', AFTER_INTENT],
  ['before the first effect is noted', effect('before')],
  ['after the first effect is noted', effect('after')],
  ['before the second effect is noted', effect('before', 2)],
  ['after the second effect is noted', effect('after', 2)],
  ['before the outcome', BEFORE_OUTCOME],
  ['after the outcome', AFTER_OUTCOME]
];

interface IPlayed {
  world: World;
  answers: string[];
  /** The last request as the model reads it. */
  request: string;
  cards: IReviewCard[];
}

/** Plays a job; if the page dies, a second page finishes it. */
async function play(
  { calls, world: make }: Pick<IJob, 'calls' | 'world'>,
  death?: IDeath,
  {
    between,
    choice = 'run',
    world = make()
  }: {
    between?: (world: World) => void;
    choice?: UnclearChoice;
    world?: World;
  } = {}
): Promise<IPlayed> {
  world.choice = choice;
  let page = world.page([{ calls }, { text: 'Done.' }], death);
  if ((await page.say()) === 'dead') {
    between?.(world);
    // A text after a failed call is asked to go on, once.
    page = world.page([{ text: 'Done.' }, { text: 'Done.' }]);
    expect(await page.goOn()).toBe('done');
  }
  const messages = await page.messages();
  expect(historyProblems(messages)).toEqual([]);
  return {
    world,
    cards: page.unclear,
    answers: messages
      .filter(message => ToolMessage.isInstance(message))
      .map(message => plain(message.text)),
    request: (page.model.requests.at(-1) ?? [])
      .map(message => `${message.type}: ${plain(message.text)}`)
      .join('\n')
  };
}

/** Ids of cells count up, and the page that died may have used one. */
function plain(text: string): string {
  return text.replace(/cell-\d+/g, 'cell-N');
}

describe.each(Object.entries(JOBS))('%s', (_name, job) => {
  it.each(DEATHS)(
    'is done once when the page goes %s, and the model reads the same',
    async (_point, death) => {
      const whole = await play(job);
      const cut = await play(job, death);
      expect(job.ends(cut.world)).toEqual(job.ends(whole.world));
      expect(cut.answers).toEqual(whole.answers);
      expect(cut.request).toBe(whole.request);
    }
  );
});

describe('a call of a standing rule that was begun when the page went', () => {
  const code = 'y = 2';
  const rule = (answer: 'ask' | 'allow') => ({
    policy: {
      ...DEFAULT_POLICY,
      effects: { ...DEFAULT_POLICY.effects, execute: answer }
    }
  });
  const begun = async (answer: 'ask' | 'allow') => {
    const world = new World(undefined, { settings: rule('allow') });
    const { answers } = await play(JOBS.jupyter_cell, effect('after'), {
      world,
      between: () => {
        world.settings = rule(answer);
      }
    });
    return { world, answers };
  };

  it('goes on where the rule still stands', async () => {
    const { world } = await begun('allow');
    expect(world.kernel).toEqual([code]);
  });

  it('is told as it ended where the kernel knows, though the rule is gone', async () => {
    const world = new World(undefined, { settings: rule('allow') });
    world.dieIn = code;
    const { answers } = await play(JOBS.jupyter_cell, undefined, {
      world,
      between: () => {
        world.settings = rule('ask');
      }
    });
    expect(world.kernel).toEqual([code]);
    expect(answers[0]).toContain(`ran ${code}`);
  });

  it('does nothing more where it was taken back meanwhile', async () => {
    const { world, answers } = await begun('ask');
    expect(world.kernel).toEqual([]);
    expect(answers[0]).toContain('The rule that allowed this is gone');
  });

  it.each<[string, IDeath, Record<string, unknown>, (world: World) => unknown]>(
    [
      [
        'the cell it was to stand behind is gone',
        effect('after'),
        { code: 'y = 2', after: 'first' },
        world => world.notebook.deleteCell('first')
      ],
      [
        'the tool may not be called any more',
        effect('before', 2),
        { code: 'y = 2' },
        world =>
          (world.settings = {
            ...world.settings,
            limits: {
              ...DEFAULT_SETTINGS.limits,
              toolCalls: { jupyter_cell: 0 }
            }
          })
      ]
    ]
  )('does nothing more either where %s', async (_, death, args, change) => {
    const world = withCell();
    world.settings = rule('allow');
    // The insertion is recorded before the run.
    world.notebook.nextRequest = () => null;
    await play(
      { calls: [{ name: 'jupyter_cell', args }], world: withCell },
      death,
      {
        world,
        between: () => {
          world.settings = rule('ask');
          void change(world);
        }
      }
    );
    expect(world.kernel).toEqual([]);
  });
});

describe('a call that is the last one its limit allows', () => {
  it('is gone on with after a reload, and not counted twice', async () => {
    const world = withCell();
    world.settings = {
      limits: { ...DEFAULT_SETTINGS.limits, toolCalls: { run_cells: 1 } }
    };
    await play(JOBS.run_cells, effect('before', 2), { world });
    expect(world.kernel).toEqual(['import os', 'x = 1']);
  });
});

describe('an effect that was noted and not done when the page went', () => {
  const allowed = (answer: 'ask' | 'allow') => ({
    policy: {
      ...DEFAULT_POLICY,
      markdown: answer,
      effects: {
        ...DEFAULT_POLICY.effects,
        edit: answer,
        execute: answer,
        write: answer
      }
    }
  });

  // A restart never goes by a rule.
  it.each(Object.entries(JOBS).filter(([name]) => name !== 'restart_kernel'))(
    'is not done where the rule behind it is gone: %s',
    async (_name, job) => {
      const world = job.world();
      world.settings = allowed('allow');
      const before = [
        world.files.text('a.md'),
        world.files.text('a.txt'),
        world.notebook.sources
      ];
      const { answers } = await play(job, effect('after'), {
        world,
        between: () => {
          world.settings = allowed('ask');
        }
      });
      expect([
        world.files.text('a.md'),
        world.files.text('a.txt'),
        world.notebook.sources
      ]).toEqual(before);
      expect(world.kernel).toEqual([]);
      expect(answers[0]).toMatch(
        /rule that allowed this is gone|wants to look at each call again/
      );
    }
  );
});

describe('a kernel that was being restarted when the page went', () => {
  const restart = (choice: UnclearChoice, run_all = true) =>
    play(
      {
        ...JOBS.restart_kernel,
        calls: [{ name: 'restart_kernel', args: { run_all } }]
      },
      effect('after'),
      { choice }
    );
  const restarts = ({ notebook }: World) =>
    notebook.actions.filter(({ type }) => type === 'restart').length;

  it('is shown on a card, and restarted again only when the person says so', async () => {
    const { cards, world } = await restart('run');
    expect(cards).toMatchObject([
      {
        tool: 'restart_kernel',
        effect: 'execute',
        sentence:
          'The kernel may have been restarted already. It was not restarted again.',
        body: { kind: 'unclear', text: '' }
      }
    ]);
    expect(restarts(world)).toBe(1);
    expect(world.kernel).toEqual(['import os', 'x = 1']);
  });

  it('is left alone where the person says that it was, and the cells run', async () => {
    const { world } = await restart('done');
    expect(restarts(world)).toBe(0);
    expect(world.kernel).toEqual(['import os', 'x = 1']);
  });

  it('is left alone where the person skips it', async () => {
    const { world, answers } = await restart('skip');
    expect(restarts(world)).toBe(0);
    expect(world.kernel).toEqual([]);
    expect(answers[0]).toContain('The person skipped this call');
  });

  it('needs no question where the kernel is another one by now', async () => {
    const { cards, world } = await play(JOBS.restart_kernel, effect('after'), {
      between: ({ notebook }) => notebook.restartAsPerson()
    });
    expect(cards).toEqual([]);
    expect(restarts(world)).toBe(0);
    expect(world.kernel).toEqual(['import os', 'x = 1']);
  });

  it('runs no cell that the person put in before it went on', async () => {
    const { world } = await play(JOBS.restart_kernel, effect('before', 2), {
      between: ({ notebook }) =>
        void notebook.insertCell({ type: 'code', source: 'mine', after: null })
    });
    expect(world.kernel).toEqual([]);
  });
});

describe('code that was sent when the page went', () => {
  const { jupyter_cell: job } = JOBS;

  it('is taken at what the kernel says became of it, and nobody is asked', async () => {
    const world = job.world();
    world.dieIn = 'y = 2';
    const { cards, answers } = await play(job, undefined, { world });
    expect(cards).toEqual([]);
    expect(world.kernel).toEqual(['y = 2']);
    expect(answers[0]).toContain('ran y = 2');
    expect(answers[0]).not.toContain('may be missing');
  });

  it.each<[string, ICellRun, string]>([
    ['some', printed('half'), 'half'],
    ['none', { ...printed(''), outputs: [] }, 'No output is there.']
  ])(
    'says that output may be missing that was sent while the page was away: %s is there',
    async (_what, found, shown) => {
      const world = job.world();
      world.dieIn = 'y = 2';
      world.notebook.onRecall = () => ({ ...found, partial: true });
      const { answers, cards, request } = await play(job, undefined, { world });
      expect(cards).toEqual([]);
      expect(world.kernel).toEqual(['y = 2']);
      const [text] = answers;
      expect(text).toContain(shown);
      expect(text).toContain(
        'The page was closed while it ran: output from that time may be missing.'
      );
      expect(text).not.toContain('No output.');
      // The model reads what the call was answered with.
      expect(request).toContain('output from that time may be missing');
    }
  );

  it('leaves its outputs in a cell that had to be put back', async () => {
    const world = job.world();
    world.dieIn = 'y = 2';
    await play(job, undefined, {
      world,
      // The page died before the notebook was saved.
      between: ({ notebook }) => notebook.removeAsPerson('cell-1')
    });
    expect(world.kernel).toEqual(['y = 2']);
    expect(world.notebook.cells()).toMatchObject([
      { id: 'cell-1', source: 'y = 2' }
    ]);
    expect(world.notebook.outputs('cell-1')).toHaveLength(1);
  });

  const lost = async (choice: UnclearChoice): Promise<IPlayed> => {
    const world = job.world();
    world.remembers = false;
    world.dieIn = 'y = 2';
    return play(job, undefined, { world, choice });
  };

  it('is shown on a card where nobody knows what became of it', async () => {
    const { cards } = await lost('skip');
    expect(cards).toMatchObject([
      {
        tool: 'jupyter_cell',
        args: { code: 'y = 2' },
        allowedDecisions: ['respond'],
        title: 'May have run already',
        body: { kind: 'unclear', text: 'y = 2' }
      }
    ]);
  });

  it('runs again when the person says so, in the cell that is there', async () => {
    const { world } = await lost('run');
    expect(world.kernel).toEqual(['y = 2', 'y = 2']);
    expect(world.notebook.sources).toEqual(['y = 2']);
  });

  it.each([
    ['first', 1],
    ['second', 2]
  ])(
    'runs when the person says so, where it was told of twice and the page went after the %s time',
    async (_, nth) => {
      const world = job.world();
      world.remembers = false;
      world.notebook.tells = 2;
      const { cards, answers } = await play(job, effect('after', nth), {
        world,
        between: ({ notebook }) => notebook.restartKernel()
      });
      expect(cards).toHaveLength(1);
      expect(world.kernel).toEqual(['y = 2']);
      expect(answers[0]).toContain('ran y = 2');
    }
  );

  it('is not sent where the person said to treat it as done', async () => {
    const world = job.world();
    world.remembers = false;
    await world.page([{ calls: job.calls }], effect('after')).say();
    world.choice = 'done';
    expect(await world.page([{ text: 'Done.' }]).goOn()).toBe('done');
    expect(world.kernel).toEqual([]);
  });

  it('is told as done by the person, and not as run', async () => {
    const { world, answers } = await lost('done');
    expect(world.kernel).toEqual(['y = 2']);
    expect(answers[0]).toContain('It is not known whether cell cell-N ran');
    expect(answers[0]).toContain('The person said to treat it as done');
  });

  it('is skipped, and what follows in the step is not run', async () => {
    const world = job.world();
    world.remembers = false;
    world.dieIn = 'y = 2';
    const { answers } = await play(
      {
        ...job,
        calls: [
          ...job.calls,
          { name: 'jupyter_cell', args: { code: 'print(y)' } }
        ]
      },
      undefined,
      { world, choice: 'skip' }
    );
    expect(world.kernel).toEqual(['y = 2']);
    expect(answers).toEqual([
      expect.stringContaining('The person skipped this call'),
      'Not run: the call before it failed.'
    ]);
  });

  it('is not run while nobody answers, and its card stays as it was', async () => {
    const world = job.world();
    world.remembers = false;
    world.dieIn = 'y = 2';
    world.choice = null;
    await world.page([{ calls: job.calls }]).say();
    const pages = [world.page([]), world.page([])];
    for (const page of pages) {
      await page.goOn();
    }
    expect(world.kernel).toEqual(['y = 2']);
    const [first, second] = pages.map(({ unclear }) => unclear);
    expect(first).toHaveLength(1);
    expect(second).toEqual(first);
  });
});

describe('a cell that is gone though its call was answered', () => {
  const job: Pick<IJob, 'calls' | 'world'> = {
    calls: ['y = 2', 'z = 3'].map(code => ({
      name: 'jupyter_cell',
      args: { code }
    })),
    world: () => new World()
  };

  it('is neither put back nor run again, and that is said', async () => {
    const whole = await play(job);
    const world = job.world();
    await world
      .page([{ calls: job.calls }], { when: 'after', what: 'finish' })
      .say();
    const [{ outcome }] = await world.journal.calls(AT);
    expect(outcome?.state).toBe('done');
    world.notebook.removeAsPerson('cell-1');
    const page = world.page([{ text: 'Done.' }]);
    await tellMissingCells(page.run);
    expect(await page.goOn()).toBe('done');
    expect(page.unclear).toEqual([]);
    expect(world.kernel).toEqual(['y = 2', 'z = 3']);
    expect(world.notebook.sources).toEqual(['z = 3']);
    const answers = (await page.messages())
      .filter(message => ToolMessage.isInstance(message))
      .map(message => plain(message.text));
    expect(answers).toEqual([
      whole.answers[0],
      expect.stringMatching(/ran in .* It is cell 1 of 1\.\nran z = 3/)
    ]);
    expect(page.events.filter(({ type }) => type === 'notice')).toEqual([
      {
        type: 'notice',
        code: 'other',
        text: 'Cell ⟦cell-1⟧ was added before the page was closed and is no longer in analysis.ipynb: it was not saved, or it has been deleted. It was not added again; ask for it if you need it.'
      }
    ]);
  });

  it('has nothing said of it where the agent itself deleted it, or it is there', async () => {
    const world = job.world();
    const page = world.page([
      { calls: [job.calls[0]] },
      { calls: [job.calls[1]] },
      { calls: [{ name: 'delete_cell', args: { cell_id: 'cell-1' } }] },
      { text: 'Done.' }
    ]);
    expect(await page.say()).toBe('done');
    expect(world.notebook.sources).toEqual(['z = 3']);
    const next = world.page([]);
    await tellMissingCells(next.run);
    expect(next.events).toEqual([]);
  });
});

describe('a call that the person edited', () => {
  it.each(DEATHS)('is gone on with as edited, %s', async (_point, death) => {
    const world = new World();
    world.decision = ({ tool }) => ({
      type: 'edit',
      editedAction: { name: tool, args: { code: 'mine' } }
    });
    const { answers } = await play(JOBS.jupyter_cell, death, { world });
    expect(world.kernel).toEqual(['mine']);
    expect(world.notebook.sources).toEqual(['mine']);
    expect(answers[0]).toContain('What really ran:');
    expect(world.notebook.markOf(world.notebook.cells()[0].id)).toMatchObject({
      by: 'person',
      at: '1970-01-01T00:00:01.000Z',
      edited: true
    });
  });
});

describe('a person who wants no notes on cells', () => {
  it.each(DEATHS)('finds none once a call is done, %s', async (_p, death) => {
    const world = new World(undefined, { settings: { provenance: false } });
    await play(JOBS.jupyter_cell, death, { world });
    const { notebook } = world;
    expect(notebook.cells().map(({ id }) => notebook.markOf(id))).toEqual([
      undefined
    ]);
  });
});

describe('a command that had begun when the page went', () => {
  const job: Pick<IJob, 'calls' | 'world'> = {
    calls: [{ name: 'execute_command', args: { command: 'pip install x' } }],
    world: () => new World()
  };

  it.each([
    ['run', 1, 'ended'],
    ['done', 0, 'The person said to treat it as done'],
    ['skip', 0, 'The person skipped this call']
  ] as const)('is asked about; "%s" counts', async (choice, times, _text) => {
    const { world, cards, answers } = await play(job, effect('after'), {
      choice
    });
    expect(cards).toMatchObject([
      { tool: 'execute_command', body: { text: 'pip install x' } }
    ]);
    expect(world.shell.commands).toHaveLength(times);
    expect(answers).toHaveLength(1);
  });

  it('of another extension is asked about in the same way', async () => {
    let ran = 0;
    const tool = declaredTool(
      {
        name: 'deploy',
        description: 'Deploys.',
        parameters: { type: 'object', properties: {} },
        effect: 'network',
        card: () => ({ title: 'Deploy', sentence: 'Deploy it.' }),
        run: async () => {
          ran += 1;
          return 'ok';
        }
      },
      ENGLISH
    );
    const world = new World([tool]);
    const { cards } = await play(
      { calls: [{ name: 'deploy', args: {} }], world: () => world },
      BEFORE_OUTCOME,
      { choice: 'done' }
    );
    expect(cards).toMatchObject([{ tool: 'deploy', effect: 'network' }]);
    expect(ran).toBe(1);
  });

  it.each([
    ['its server says so and the person allowed it', true, true, 2, 0],
    ['its server says so alone', true, false, 1, 1],
    ['the person allowed it alone', false, true, 1, 1]
  ])(
    'of a server is sent again by itself where %s: %s, %s',
    async (_, idempotent, repeat, times, asked) => {
      let ran = 0;
      const whose = {
        server: 'tickets',
        address: 'https://tickets.example/mcp',
        tool: 'close',
        hash: 'one'
      };
      const created = declaredTool(
        {
          name: 'tickets__close',
          description: 'Closes.',
          parameters: { type: 'object', properties: {} },
          effect: 'network',
          card: () => ({ title: 'Close', sentence: 'Close it.' }),
          run: async () => {
            ran += 1;
            return 'ok';
          }
        },
        ENGLISH
      );
      const tool: IMcpTool = {
        ...created,
        policy: () => ({ serverTool: whose }),
        mcp: {
          ...whose,
          host: 'tickets.example',
          title: 'Close',
          hints: { idempotent },
          says: ''
        }
      };
      const world = new World([tool], {
        settings: {
          policy: {
            ...DEFAULT_POLICY,
            serverTools: [{ ...whose, notebook: null, lasts: 'ever', repeat }]
          }
        }
      });
      const { cards } = await play(
        { calls: [{ name: tool.name, args: {} }], world: () => world },
        BEFORE_OUTCOME,
        { choice: 'done' }
      );
      expect(cards).toHaveLength(asked);
      expect(ran).toBe(times);
    }
  );
});

describe('what a person changed while the page was away', () => {
  it('keeps an edit out that was made on the cell as it was', async () => {
    const { world, answers } = await play(JOBS.edit_cell, effect('after'), {
      between: ({ notebook }) => notebook.changeAsPerson('a', 'x = 100')
    });
    expect(world.notebook.sources).toEqual(['import os', 'x = 100']);
    expect(world.kernel).toEqual([]);
    expect(answers[0]).toContain('changed since this was approved');
  });

  it('keeps an approved cell from running with other code', async () => {
    const { world, answers } = await play(
      JOBS.jupyter_cell,
      effect('before', 2),
      {
        between: ({ notebook }) => notebook.changeAsPerson('cell-1', 'rm()'),
        world: unforeseen()
      }
    );
    expect(world.kernel).toEqual([]);
    expect(answers[0]).toContain('changed since this was approved');
  });

  it('keeps the rest of several cells from running', async () => {
    const { world } = await play(JOBS.run_cells, effect('before', 2), {
      between: ({ notebook }) => notebook.changeAsPerson('a', 'x = 100')
    });
    expect(world.kernel).toEqual(['import os']);
  });

  it('keeps out a decision that nothing was done on yet', async () => {
    const { world, answers } = await play(JOBS.edit_cell, AFTER_INTENT, {
      between: ({ notebook }) => notebook.changeAsPerson('a', 'x = 100')
    });
    expect(world.notebook.sources).toEqual(['import os', 'x = 100']);
    expect(answers[0]).toContain('changed since it was approved');
  });

  it('keeps a file as the person has it', async () => {
    const { world } = await play(JOBS.write_file, effect('after'), {
      between: ({ files }) => files.set('a.md', 'mine')
    });
    expect(world.files.text('a.md')).toBe('mine');
  });
});

describe('a step of several calls', () => {
  const job: IJob = {
    calls: [
      { name: 'jupyter_cell', args: { code: 'a = 1' } },
      { name: 'list_files', args: {} },
      { name: 'write_todos', args: { todos: [] } },
      { name: 'jupyter_cell', args: { code: 'b = 2' } }
    ],
    world: () => new World(),
    ends: ({ kernel }) => kernel
  };

  it.each([1, 2, 3, 4])(
    'goes on behind the calls that are answered (outcome %s)',
    async nth => {
      const whole = await play(job);
      for (const when of ['before', 'after'] as const) {
        const cut = await play(job, { when, what: 'finish', nth });
        expect(cut.world.kernel).toEqual(['a = 1', 'b = 2']);
        expect(cut.request).toBe(whole.request);
      }
    }
  );

  it('remembers that a call before failed', async () => {
    const failing = {
      ...job,
      calls: [
        { name: 'jupyter_cell', args: { code: 'raise' } },
        { name: 'jupyter_cell', args: { code: 'b = 2' } }
      ]
    };
    const world = new World();
    world.notebook.onRun = source => {
      world.kernel.push(source);
      return raised('ValueError', 'no');
    };
    const { answers } = await play(
      failing,
      { when: 'before', what: 'finish', nth: 2 },
      { world }
    );
    expect(world.kernel).toEqual(['raise']);
    expect(answers[1]).toBe('Not run: the call before it failed.');
  });
});

describe('what is told of a call that was answered before the page went', () => {
  it('is told as it was: line, images and the final answer', async () => {
    const image: IToolImage = {
      mimeType: 'image/png',
      data: 'AAAA',
      width: 1,
      height: 1
    };
    const tool = plainTool('plot', 'execute', {
      result: {
        summary: 'Made a plot',
        images: [image],
        ms: 12,
        created: ['new'],
        seen: { new: 'hash' }
      }
    });
    const world = new World([tool]);
    await world
      .page(
        [{ calls: [{ name: 'plot', args: { code: 'it' } }] }],
        AFTER_OUTCOME
      )
      .say();
    const page = world.page([{ text: 'Done.' }, { text: 'Done.' }]);
    page.run.emit({
      type: 'call-proposed',
      callId: (await world.journal.calls(AT))[0].callId,
      messageId: 'm',
      tool: 'plot',
      args: {},
      text: ''
    });
    await page.goOn();
    expect(
      page.events.find(({ type }) => type === 'call-finished')
    ).toMatchObject({
      state: 'done',
      text: 'Made a plot',
      result: 'did it',
      images: 1,
      ms: 12
    });
    const message = (await page.messages()).find(each =>
      ToolMessage.isInstance(each)
    ) as ToolMessage;
    expect(message.artifact.imageIds).toHaveLength(1);
    const { memory } = page.run.options;
    expect(memory.created.has('new')).toBe(true);
    expect(memory.seen.new).toBe('hash');
  });
});
