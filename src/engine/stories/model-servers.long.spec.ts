import { AIMessage } from '@langchain/core/messages';

import { type IModelChoice } from '../../contract';
import { McpServers } from '../../mcp';
import { provider } from '../../models';
import { readCorpus } from '../../testing/corpus/read-corpus';
import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook } from '../../testing/fake-notebook';
import { FakeWorkspace } from '../../testing/fake-workspace';
import { FakeMcpHost, mcpSetting } from '../../testing/mcp/fake-mcp-host';
import { type IServedMcp, ServedMcp } from '../../testing/mcp/served-mcp';
import { type IServedStep, ServedModel } from '../../testing/served-model';
import { TOOLS } from '../../tools';
import { engineStores } from './engine-stores';
import { Harness, THREAD, toolTexts } from './harness';

/** What a person does after the first message; "reload" is of the page. */
type Action =
  | 'reload'
  | 'undo'
  | { say: string }
  | { resend: string; from: string }
  | { choose: Partial<IModelChoice> }
  | { type: string; into: string }
  | { approve: number }
  | { reject: number; because: string };

interface ICase {
  name: string;
  /** What is right, for a person. */
  right: string;
  provider?: string;
  model?: string;
  options?: IModelChoice['options'];
  user?: string;
  steps: IServedStep[];
  /** The cells of a notebook's file; those without ids get new ones at each load. */
  cells?: IStoredCell[];
  /** Bytes by path. */
  files?: Record<string, string>;
  mcp?: IServedMcp;
  then?: Action[];
  expect: Record<string, unknown>;
}

interface IStoredCell {
  id?: string;
  cell_type: 'code' | 'markdown';
  source: string;
  outputs?: { ename?: string; evalue?: string; traceback?: string[] }[];
}

let server: ServedModel | undefined;

afterEach(() => server?.close());

/** An engine whose model answers as scripted, on the provider's own wire. */
function served(
  steps: IServedStep[],
  choice: Partial<IModelChoice> = {},
  more: Partial<ConstructorParameters<typeof Harness>[0]> = {}
): Harness {
  server?.close();
  server = new ServedModel(steps);
  return opened(choice, more);
}

/** A page; the server answers on where it was. */
function opened(
  choice: Partial<IModelChoice>,
  more: Partial<ConstructorParameters<typeof Harness>[0]> = {}
): Harness {
  const harness = new Harness({
    script: [],
    notebook: notebookOf(),
    provider: Object.fromEntries(
      Object.entries(provider(choice.provider ?? 'compatible')).filter(
        ([name]) => name !== 'info'
      )
    ),
    ...more
  });
  choose(harness, choice);
  return harness;
}

const TWO_CELLS: IStoredCell[] = ['1', '2'].map(source => ({
  id: `c${source}`,
  cell_type: 'code',
  source
}));

function notebookOf(cells = TWO_CELLS, load = 'first'): FakeNotebook {
  return new FakeNotebook({
    newId: created => `${load}-${created}`,
    cells: cells.map(({ cell_type: type, outputs, ...cell }) => ({
      ...cell,
      type,
      outputs: outputs?.map(({ ename = '', evalue = '', traceback = [] }) => ({
        type: 'error',
        name: ename,
        message: evalue,
        traceback
      }))
    }))
  });
}

function choose(harness: Harness, choice: Partial<IModelChoice>): void {
  harness.chosen = {
    ...harness.chosen,
    key: 'key',
    choice: {
      ...harness.chosen.choice,
      provider: 'compatible',
      model: 'any/model',
      baseUrl: ServedModel.ADDRESS,
      ...choice
    }
  };
}

/** What a row needs around the model, and what a person does. */
class Scene {
  page: Harness;
  readonly files: FakeFiles;
  readonly mcp: ServedMcp | undefined;
  private readonly _servers: McpServers;
  private readonly _stores;
  private _choice: Partial<IModelChoice>;
  private _loads = 0;

  static async of(row: ICase): Promise<Scene> {
    const scene = new Scene(row);
    await scene.begin();
    return scene;
  }

  private constructor(private readonly _row: ICase) {
    const { provider: id, model, options, mcp, files } = _row;
    this._choice = {
      ...(id && { provider: id }),
      ...(model && { model }),
      ...(options && { options })
    };
    this._stores = engineStores();
    this.files = new FakeFiles(files);
    const host = new FakeMcpHost();
    if (mcp) {
      this.mcp = new ServedMcp(mcp);
      host.fetch = this.mcp.fetch;
    }
    this._servers = new McpServers(host);
    this.page = this._load();
  }

  async begin(): Promise<void> {
    if (this.mcp) {
      await this._servers.configure([mcpSetting(ServedMcp.ADDRESS)]);
      await this._servers.connect();
    }
    const names = new Map(this.tools.map(({ mcp, name }) => [mcp.tool, name]));
    server?.close();
    server = new ServedModel(
      this._row.steps.map(step => ({
        ...step,
        ...(step.calls && {
          calls: step.calls.map(call => ({
            ...call,
            name: names.get(call.name) ?? call.name
          }))
        })
      }))
    );
  }

  get tools() {
    return this._servers.tools(new Set());
  }

  /** What is shown of the server of tools, and what reached it. */
  get ofMcp(): object | undefined {
    const [shown] = this._servers.list();
    return (
      this.mcp && {
        ran: this.mcp.ran,
        sessions: this.mcp.sessions,
        status: shown.status,
        failure: shown.failure ?? null,
        tools: this.tools.length
      }
    );
  }

  async do(action: Action): Promise<void> {
    const { page } = this;
    if (action === 'reload') {
      this.page = this._load();
      await this.page.send({ type: 'open' });
      await this.page.engine.thread(THREAD).going;
    } else if (action === 'undo') {
      await page.undo(page.last('run-finished').runId);
    } else if ('say' in action) {
      await page.say(action.say);
    } else if ('resend' in action) {
      await page.send({
        type: 'fork',
        from: { messageId: action.from },
        text: action.resend
      });
    } else if ('choose' in action) {
      this._choice = { ...this._choice, ...action.choose };
      choose(page, this._choice);
    } else if ('type' in action) {
      page.notebook.changeAsPerson(action.into, action.type);
    } else {
      const isApproved = 'approve' in action;
      const { interruptId, cards } = await this._waiting();
      const card = cards[(isApproved ? action.approve : action.reject) - 1];
      await page.send({
        type: 'resume',
        interruptId,
        decisions: {
          [card.callId]: isApproved
            ? { type: 'approve' }
            : { type: 'reject', message: action.because }
        },
        hashes: { [card.callId]: card.hash }
      });
    }
  }

  async end(): Promise<void> {
    await this.page.stop();
    await this._servers.configure([]);
    expect(await this.page.problems()).toEqual([]);
  }

  /** The cards of the last step, also those from before a reload. */
  private async _waiting() {
    const events = await this.page.engine.history(THREAD);
    const opened = events.findLast(each => each.type === 'review-opened')!;
    const voided = events.filter(each => each.type === 'review-voided');
    return {
      ...opened,
      cards: opened.cards.map(
        card =>
          voided.findLast(each => each.card.callId === card.callId)?.card ??
          card
      )
    };
  }

  private _load(): Harness {
    const { cells } = this._row;
    const isSame = !cells?.some(({ id }) => id === undefined);
    const notebook =
      isSame && this.page
        ? this.page.notebook
        : notebookOf(cells, `load${++this._loads}`);
    return opened(this._choice, {
      ...this._stores,
      notebook,
      workspace: new FakeWorkspace({ notebook, files: this.files }),
      tools: async () => [...TOOLS, ...this.tools]
    });
  }
}

/** What can be observed of the first answer, of the second request and of the end. */
async function observed(
  harness: Harness,
  scene?: Scene
): Promise<Record<string, unknown>> {
  const { requests = [] } = server ?? {};
  const messages = await harness.messages();
  const answer = messages.find(each => AIMessage.isInstance(each));
  const shown = harness.of('model-message')[0];
  const second = requests[1]?.messages?.find(
    (each: { role: string }) => each.role === 'assistant'
  );
  const ended = harness.of('run-finished').at(-1);
  const cards = harness.of('review-opened').flatMap(each => each.cards);
  const { input, output } = harness.of('usage')[0] ?? {};
  const words = [ended?.error?.title, ended?.error?.text].join(' ');
  return {
    text: answer?.text ?? '',
    reasoning: shown?.reasoning ?? '',
    calls: (answer?.tool_calls ?? []).map(({ name, args }) => [name, args]),
    cards: cards.map(({ tool }) => tool),
    bodies: cards.map(({ body }) => body),
    named: cards.map(card => card.server?.tool),
    broken: toolTexts(messages).filter(each =>
      /do not fit|not valid/.test(each)
    ).length,
    usage: [input, output],
    second,
    blocks: second?.content,
    system: requests[0]?.messages?.[0]?.role,
    requests: requests.length,
    fault: ended?.outcome === 'failed' ? ended.error?.code : null,
    summarise: ended?.error?.summarise ?? false,
    outcome: ended?.outcome,
    ran: harness
      .of('call-finished')
      .filter(({ state }) => state === 'done')
      .flatMap(({ callId }) =>
        answer?.tool_calls?.some(({ id }) => id === callId) ? [callId] : []
      ),
    final: harness.of('final-answer').length > 0,
    cells: harness.notebook.sources,
    results: toolTexts(messages),
    mcp: scene?.ofMcp,
    words
  };
}

describe('a server of models', () => {
  describe.each(
    readCorpus<ICase>('model-servers').map(row => [row.name, row] as const)
  )('%s', (_, row) => {
    it(
      row.right,
      async () => {
        const scene = await Scene.of(row);
        await scene.page.say(row.user);
        for (const action of row.then ?? []) {
          await scene.do(action);
        }
        const {
          says = '',
          offered = '',
          first = {},
          last = {},
          ...rest
        } = row.expect;
        const found = await observed(scene.page, scene);
        expect(found).toMatchObject(rest);
        expect(found.words).toContain(says);
        for (const name of offeredNames()) {
          expect(name).toMatch(new RegExp(String(offered)));
        }
        checkRequest(server?.requests[0], first);
        checkRequest(server?.requests.at(-1), last);
        expect(Object.fromEntries(scene.files.all)).toEqual(row.files ?? {});
        await scene.end();
      },
      20_000
    );
  });
});

/** The names of the tools in the first request, on a wire of OpenAI's form. */
function offeredNames(): string[] {
  const { tools = [] } = server?.requests[0] ?? {};
  return tools.map((tool: { function?: { name: string } }) =>
    String(tool.function?.name)
  );
}

/** @param wanted texts that a request has, and that it lacks. */
function checkRequest(request: unknown, wanted: unknown): void {
  const { has = [], lacks = [] } = wanted as Record<string, string | string[]>;
  const sent = JSON.stringify(request);
  for (const text of [has].flat()) {
    expect(sent).toContain(text);
  }
  for (const text of [lacks].flat()) {
    expect(sent).not.toContain(text);
  }
}

const THOUGHT = {
  role: 'assistant',
  content: '',
  reasoning_content: 'I know.'
};

/** An answer with thinking and one call. */
const thinking = (name = 'list_files', args: object = {}): IServedStep => ({
  raw: [
    { ...THOUGHT },
    {
      tool_calls: [
        {
          index: 0,
          id: 'call_0',
          sign: 'S',
          function: { name, arguments: JSON.stringify(args) }
        }
      ]
    }
  ]
    .map(delta => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`)
    .concat('data: [DONE]\n\n')
});

/** Whether the last request has the thinking, with its call. */
const wentBack = (): [boolean, boolean] => {
  const sent = JSON.stringify(server?.requests.at(-1));
  return [
    sent.includes('"reasoning_content":"I know."'),
    sent.includes('"sign":"S"')
  ];
};

describe('thinking that goes back', () => {
  it('outlives a reload, and is there in a second tab', async () => {
    const stores = engineStores();
    const first = served([thinking(), { text: 'One.' }], {}, stores);
    await first.say();
    expect(wentBack()).toEqual([true, true]);
    const second = served([{ text: 'Two.' }], {}, stores);
    await second.send({
      type: 'start',
      messageId: 'another',
      text: 'And now?'
    });
    expect(second.last('model-message').text).toBe('Two.');
    expect(wentBack()).toEqual([true, true]);
  });

  it('outlives an edited call and an undo', async () => {
    const harness = served([
      thinking('jupyter_cell', { code: 'x = 1' }),
      { text: 'One.' },
      { text: 'Two.' }
    ]);
    await harness.say();
    await harness.edit({ code: 'x = 2' });
    expect(harness.notebook.sources.at(-1)).toBe('x = 2');
    expect(wentBack()).toEqual([true, true]);
    await harness.undo(harness.last('run-finished').runId);
    await harness.say('And now?');
    expect(wentBack()).toEqual([true, true]);
  });

  it.each<[string, Partial<IModelChoice>]>([
    ['another model', { model: 'other' }],
    ['another server', { baseUrl: 'http://127.0.0.1:9000/v1' }],
    ['another provider', { provider: 'openai' }]
  ])('is not sent to %s, and is there again after', async (_, other) => {
    const own = { model: 'thinker' };
    const harness = served(
      [thinking(), { text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }],
      own
    );
    const { provider: _own, ...rest } = other;
    await harness.say();
    choose(harness, { ...own, ...rest, ...(other.provider && { model: 'x' }) });
    await harness.say();
    expect(wentBack()).toEqual([false, false]);
    choose(harness, own);
    await harness.say();
    expect(wentBack()).toEqual([true, true]);
  });

  it('that a server refuses is not sent there again, and the debug view says so', async () => {
    const refusal = {
      error: { message: 'property reasoning_content is unsupported' }
    };
    const harness = served(
      [
        thinking(),
        { status: 400, body: refusal },
        { text: 'One.' },
        { text: 'Two.' }
      ],
      { model: 'refuses-thinking' }
    );
    harness.settings = { ...harness.settings, debug: true };
    await harness.say();
    expect(server?.requests).toHaveLength(3);
    await harness.say('And now?');
    expect(server?.requests).toHaveLength(4);
    expect(wentBack()).toEqual([false, true]);
    expect(JSON.stringify(harness.of('debug').at(-1))).toContain(
      'messages.*.reasoning_content'
    );
  });
});

/** How an answer ends; `none` is the connection alone. */
type Ending = 'stop' | 'length' | 'filter' | 'error' | 'none';

/** The bytes of an answer, and its end, on one wire. */
interface IWire {
  provider: string;
  model: string;
  /** A piece of text, or a whole call of `jupyter_cell`. */
  piece(text: string): object[];
  call(code: string): object[];
  end(how: Exclude<Ending, 'none'>): object[];
  framing?: 'lines';
}

const sent = (framing: IWire['framing'], ...events: object[]): IServedStep => ({
  raw: events.map(event => {
    const json = JSON.stringify(event);
    const { type } = event as { type?: string };
    return framing === 'lines'
      ? `${json}\n`
      : `${type ? `event: ${type}\n` : ''}data: ${json}\n\n`;
  })
});

const FAILED = { message: 'upstream gone' };
const response = (more: object) => ({ id: 'r', output: [], ...more });
const cell = (code: string) => ({ name: 'jupyter_cell', args: { code } });

const WIRES: Record<string, IWire> = {
  'chat completions': {
    provider: 'compatible',
    model: 'any/model',
    piece: content => [{ choices: [{ delta: { content } }] }],
    call: code => {
      const { name, args } = cell(code);
      const own = { name, arguments: JSON.stringify(args) };
      const calls = [{ index: 0, id: 'a', function: own }];
      return [{ choices: [{ delta: { tool_calls: calls } }] }];
    },
    end: how =>
      how === 'error'
        ? [{ error: FAILED }]
        : [
            {
              choices: [
                {
                  delta: {},
                  finish_reason: how === 'filter' ? 'content_filter' : how
                }
              ]
            }
          ]
  },
  Anthropic: {
    provider: 'anthropic',
    model: 'claude-sonnet-4-5',
    piece: text => [
      { type: 'message_start', message: { id: 'm', content: [], usage: {} } },
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'text', text: '' }
      },
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'text_delta', text }
      },
      { type: 'content_block_stop', index: 0 }
    ],
    call: code => {
      const { name, args } = cell(code);
      const use = { type: 'tool_use', id: 'a', name, input: {} };
      const json = JSON.stringify(args);
      return [
        { type: 'message_start', message: { id: 'm', content: [], usage: {} } },
        { type: 'content_block_start', index: 0, content_block: use },
        {
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'input_json_delta', partial_json: json }
        },
        { type: 'content_block_stop', index: 0 }
      ];
    },
    end: how =>
      how === 'error'
        ? [
            {
              type: 'error',
              error: { type: 'invalid_request_error', ...FAILED }
            }
          ]
        : [
            {
              type: 'message_delta',
              delta: {
                stop_reason: {
                  stop: 'end_turn',
                  length: 'max_tokens',
                  filter: 'refusal'
                }[how]
              },
              usage: { output_tokens: 1 }
            },
            { type: 'message_stop' }
          ]
  },
  Gemini: {
    provider: 'google',
    model: 'gemini-3.5-flash',
    piece: text => [{ candidates: [{ content: { parts: [{ text }] } }] }],
    call: code => [
      { candidates: [{ content: { parts: [{ functionCall: cell(code) }] } }] }
    ],
    end: how =>
      how === 'error'
        ? [{ error: { code: 400, ...FAILED } }]
        : [
            {
              candidates: [
                {
                  finishReason: {
                    stop: 'STOP',
                    length: 'MAX_TOKENS',
                    filter: 'SAFETY'
                  }[how]
                }
              ]
            }
          ]
  },
  Ollama: {
    provider: 'ollama',
    model: 'qwen3',
    framing: 'lines',
    piece: content => [{ message: { role: 'assistant', content } }],
    call: code => {
      const { name, args } = cell(code);
      const calls = [{ function: { name, arguments: args } }];
      return [
        { message: { role: 'assistant', content: '', tool_calls: calls } }
      ];
    },
    end: how =>
      how === 'error'
        ? [{ error: FAILED.message }]
        : [
            {
              message: { role: 'assistant', content: '' },
              done: true,
              done_reason: how,
              prompt_eval_count: 1,
              eval_count: 1
            }
          ]
  },
  'the responses API': {
    provider: 'openai-responses',
    model: 'gpt-5-mini',
    piece: delta => [
      { type: 'response.created', response: response({}) },
      { type: 'response.output_text.delta', content_index: 0, delta }
    ],
    call: code => {
      const { name, args } = cell(code);
      const item = { type: 'function_call', id: 'f', call_id: 'a', name };
      return [
        { type: 'response.created', response: response({}) },
        {
          type: 'response.output_item.added',
          output_index: 0,
          item: { ...item, arguments: '' }
        },
        {
          type: 'response.function_call_arguments.delta',
          output_index: 0,
          delta: JSON.stringify(args)
        }
      ];
    },
    end: how => {
      const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
      const reason = how === 'filter' ? 'content_filter' : 'max_output_tokens';
      return how === 'error'
        ? [{ type: 'response.failed', response: response({ error: FAILED }) }]
        : how === 'stop'
          ? [{ type: 'response.completed', response: response({ usage }) }]
          : [
              {
                type: 'response.incomplete',
                response: response({
                  usage,
                  incomplete_details: { reason }
                })
              }
            ];
    }
  }
};

describe.each(Object.entries(WIRES))(
  'the end of an answer by %s',
  (_, wire) => {
    const { provider: id, model, framing } = wire;
    const answer = (text: string, how: Ending): IServedStep =>
      sent(
        framing,
        ...wire.piece(text),
        ...(how === 'none' ? [] : wire.end(how))
      );
    const say = async (...steps: IServedStep[]) => {
      const harness = served(steps, { provider: id, model });
      await harness.say();
      return { harness, found: await observed(harness) };
    };

    it.each<[string, Ending, Record<string, unknown>, string]>([
      [
        'at the limit: what came is shown and is no final answer',
        'length',
        { text: 'One, two,', outcome: 'limit', final: false, requests: 1 },
        'cut off'
      ],
      ...(id === 'ollama'
        ? []
        : [
            [
              'by a filter: what came is shown, and is not asked for again',
              'filter',
              { text: 'One, two,', fault: 'refused', requests: 1 },
              'content filter'
            ] as [string, Ending, Record<string, unknown>, string]
          ]),
      [
        'with an error after text: the text is void',
        'error',
        { text: '' },
        'upstream gone'
      ],
      [
        'without a reason: it is asked for again',
        'none',
        { text: 'Whole.', outcome: 'answered', requests: 2 },
        ''
      ]
    ])('is read %s', async (_name, how, wanted, words) => {
      const { found } = await say(
        answer('One, two,', how),
        answer(
          how === 'error' ? 'Half' : 'Whole.',
          how === 'error' ? how : 'stop'
        ),
        answer('Half', 'error'),
        answer('Half', 'error')
      );
      expect(found).toMatchObject(wanted);
      expect(found.words).toContain(words);
    });

    it('at the limit leaves no finished call', async () => {
      const { harness, found } = await say(
        sent(framing, ...wire.call('x = 1'), ...wire.end('length')),
        answer('Whole.', 'stop')
      );
      expect(found).toMatchObject({ cards: [], ran: [], requests: 2 });
      expect(found.results).toEqual([
        expect.stringContaining('cut off at the output limit')
      ]);
      expect(harness.notebook.sources).toEqual(['1', '2']);
    });

    it('goes on where it was cut, when the person says Continue, also after a reload', async () => {
      const stores = engineStores();
      const choice = { provider: id, model };
      const first = served([answer('One, two,', 'length')], choice, stores);
      await first.say('Count.');
      const second = served([answer(' three.', 'stop')], choice, stores);
      await second.retry();
      expect(second.last('run-finished').outcome).toBe('answered');
      const request = JSON.stringify(server!.requests[0]);
      expect(request.split('One, two,')).toHaveLength(2);
      expect(request.indexOf('exactly where it ends')).toBeGreaterThan(
        request.indexOf('One, two,')
      );
    });
  }
);
