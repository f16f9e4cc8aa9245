import {
  AIMessage,
  HumanMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';
import {
  ENGLISH,
  type IToolDeclaration,
  type CellOutput,
  type ICellRun
} from '../../contract';
import type { IScriptedStep } from '../../testing/scripted-model';
import { TOOLS } from '../../tools';
import { tokensOf } from '../model/token-usage';
import { clearOldResults } from './request';
import { declaredTool } from '../tool-set/tool-set';
import { envelope } from '../calls/envelope';
import { FakeFiles } from '../../testing/fake-files';
import { FakeImages } from '../../testing/fake-images';
import { FakeNotebook, raised, ran } from '../../testing/fake-notebook';
import { FakeShell, commandRun } from '../../testing/fake-shell';
import { FakeWorkspace } from '../../testing/fake-workspace';
import { Harness, type Settings } from '../stories/harness';

/** A tool of another extension. */
const theirs = (own: Partial<IToolDeclaration>) =>
  declaredTool(
    {
      name: 'query',
      description: 'Asks the warehouse.',
      parameters: { type: 'object', properties: {} },
      effect: 'read',
      card: () => ({ title: 'Ask', sentence: 'Ask the warehouse' }),
      run: async () => 'rows',
      ...own
    },
    ENGLISH
  );

const OFFERED = new Map(
  [
    ...TOOLS,
    theirs({}),
    theirs({ name: 'send_report', effect: 'network' }),
    theirs({ name: 'archive', effect: 'write' }),
    theirs({
      name: 'pick_table',
      interrupt: () => ({ kind: 'confirm', question: 'This one?' }) as never
    })
  ].map(tool => [tool.name, tool])
);

/** A window in which every result that may be cleared is. */
const TINY = 100;

/** Clears as a run does that is offered every tool. */
const clear = (
  messages: BaseMessage[],
  keep: number,
  window: number | null = TINY
) => clearOldResults(messages, { window, keep, tools: OFFERED });

const LONG = 'row\n'.repeat(200);

interface IStep {
  name?: string;
  args?: Record<string, unknown>;
  content?: string;
  artifact?: unknown;
}

function conversation(steps: IStep[]): BaseMessage[] {
  return [
    new HumanMessage('Explore the penguins.'),
    ...steps.flatMap(
      ({ name = 'read_file', args, content, artifact }, index) => [
        new AIMessage({
          content: '',
          tool_calls: [{ id: `call-${index}`, name, args: args ?? {} }]
        }),
        new ToolMessage({
          content: content ?? envelope(name, LONG),
          tool_call_id: `call-${index}`,
          name,
          artifact
        })
      ]
    )
  ];
}

const steps = (count: number, step: IStep = {}): IStep[] =>
  Array.from({ length: count }, () => step);

const results = (messages: BaseMessage[]): string[] =>
  messages.filter(each => each.type === 'tool').map(each => each.text);

describe('clearing old results from what is sent', () => {
  it.each([
    ['half of the window', 100_000, 150],
    ['60,000 tokens if the window is not known', null, 200]
  ])('touches nothing below %s', (_, window, count) => {
    const messages = conversation(steps(count));
    expect(tokensOf(messages)).toBeGreaterThan(30_000);
    const result = clear(messages, 8, window);
    expect(result.messages).toBe(messages);
    expect(result.cleared).toBe(0);
    expect(
      clear(conversation(steps(2 * count)), 8, window).cleared
    ).toBeGreaterThan(100);
  });

  it('clears large results before small ones, and the oldest of these first', () => {
    const big = { content: envelope('read_file', 'row\n'.repeat(3000)) };
    const { messages } = clear(
      conversation([...steps(4), big, ...steps(2), big, ...steps(9)]),
      8,
      18_000
    );
    const short = results(messages).flatMap((text, index) =>
      text.includes('was cleared') ? index : []
    );
    expect(short).toEqual([4, 7]);
  });

  it('keeps the last steps whole', () => {
    const { messages } = clear(conversation(steps(20)), 8);
    expect(results(messages).slice(-8)).toEqual(
      Array.from({ length: 8 }, () => envelope('read_file', LONG))
    );
    expect(results(messages)[0].length).toBeLessThan(200);
  });

  const never = 'it cannot be read again.';
  const ids = Array.from({ length: 30 }, (_, index) => `cell-${index}`);
  it.each<[string, object, string, string?]>([
    [
      'read_file',
      { path: 'a.csv' },
      'call read_file again with {"path":"a.csv"}.'
    ],
    ['query', { table: 'a' }, 'call query again with {"table":"a"}.'],
    ['inspect_variables', {}, 'call inspect_variables again.'],
    [
      'read_notebook',
      { cells: ['q1'] },
      'call read_notebook again with {"cells":["q1"]}.'
    ],
    [
      'edit_cell',
      { cell_id: 'xyz' },
      'read_notebook with cells=["xyz"], outputs=true'
    ],
    [
      'run_cells',
      { cell_ids: ['a', 'b'] },
      'read_notebook with cells=["a","b"], outputs=true'
    ],
    [
      'run_cells',
      { cell_ids: ids },
      'read_notebook with the cells of the call'
    ],
    [
      'jupyter_cell',
      {},
      'read_notebook with cells=["abc-1"]',
      'Cell abc-1 ran in 0.1 s.'
    ],
    [
      'jupyter_cell',
      {},
      'read_notebook with cells=["n-1"]',
      'The person stopped cell n-1 after 2 s.'
    ],
    // What has an effect, asks the person, or is not offered.
    ['run_scratch', { code: 'print(1)' }, never],
    ['send_report', { to: 'x' }, never],
    ['archive', { cell_id: 'a' }, never],
    ['pick_table', {}, never],
    ['execute_command', { command: 'ls' }, never],
    ['write_file', { path: 'a.txt' }, never],
    ['gone', {}, never]
  ])(
    'says how to read a result of %s %j again: %s',
    (name, args, how, head = 'A line.') => {
      const old = {
        name,
        args: { ...args },
        content: envelope(name, `${head}\n${LONG}`)
      };
      const [described] = results(
        clear(conversation([old, ...steps(16)]), 8).messages
      );
      expect(described).toContain(
        `${head}\n</data>\n[The rest was cleared; ${how}`
      );
    }
  );

  it('leaves short results and what is no data: refusals, the person’s words', () => {
    const short = envelope('list_files', 'a.csv');
    const words = `The person rejected this call and gave this reason: ${LONG}`;
    const { messages } = clear(
      conversation([{ content: short }, { content: words }, ...steps(14)]),
      8
    );
    expect(results(messages).slice(0, 2)).toEqual([short, words]);
  });

  it('keeps what was noted before the data, and drops its images', () => {
    const note = 'Note: the kernel was restarted.\n';
    const { messages } = clear(
      conversation([
        {
          content: note + envelope('read_file', LONG),
          artifact: { imageIds: ['one'] }
        },
        ...steps(15)
      ]),
      8
    );
    const first = messages[2] as ToolMessage;
    expect(first.text.startsWith(note)).toBe(true);
    expect(first.artifact).toBeUndefined();
  });
});

/** Is part of all data, outputs and samples; it must never be sent. */
const MARKER = 'Schmidt';

const PRIVATE: Settings = { privacy: { schemasOnly: true } };

const TABLE: CellOutput = {
  type: 'data',
  result: true,
  data: {
    'text/plain': `  surname\n0 ${MARKER}`,
    'text/html': `<td>${MARKER}</td>`,
    'image/png': btoa(MARKER)
  }
};

const OUTPUTS: CellOutput[] = [
  { type: 'stream', name: 'stdout', text: `${MARKER}\n` },
  TABLE
];

const INSPECTION = {
  variables: [
    {
      name: 'people',
      type: 'DataFrame',
      shape: [3, 1],
      columns: [
        {
          name: 'surname',
          dtype: 'object',
          missing: 0,
          distinct: 3,
          samples: [`'${MARKER}'`]
        }
      ]
    },
    { name: 'name', type: 'str', value: `'${MARKER}'` }
  ],
  more: [],
  unknown: []
};

const FAILED = raised('KeyError', `'${MARKER}'`, [
  'Cell In[2], line 1',
  '----> 1 people[name]',
  `KeyError: '${MARKER}'`
]);

function workspace(run: (source: string) => ICellRun = () => ran(OUTPUTS)) {
  return new FakeWorkspace({
    notebook: new FakeNotebook({
      cells: [
        { id: 'title', type: 'markdown', source: '# People' },
        { id: 'good', source: 'people', outputs: OUTPUTS, executionCount: 1 },
        {
          id: 'bad',
          source: 'people[name]',
          outputs: FAILED.outputs,
          executionCount: 2
        }
      ],
      onRun: run,
      onScratch: run,
      onInspect: code =>
        JSON.stringify(code.includes('surname') ? [] : INSPECTION)
    }),
    files: new FakeFiles({
      'people.csv': `surname,mass\n${MARKER},1\n${MARKER},2\n`,
      'notes.txt': `About ${MARKER}.\n`,
      'other.ipynb': JSON.stringify({
        cells: [
          {
            id: 'far',
            type: 'code',
            cell_type: 'code',
            source: 'people.head()'
          }
        ]
      })
    }),
    images: new FakeImages(),
    shell: new FakeShell({
      onCommand: () =>
        commandRun({ stdout: `${MARKER}\n`, stderr: `${MARKER}\n` })
    })
  });
}

const call = (
  name: string,
  args: Record<string, unknown> = {}
): IScriptedStep => ({ calls: [{ name, args }] });

/** Every tool that could return a value, one per step. */
const EVERY_TOOL: IScriptedStep[] = [
  call('read_notebook', { cells: ['good', 'bad'], outputs: true }),
  call('inspect_variables'),
  call('inspect_variables', { names: ['people', 'name'] }),
  call('read_file', { path: 'people.csv' }),
  call('read_file', { path: 'notes.txt' }),
  call('list_files'),
  call('search_workspace', { pattern: 'Sch' }),
  call('search_notebook_cells', { pattern: 'people' }),
  call('check_resource', { files: ['people.csv'] }),
  call('jupyter_cell', { code: 'people', description: 'Look' }),
  call('edit_cell', { cell_id: 'good', code: 'people.head()', run: true }),
  call('run_cells', { cell_ids: ['good', 'bad'] }),
  call('run_scratch', { code: 'print(name)' }),
  call('execute_command', { command: 'cat people.csv' })
];

/** Everything in a request, down to its parts. */
function bodies(requests: BaseMessage[][]): string {
  return JSON.stringify(
    requests.map(request =>
      request.map(message => [message.type, message.content])
    )
  );
}

/** Approves every card until the run ends. */
async function runAll(harness: Harness, text = 'Go.'): Promise<void> {
  await harness.say(text);
  for (;;) {
    const finished = harness.of('run-finished').length;
    const opened = harness.of('review-opened').length;
    const closed = harness.of('review-closed').length;
    if (opened === closed || finished > 0) {
      return;
    }
    await harness.approveAll();
  }
}

describe('the mode "schemas only"', () => {
  it.each([
    ['that ends well', () => ran(OUTPUTS)],
    [
      'that fails',
      () => ({ ...FAILED, outputs: [...OUTPUTS, ...FAILED.outputs] })
    ]
  ])(
    'sends no value, output or sample, whatever tool is called, with code %s',
    async (_, run) => {
      const harness = new Harness({
        settings: { ...PRIVATE, limits: { modelCalls: 60 } },
        images: true,
        workspace: workspace(run),
        script: [...EVERY_TOOL, 'Done.']
      });
      await runAll(harness);
      expect(harness.model.requests).toHaveLength(EVERY_TOOL.length + 1);
      expect(harness.of('call-finished')).toHaveLength(EVERY_TOOL.length);
      const sent = bodies(harness.model.requests);
      expect(sent).not.toContain(MARKER);
      expect(sent).not.toContain('image_url');
      expect(sent).toContain('Values are kept from you');
      // The schema itself is sent.
      expect(sent).toContain('surname');
      expect(sent).toContain('DataFrame');
    }
  );

  it('finds the marker when the mode is off, so that this spec could fail', async () => {
    for (const step of EVERY_TOOL.filter(
      ({ calls }) =>
        !['list_files', 'check_resource', 'search_notebook_cells'].includes(
          calls?.[0].name ?? ''
        )
    )) {
      const harness = new Harness({
        workspace: workspace(),
        script: [call('read_notebook', { cells: ['good'] }), step, 'Done.']
      });
      await runAll(harness);
      expect([step.calls?.[0].name, bodies(harness.model.requests)]).toEqual([
        step.calls?.[0].name,
        expect.stringContaining(MARKER)
      ]);
    }
  });

  it('sends no value of what the person attached', async () => {
    const harness = new Harness({
      settings: PRIVATE,
      workspace: workspace(),
      script: ['Done.']
    });
    await harness.say('Look at people.csv.', {
      attachments: [
        { kind: 'cell', cellId: 'bad', notebook: 'analysis.ipynb' },
        { kind: 'cell', cellId: 'good', notebook: 'analysis.ipynb' },
        { kind: 'variable', name: 'people' },
        { kind: 'file', path: 'people.csv' },
        { kind: 'file', path: 'notes.txt' }
      ]
    });
    const sent = bodies(harness.model.requests);
    expect(sent).not.toContain(MARKER);
    expect(sent).toContain('people[name]');
  });

  it('withholds, once switched on, what was told before', async () => {
    const harness = new Harness({
      images: true,
      workspace: workspace(),
      script: [
        call('read_file', { path: 'notes.txt' }),
        call('read_notebook', { cells: ['good'], outputs: true }),
        'Read.',
        call('read_file', { path: 'people.csv' }),
        'Done.'
      ]
    });
    await harness.say('Look.', {
      attachments: [{ kind: 'file', path: 'notes.txt' }]
    });
    expect(bodies(harness.model.requests)).toContain(MARKER);
    harness.settings.privacy.schemasOnly = true;
    await harness.say('Go on.');
    const after = harness.model.requests.slice(3);
    expect(after).toHaveLength(2);
    expect(bodies(after)).not.toContain(MARKER);
    expect(bodies(after)).not.toContain('image_url');
    expect(bodies(after)).toContain('Withheld: the person has since');
    // What was read while the mode was on stays readable.
    expect(bodies(after.slice(1))).toContain('surname');
    expect(bodies([await harness.messages()])).toContain(MARKER);
  });

  it('summarises without values', async () => {
    const harness = new Harness({
      workspace: workspace(),
      settings: { summary: { trigger: 'small', keep: 2 } },
      script: [
        call('read_file', { path: 'notes.txt' }),
        ...Array.from({ length: 14 }, () => call('list_files')),
        'A summary.',
        'Done.'
      ]
    });
    harness.settings = {
      ...harness.settings,
      limits: { ...harness.settings.limits, toolCalls: {} }
    };
    let reads = 0;
    harness.engine.subscribe(event => {
      // The mode is switched on during the run, after the first file was read.
      if (event.type === 'call-finished' && ++reads === 2) {
        harness.settings.privacy.schemasOnly = true;
      }
    });
    await harness.say('Look.');
    expect(harness.of('summary')).toHaveLength(1);
    expect(bodies(harness.model.requests.slice(1, 2))).toContain(MARKER);
    expect(bodies(harness.model.requests.slice(2))).not.toContain(MARKER);
  });
});
