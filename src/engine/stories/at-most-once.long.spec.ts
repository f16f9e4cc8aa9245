import { ToolMessage } from '@langchain/core/messages';

import {
  DEFAULT_POLICY,
  ENGLISH,
  type Decision,
  type ICellRun,
  type IMcpTool,
  type IReviewCard,
  type IToolImage,
  type UnclearChoice
} from '../../contract';
import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook, printed, raised } from '../../testing/fake-notebook';
import type { ScriptStep } from '../../testing/scripted-model';
import { AgentMemoryStore } from '../run/agent-memory';
import { declaredTool } from '../tool-set/tool-set';
import { calling, withSettings } from './harness';
import { plainTool } from './plain-tools';
import {
  Site,
  THREAD,
  finish,
  type ISiteOptions,
  type Page
} from './reopening';

const AT = { threadId: THREAD, branch: '' };

/** The point at which a page dies: before or after a record is durable. */
interface IDeath {
  when: 'before' | 'after';
  what: 'intend' | 'effect' | 'finish';
  /** The number of that record, from 1. */
  nth?: number;
}

const BEFORE_INTENT: IDeath = { when: 'before', what: 'intend' };
const AFTER_INTENT: IDeath = { when: 'after', what: 'intend' };
const effect = (when: IDeath['when'], nth = 1): IDeath => ({
  when,
  what: 'effect',
  nth
});
const BEFORE_OUTCOME: IDeath = { when: 'before', what: 'finish' };
const AFTER_OUTCOME: IDeath = { when: 'after', what: 'finish' };

/** A site whose page may die while the kernel runs a cell. */
class World extends Site {
  /** Whether the kernel knows what became of a request. */
  remembers = true;
  /** The page dies while the kernel runs this source. */
  dieIn: string | null = null;
  /** How cards are decided; approved if not given. */
  decision: (card: IReviewCard) => Decision = () => ({ type: 'approve' });
  /** What is said of calls that may have run. */
  choice: UnclearChoice = 'run';
  private _page: Page | undefined;

  constructor(own: Partial<ISiteOptions> = {}) {
    super({ answers: [], ...own });
    const { onRecall, onRun } = this.notebook;
    const run: typeof onRun = async (...cell) => {
      const result = await onRun(...cell);
      if (this.dieIn === cell[0]) {
        this.dieIn = null;
        this._page?.kill();
      }
      return result;
    };
    this.notebook.onRun = run;
    this.notebook.onScratch = (source, how) => run(source, '', how);
    this.notebook.onRecall = msgId => (this.remembers ? onRecall(msgId) : null);
  }

  /** Sends a message in a page, which works on until it is done or dies. */
  async begin(answers: ScriptStep[], death?: IDeath): Promise<Page> {
    this.options.answers = answers;
    const page = (this._page = this.page({
      diesOnce: points =>
        death !== undefined &&
        points.filter(each => each === `${death.when} journal.${death.what}`)
          .length === (death.nth ?? 1)
    }));
    await page.alive(page.say().then(() => this._finish(page)));
    return page;
  }

  /** Opens the thread in another page, which goes on with it to the end. */
  async goOn(answers: ScriptStep[] = this.options.answers): Promise<Page> {
    this.options.answers = answers;
    const page = this.page();
    await page.comeBack();
    await this._finish(page);
    return page;
  }

  private _finish(page: Page): Promise<void> {
    return finish(page, card =>
      card.body.kind === 'unclear'
        ? { type: 'respond', message: this.choice }
        : this.decision(card)
    );
  }
}

interface IJob {
  /** The calls that the model makes before its last message. */
  calls: { name: string; args: Record<string, unknown> }[];
  world(): World;
}

function withCell(own: Partial<ISiteOptions> = {}): World {
  return new World({
    notebook: new FakeNotebook({
      cells: [
        { id: 'first', source: 'import os' },
        { id: 'a', source: 'x = 1' }
      ]
    }),
    ...own
  });
}

const job = (
  name: string,
  args: Record<string, unknown>,
  world: () => World = withCell
): IJob => ({ calls: [{ name, args }], world });

const JOBS = {
  jupyter_cell: job('jupyter_cell', { code: 'y = 2' }, () => new World()),
  'jupyter_cell above the first cell': job('jupyter_cell', {
    code: 'y = 2',
    after: 'top'
  }),
  markdown: job('markdown', { content: '# Title' }),
  edit_cell: job('edit_cell', { cell_id: 'a', code: 'x = 2', run: true }),
  'edit_cell that replaces a passage': job('edit_cell', {
    cell_id: 'a',
    replace: [{ old: 'x', new: 'xx' }],
    run: true
  }),
  delete_cell: job('delete_cell', { cell_id: 'a' }),
  move_cell: job('move_cell', { cell_id: 'a' }),
  run_cells: job('run_cells', { cell_ids: ['first', 'a'] }),
  restart_kernel: job('restart_kernel', { run_all: true }),
  run_scratch: job('run_scratch', { code: 'dir()' }),
  write_file: job('write_file', { path: 'a.md', content: 'new' }),
  edit_file: job(
    'edit_file',
    { path: 'a.txt', old: 'one', new: 'two' },
    () => new World({ files: new FakeFiles({ 'a.txt': 'one = 1' }) })
  )
};

const restarts = ({ notebook }: World): number =>
  notebook.actions.filter(({ type }) => type === 'restart').length;

/** The end state, which must be the same whatever happened to the page. */
const endOf = (world: World): unknown => [
  world.notebook.sources,
  world.kernel,
  restarts(world),
  world.files.text('a.md'),
  world.files.text('a.txt')
];

interface IPlayed {
  world: World;
  /** Whether the page came to the point at which it was to die. */
  died: boolean;
  answers: string[];
  /** The last request as the model reads it. */
  request: string;
  cards: IReviewCard[];
}

/** Plays a job; if the page dies, a second page finishes it. */
async function play(
  { calls, world: make }: IJob,
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
  let page = await world.begin([{ calls }, { text: 'Done.' }], death);
  const died = page.isDead;
  if (died) {
    between?.(world);
    page = await world.goOn();
  }
  expect(await page.problems()).toEqual([]);
  return {
    world,
    died,
    cards: unclearIn(page),
    answers: await answersIn(page),
    request: world.requests
      .at(-1)!
      .map(message => `${message.type}: ${plain(message.text)}`)
      .join('\n')
  };
}

/** The cards of calls that may have run. */
function unclearIn(page: Page): IReviewCard[] {
  return page
    .of('review-opened')
    .flatMap(({ cards }) => cards)
    .filter(({ body }) => body.kind === 'unclear');
}

async function answersIn(page: Page): Promise<string[]> {
  return (await page.messages())
    .filter(message => ToolMessage.isInstance(message))
    .map(message => plain(message.text));
}

/** Ids of cells count up, and the page that died may have used one. */
function plain(text: string): string {
  return text.replace(/cell-\d+/g, 'cell-N');
}

it.each(Object.entries(JOBS))(
  '%s is done once wherever the page goes, and the model reads the same',
  async (_name, job) => {
    const whole = await play(job);
    /** @returns whether the page came there. */
    const cut = async (death: IDeath): Promise<boolean> => {
      const { died, world, answers, request } = await play(job, death);
      expect([death, ...(endOf(world) as unknown[])]).toEqual([
        death,
        ...(endOf(whole.world) as unknown[])
      ]);
      expect([death, answers]).toEqual([death, whole.answers]);
      expect([death, request]).toEqual([death, whole.request]);
      return died;
    };
    for (const death of [
      BEFORE_INTENT,
      AFTER_INTENT,
      BEFORE_OUTCOME,
      AFTER_OUTCOME
    ]) {
      expect([death, await cut(death)]).toEqual([death, true]);
    }
    let effects = 0;
    while (await cut(effect('before', effects + 1))) {
      effects++;
      await cut(effect('after', effects));
    }
    expect(effects).toBeGreaterThan(0);
  }
);

describe('a call of a standing rule that was begun when the page went', () => {
  const code = 'y = 2';
  const rule = (execute: 'ask' | 'allow') =>
    withSettings({
      policy: { effects: { ...DEFAULT_POLICY.effects, execute } }
    });
  const begun = async (answer: 'ask' | 'allow') => {
    const world = new World({ settings: rule('allow') });
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
    const world = new World({ settings: rule('allow') });
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
        world => (world.settings.limits.toolCalls = { jupyter_cell: 0 })
      ]
    ]
  )('does nothing more either where %s', async (_, death, args, change) => {
    // The insertion is recorded before the run.
    const world = withCell({ settings: rule('allow') });
    await play(job('jupyter_cell', args), death, {
      world,
      between: () => {
        world.settings = rule('ask');
        void change(world);
      }
    });
    expect(world.kernel).toEqual([]);
  });
});

it('a call that is the last one its limit allows is gone on with after a reload, and not counted twice', async () => {
  const world = withCell({
    settings: { limits: { toolCalls: { run_cells: 1 } } }
  });
  await play(JOBS.run_cells, effect('before', 2), { world });
  expect(world.kernel).toEqual(['import os', 'x = 1']);
});

describe('an effect that was noted and not done when the page went', () => {
  const allowed = (answer: 'ask' | 'allow') =>
    withSettings({
      policy: {
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
      const before = endOf(world);
      const { answers } = await play(job, effect('after'), {
        world,
        between: () => {
          world.settings = allowed('ask');
        }
      });
      expect(endOf(world)).toEqual(before);
      expect(answers[0]).toMatch(
        /rule that allowed this is gone|wants to look at each call again/
      );
    }
  );
});

describe('a kernel that was being restarted when the page went', () => {
  const restart = (choice: UnclearChoice) =>
    play(JOBS.restart_kernel, effect('after'), { choice });

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

  it.each([
    ['done', ['import os', 'x = 1'], 'Then all 2 code cells ran.'],
    ['skip', [], 'The person skipped this call']
  ] as const)(
    'is left alone where the person says “%s”, and these cells run: %j',
    async (choice, kernel, words) => {
      const { world, answers } = await restart(choice);
      expect(restarts(world)).toBe(0);
      expect(world.kernel).toEqual(kernel);
      expect(answers[0]).toContain(words);
    }
  );

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
  const { jupyter_cell: inserts } = JOBS;

  it('is taken at what the kernel says became of it, and nobody is asked', async () => {
    const world = inserts.world();
    world.dieIn = 'y = 2';
    const { cards, answers } = await play(inserts, undefined, { world });
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
      const world = inserts.world();
      world.dieIn = 'y = 2';
      world.notebook.onRecall = () => ({ ...found, partial: true });
      const { answers, cards, request } = await play(inserts, undefined, {
        world
      });
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
    const world = inserts.world();
    world.dieIn = 'y = 2';
    await play(inserts, undefined, {
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

  it.each([
    ['first', 2],
    ['second', 3]
  ])(
    'runs when the person says so, where it was told of twice and the page went after the %s time',
    async (_, nth) => {
      const world = inserts.world();
      world.remembers = false;
      world.notebook.tells = 2;
      const { cards, answers } = await play(inserts, effect('after', nth), {
        world,
        between: ({ notebook }) => notebook.restartKernel()
      });
      expect(cards).toHaveLength(1);
      expect(world.kernel).toEqual(['y = 2']);
      expect(answers[0]).toContain('ran y = 2');
    }
  );

  it('is told as done by the person, and not as run', async () => {
    const world = inserts.world();
    world.remembers = false;
    world.dieIn = 'y = 2';
    const { answers } = await play(inserts, undefined, {
      world,
      choice: 'done'
    });
    expect(world.kernel).toEqual(['y = 2']);
    expect(answers[0]).toContain('It is not known whether cell cell-N ran');
    expect(answers[0]).toContain('The person said to treat it as done');
  });
});

describe('a cell that is gone though its call was answered', () => {
  const calls = ['y = 2', 'z = 3'].map(code => ({
    name: 'jupyter_cell',
    args: { code }
  }));
  const inserts: IJob = { calls, world: () => new World() };
  const notices = (page: Page): string[] =>
    page.of('notice').map(({ text }) => text);

  it('is neither put back nor run again, and that is said', async () => {
    const whole = await play(inserts);
    const world = new World();
    await world.begin([{ calls }, { text: 'Done.' }], AFTER_OUTCOME);
    const [{ outcome }] = await world.journal.calls(AT);
    expect(outcome?.state).toBe('done');
    world.notebook.removeAsPerson('cell-1');
    const page = await world.goOn();
    expect(unclearIn(page)).toEqual([]);
    expect(world.kernel).toEqual(['y = 2', 'z = 3']);
    expect(world.notebook.sources).toEqual(['z = 3']);
    expect(await answersIn(page)).toEqual([
      whole.answers[0],
      expect.stringMatching(/ran in .* It is cell 1 of 1\.\nran z = 3/)
    ]);
    expect(notices(page)).toEqual([
      'Cell ⟦cell-1⟧ was added before the page was closed and is no longer in analysis.ipynb: it was not saved, or it has been deleted. It was not added again; ask for it if you need it.'
    ]);
  });

  it('has nothing said of it where the agent itself deleted it, or it is there', async () => {
    const world = new World();
    const steps = [
      ...calls,
      { name: 'delete_cell', args: { cell_id: 'cell-1' } }
    ];
    const first = await world.begin(
      [...steps.map(call => ({ calls: [call] })), { text: 'Done.' }],
      { ...AFTER_OUTCOME, nth: 3 }
    );
    expect(first.isDead).toBe(true);
    expect(world.notebook.sources).toEqual(['z = 3']);
    expect(notices(await world.goOn())).toEqual([]);
  });
});

/** Before and after the cell is there, and once it has run. */
const STAGES: [string, IDeath][] = [
  ['after the intent', AFTER_INTENT],
  ['after the first effect is noted', effect('after')],
  ['before the outcome', BEFORE_OUTCOME]
];

it.each(STAGES)(
  'a call that the person edited is gone on with as edited, %s',
  async (_point, death) => {
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
      at: expect.any(String),
      edited: true
    });
  }
);

it.each(STAGES)(
  'a person who wants no notes on cells finds none once a call is done, %s',
  async (_p, death) => {
    const world = new World({ settings: { provenance: false } });
    await play(JOBS.jupyter_cell, death, { world });
    const { notebook } = world;
    expect(notebook.cells().map(({ id }) => notebook.markOf(id))).toEqual([
      undefined
    ]);
  }
);

describe('a command that had begun when the page went', () => {
  it.each([
    ['run', 1, 'Exit code 0'],
    ['done', 0, 'The person said to treat it as done'],
    ['skip', 0, 'The person skipped this call']
  ] as const)('is asked about; "%s" counts', async (choice, times, words) => {
    const command = job('execute_command', { command: 'pip install x' });
    const { world, cards, answers } = await play(command, effect('after'), {
      choice
    });
    expect(cards).toMatchObject([
      { tool: 'execute_command', body: { text: 'pip install x' } }
    ]);
    expect(world.shell.commands).toHaveLength(times);
    expect(answers).toEqual([expect.stringContaining(words)]);
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
      const world = new World({
        tools: [tool],
        settings: {
          policy: {
            serverTools: [{ ...whose, notebook: null, lasts: 'ever', repeat }]
          }
        }
      });
      const { cards } = await play(
        job(tool.name, {}, () => world),
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
        between: ({ notebook }) => notebook.changeAsPerson('cell-1', 'rm()')
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
  const several: IJob = {
    calls: [
      { name: 'jupyter_cell', args: { code: 'a = 1' } },
      { name: 'list_files', args: {} },
      { name: 'write_todos', args: { todos: [] } },
      { name: 'jupyter_cell', args: { code: 'b = 2' } }
    ],
    world: () => new World()
  };

  it.each([1, 2, 3, 4])(
    'goes on behind the calls that are answered (outcome %s)',
    async nth => {
      const whole = await play(several);
      for (const when of ['before', 'after'] as const) {
        const cut = await play(several, { when, what: 'finish', nth });
        expect(cut.world.kernel).toEqual(['a = 1', 'b = 2']);
        expect(cut.request).toBe(whole.request);
      }
    }
  );

  it('remembers that a call before failed', async () => {
    const failing = {
      ...several,
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

it('what is told of a call that was answered before the page went is told as it was: line, images and the final answer', async () => {
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
  const world = new World({ tools: [tool] });
  await world.begin([calling('plot', { code: 'it' })], AFTER_OUTCOME);
  const page = await world.goOn([{ text: 'Done.' }]);
  expect(page.of('call-finished')).toMatchObject([
    {
      state: 'done',
      text: 'Made a plot',
      result: 'did it',
      images: 1,
      ms: 12
    }
  ]);
  const message = (await page.messages()).find(each =>
    ToolMessage.isInstance(each)
  ) as ToolMessage;
  expect(message.artifact.imageIds).toHaveLength(1);
  const stored = new AgentMemoryStore(world.journal);
  await stored.load(AT);
  expect(stored.memory.created.has('new')).toBe(true);
  expect(stored.memory.seen.new).toBe('hash');
});
