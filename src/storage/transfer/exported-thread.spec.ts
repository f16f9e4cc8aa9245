import {
  ENGLISH,
  NOT_RUN_FROM_FILE,
  ThreadError,
  type AgentEvent,
  type EventBody,
  type IAttachment
} from '../../contract';
import { newThread } from '../threads/new-thread';
import {
  conversationOf,
  exportedThread,
  importedThread,
  MAX_IMPORT
} from './exported-thread';

const NOW = 1_000_000;

const events = (...bodies: EventBody[]): AgentEvent[] =>
  bodies.map((body, index) => ({ threadId: 't', time: index, ...body }));

const asked: EventBody = { type: 'user-message', messageId: 'm1', text: 'Go' };
const begun: EventBody = {
  type: 'run-started',
  runId: 'r1',
  notebook: { path: 'old/n.ipynb', name: 'n.ipynb', kernel: 'Python 3' },
  model: { id: 'gpt', label: 'GPT', contextWindow: 1 }
};
const answered: EventBody = {
  type: 'model-message',
  messageId: 'm2',
  text: 'I add a cell.'
};
const proposed = (
  callId: string,
  args: Record<string, unknown> = { source: 'x = 1' }
): EventBody => ({
  type: 'call-proposed',
  callId,
  messageId: 'm2',
  tool: 'insert_cell',
  args,
  text: 'Add a cell'
});
const finished = (callId: string, result = '1'): EventBody => ({
  type: 'call-finished',
  callId,
  state: 'done',
  text: 'Added a cell',
  result,
  images: 2
});
const card = {
  callId: 'c2',
  tool: 'insert_cell',
  args: {},
  effect: 'read',
  allowedDecisions: ['approve'],
  title: 'Looks harmless',
  sentence: '',
  place: '',
  body: { kind: 'code', mimeType: 'text/x-python', text: 'print()' },
  hash: 'h'
};

const exported = (log: AgentEvent[], change: object = {}): string =>
  JSON.stringify({
    ...exportedThread(
      { ...newThread('t', 'old/n.ipynb', 5), title: 'Penguins' },
      log
    ),
    ...change
  });

const imported = (text: string) =>
  importedThread(text, { notebook: 'new/m.ipynb', now: NOW, trans: ENGLISH });

const refusal = (text: string): string => {
  try {
    imported(text);
  } catch (error) {
    expect(error).toBeInstanceOf(ThreadError);
    return (error as Error).message;
  }
  throw new Error('It was taken.');
};

it.each([
  [
    'a picture',
    'imageId',
    {
      kind: 'image',
      name: 'plot.png',
      mimeType: 'image/png',
      width: 30,
      height: 20
    }
  ],
  [
    'a document',
    'documentId',
    {
      kind: 'document',
      name: 'paper.pdf',
      mimeType: 'application/pdf',
      pages: 12,
      server: 'tickets'
    }
  ]
])(
  '%s that went along with a message is named in the file, and what it holds stays in this browser',
  (_, id, attached) => {
    const attachments = [{ ...attached, [id]: 'in-here' } as IAttachment];
    const text = exported(events({ ...asked, attachments }));
    expect(text).not.toContain('in-here');
    const { events: read } = imported(text);
    expect(read.find(({ type }) => type === 'user-message')).toMatchObject({
      attachments: [attached]
    });
    expect(JSON.stringify(read)).not.toContain(id);
  }
);

it('an exported thread holds the words alone: no decision, rule, run, cost, key or setting', () => {
  const secret = 'sk-not-to-be-told';
  const text = JSON.stringify(
    exportedThread(
      {
        ...newThread('t', 'n.ipynb', 5),
        run: { choice: { key: secret }, turn: ['execute'] } as never
      },
      events(
        asked,
        { ...begun, key: secret } as never,
        answered,
        proposed('c1'),
        { type: 'review-opened', interruptId: 'i', cards: [card as never] },
        {
          type: 'review-decided',
          interruptId: 'i',
          callId: 'c1',
          decision: { type: 'approve' },
          by: 'person'
        },
        { type: 'turn-rule', on: true, effects: ['execute'] },
        { type: 'usage', input: 1, output: 1, estimated: false, cost: 2 },
        { type: 'debug', entry: { body: secret } as never },
        finished('c1')
      )
    )
  );
  expect(text).not.toContain(secret);
  expect(
    JSON.parse(text).events.map((event: AgentEvent) => event.type)
  ).toEqual([
    'user-message',
    'run-started',
    'model-message',
    'call-proposed',
    'call-finished'
  ]);
  expect(Object.keys(JSON.parse(text)).sort()).toEqual([
    'created',
    'events',
    'format',
    'named',
    'notebook',
    'title',
    'updated',
    'version'
  ]);
});

describe('an imported thread', () => {
  it('has the words under ids of its own, bound to the notebook at hand', () => {
    const { record, events: log } = imported(
      exported(
        events(begun, asked, answered, proposed('c1'), finished('c1'), {
          type: 'run-finished',
          runId: 'r1',
          outcome: 'answered',
          changed: true
        })
      )
    );
    expect(record).toMatchObject({
      title: 'Penguins',
      notebook: 'new/m.ipynb',
      updated: NOW,
      pending: 0,
      run: null,
      imported: true
    });
    expect(log.map(({ type }) => type)).toEqual([
      'run-started',
      'user-message',
      'model-message',
      'call-proposed',
      'call-finished',
      'run-finished'
    ]);
    expect(log[0]).toMatchObject({
      threadId: record.id,
      notebook: { path: 'new/m.ipynb', name: 'm.ipynb' }
    });
    expect(log[4]).toMatchObject({ result: '1', images: 0 });
    // Changes made there cannot be undone here.
    expect(log[5]).not.toHaveProperty('changed');
    const ids = new Set(['t', 'r1', 'm1', 'm2', 'c1']);
    expect(
      log.some(event =>
        Object.values(event).some(value => ids.has(value as string))
      )
    ).toBe(false);
    const [call, result] = [log[3], log[4]] as { callId: string }[];
    expect(call.callId).toBe(result.callId);
    expect(imported(exported([])).record.id).not.toBe(record.id);
  });

  it('has the names of cells, so that its links find them', () => {
    const names = [
      { name: '3f2a', id: '3f2a9c11-4d5e-4f60-8a7b-1c2d3e4f5a6b' }
    ];
    const { events: log } = imported(
      exported(events(begun, asked, { type: 'cells-named', names }, answered))
    );
    expect(log.find(({ type }) => type === 'cells-named')).toMatchObject({
      names
    });
  });

  it('ends a run that was going on', () => {
    const { events: log } = imported(
      exported(events(begun, asked, answered, proposed('c1'), finished('c1')))
    );
    expect(log[log.length - 1]).toMatchObject({
      type: 'run-finished',
      outcome: 'stopped'
    });
  });

  it('closes the calls that waited: nobody is asked about them', () => {
    const {
      record,
      events: log,
      messages
    } = imported(
      exported([], {
        events: [
          ...events(begun, asked, answered, proposed('c1'), proposed('c2')),
          { type: 'review-opened', time: 9, interruptId: 'i', cards: [card] },
          {
            type: 'review-decided',
            time: 9,
            interruptId: 'i',
            callId: 'c1',
            decision: { type: 'approve' },
            by: 'person'
          }
        ]
      })
    );
    expect(record).toMatchObject({ pending: 0, run: null, untouched: true });
    expect(JSON.stringify(log)).not.toMatch(/approve|Looks harmless/);
    expect(log.slice(-3)).toMatchObject([
      { type: 'call-finished', state: 'stopped' },
      { type: 'call-finished', state: 'stopped' },
      { type: 'run-finished', outcome: 'stopped' }
    ]);
    expect(messages.slice(-3)).toMatchObject([
      {
        role: 'model',
        text: 'I add a cell.',
        calls: [
          { tool: 'insert_cell', args: { source: 'x = 1' } },
          { tool: 'insert_cell' }
        ]
      },
      { role: 'tool', state: 'stopped', text: NOT_RUN_FROM_FILE },
      { role: 'tool', state: 'stopped', text: NOT_RUN_FROM_FILE }
    ]);
  });

  it('takes nothing that decides, whatever the file says', () => {
    const { record } = imported(
      exported(events(asked), {
        pinned: true,
        run: { turn: ['shell'] },
        branches: [{ id: 'x' }],
        branch: 'x',
        queued: [{ messageId: 'q', text: 'do it' }],
        policy: { shell: 'allow' },
        imported: false,
        id: 'mine'
      })
    );
    expect(record).toEqual({
      ...newThread(record.id, 'new/m.ipynb', NOW),
      title: 'Penguins',
      created: 5,
      imported: true,
      untouched: true
    });
    expect(record.id).not.toBe('mine');
  });

  it('takes each message, call and result once', () => {
    const { messages, events: log } = imported(
      exported(
        events(
          asked,
          { ...asked, text: 'Something else' } as EventBody,
          answered,
          proposed('c1'),
          proposed('c1', { source: 'other' }),
          finished('c1'),
          finished('c1', 'other')
        )
      )
    );
    expect(log.map(({ type }) => type)).toEqual([
      'user-message',
      'model-message',
      'call-proposed',
      'call-finished'
    ]);
    expect(messages.map(message => message.role)).toEqual([
      'person',
      'model',
      'tool'
    ]);
    expect(JSON.stringify(messages)).not.toMatch(/other|Something else/);
  });

  it('shows all that the model will read', () => {
    const { messages, events: log } = imported(
      exported(events(asked, answered, proposed('c1'), finished('c1')), {
        messages: [{ role: 'person', text: 'hidden words' }],
        conversation: [{ role: 'person', text: 'hidden words' }]
      })
    );
    expect(JSON.stringify([messages, log])).not.toContain('hidden words');
  });

  it.each<[string, EventBody[]]>([
    ['before an empty answer', [asked, { ...answered, text: '' } as EventBody]],
    ['behind an answer', [answered, asked]]
  ])('shows a message that has the id of an answer: %s', (_, bodies) => {
    const text = exported(events(...bodies)).replaceAll('"m2"', '"m1"');
    const { events: log } = imported(text);
    const ids = log.map(event => 'messageId' in event && event.messageId);
    expect(new Set(ids).size).toBe(2);
  });

  it.each<[string, string]>([
    ['no JSON', 'not { json'],
    ['no object', '[]'],
    ['nothing', 'null'],
    ['another format', JSON.stringify({ nbformat: 4, cells: [] })],
    ['no events', exported([], { events: {} })],
    ['an event that is none', exported([], { events: ['x'] })],
    ['an event without a type', exported([], { events: [{ time: 1 }] })],
    [
      'words that are none',
      exported([], { events: [{ ...asked, time: 1, text: { toString: 1 } }] })
    ],
    [
      'a time that is none',
      exported([], { events: [{ ...asked, time: '1' }] })
    ],
    [
      'arguments that are a list',
      exported([], { events: [{ ...proposed('c'), time: 1, args: [] }] })
    ],
    [
      'a state that does not exist',
      exported([], {
        events: [{ ...finished('c'), time: 1, state: 'running' }]
      })
    ],
    [
      'an attachment of no kind',
      exported([], {
        events: [{ ...asked, time: 1, attachments: [{ kind: 'url' }] }]
      })
    ],
    ['a title that is none', exported([], { title: ['x'] })],
    [
      'a prototype in arguments',
      `{"format":"cellwright-thread","version":1,"title":"","named":false,"created":1,"events":[{"type":"call-proposed","time":1,"callId":"c","messageId":"m","tool":"x","text":"","args":{"a":[{"__proto__":{"polluted":true}}]}}]}`
    ],
    [
      'a prototype in an event',
      `{"format":"cellwright-thread","version":1,"title":"","named":false,"created":1,"events":[{"type":"todos","time":1,"todos":[],"__proto__":{"polluted":true}}]}`
    ],
    [
      'arguments that go too deep',
      exported([], {
        events: [{ ...proposed('c', { deep: '@' }), time: 1 }]
      }).replace('"@"', '['.repeat(5000) + ']'.repeat(5000))
    ],
    [
      'a constructor',
      exported([], {
        events: [
          { ...proposed('c', { constructor: { prototype: {} } }), time: 1 }
        ]
      })
    ]
  ])('refuses %s, in a sentence', (_, text) => {
    expect(refusal(text)).toMatch(/^This file is not a/);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('refuses a file that is too large, and says how large one may be', () => {
    expect(refusal(' '.repeat(MAX_IMPORT + 1))).toContain('20 MB');
  });

  it('says that a newer version is needed', () => {
    expect(refusal(exported([], { version: 2 }))).toContain('newer version');
  });

  it('bounds what stands in the list', () => {
    const { record } = imported(
      exported(events({ ...asked }), {
        title: `${'x'.repeat(5000)}\n`,
        created: 1e300
      })
    );
    expect(record.title).toHaveLength(200);
    expect(record.created).toBe(NOW);
  });
});

describe('the conversation behind a display log', () => {
  const roles = (...bodies: EventBody[]) =>
    conversationOf(events(...bodies)).map(message =>
      message.role === 'tool'
        ? `${message.callId} ${message.state}`
        : `${message.role} ${message.id}`
    );

  it('has each result behind its message, in the order of the calls', () => {
    expect(
      roles(
        asked,
        answered,
        proposed('c1'),
        proposed('c2'),
        finished('c2'),
        { ...asked, messageId: 'm3' } as EventBody,
        finished('c1'),
        { ...answered, messageId: 'm4' } as EventBody
      )
    ).toEqual([
      'person m1',
      'model m2',
      'c1 done',
      'c2 done',
      'person m3',
      'model m4'
    ]);
  });

  it.each<[string, EventBody[], string[]]>([
    [
      'a final answer, not the call whose place it takes',
      [
        asked,
        proposed('c1', { source: 'hidden' }),
        finished('c1', 'hidden'),
        { type: 'final-answer', callId: 'c1', answer: 'Hi.', nextItems: [] }
      ],
      ['Go', 'Hi.']
    ],
    [
      'nothing of a final answer that could not be given',
      [
        asked,
        answered,
        { ...proposed('c1', { answer: 'hidden' }), tool: 'final_answer' },
        { ...finished('c1', 'hidden'), state: 'failed' }
      ] as EventBody[],
      ['Go', 'I add a cell.']
    ]
  ])('has what the panel shows: %s', (_, bodies, texts) => {
    const messages = conversationOf(events(...bodies));
    expect(messages.map(({ text }) => text)).toEqual(texts);
    expect(JSON.stringify(messages)).not.toContain('hidden');
  });

  it('answers calls that the conversation went on without', () => {
    expect(
      roles(asked, proposed('c1'), {
        ...asked,
        messageId: 'm3'
      } as EventBody)
    ).toEqual(['person m1', 'model m2', 'c1 stopped', 'person m3']);
    expect(roles(proposed('c1'), proposed('c2'), finished('c2'))).toEqual([
      'model m2',
      'c1 stopped',
      'c2 done'
    ]);
  });

  // Checking each call for each message would take minutes.
  it('takes no longer for many messages behind many open calls', async () => {
    const many = Array.from({ length: 40_000 }, (_, at) => at);
    const reported = conversationOf(
      [
        many.map(at => proposed(`c${at}`)),
        many.map(at => ({ ...asked, messageId: `p${at}` }) as EventBody),
        many.map(at => finished(`c${at}`))
      ].flatMap(bodies => bodies.flatMap(body => events(body)))
    );
    expect(reported).toHaveLength(1 + 2 * many.length);
    expect(reported[1]).toMatchObject({ callId: 'c0', state: 'done' });
    // A test's time limit only applies when the test waits.
    await new Promise(resolve => setTimeout(resolve));
  });

  it('has no message twice, in whichever order a file tells them', () => {
    const other: EventBody = { ...answered, messageId: 'm4' } as EventBody;
    expect(roles(answered, other, proposed('c1'), finished('c1'))).toEqual([
      'model m2',
      'model m4'
    ]);
  });
});
