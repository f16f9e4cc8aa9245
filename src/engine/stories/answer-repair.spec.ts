import { readFileSync } from 'fs';
import { join } from 'path';

import { DEMO_CHOICE, ModelFault } from '../../contract';
import { ScriptedModel } from '../../testing/scripted-model';
import { calling, Harness, startRun, withSettings } from './harness';
import { FINAL, plainTool } from './plain-tools';
import { providerById, providers } from '../../models';

const googleProvider = providerById(providers, 'google');

/** Its models are known to write calls into their text. */
const provider = { callsInText: () => true };

const written = (name: string, args: object): string =>
  JSON.stringify({ name, arguments: args });

describe('a call that arrives as text', () => {
  it('is a call like any other: it is reviewed, runs, and is answered', async () => {
    const tool = plainTool('edit', 'edit');
    const harness = await startRun({
      provider,
      tools: [tool, FINAL],
      script: [
        `I change it.\n\`\`\`json\n${written('edit', { code: 'a' })}\n\`\`\``,
        written('final_answer', { answer: 'All done.' })
      ]
    });
    expect(harness.last('model-message').text).toBe('I change it.');
    expect(harness.review.cards.map(card => card.args)).toEqual([
      { code: 'a' }
    ]);
    await harness.approveAll();
    expect(tool.ran).toEqual(['a']);
    expect(harness.last('final-answer').answer).toBe('All done.');
    // The streamed text was no answer, so it is no longer in the thread.
    expect(harness.last('model-message').text).toBe('');
    expect(harness.last('run-finished').outcome).toBe('answered');
    expect(harness.model.requests).toHaveLength(2);
  });

  it('is one as Gemini 2.5 Flash sends it: in parts of text, behind words', async () => {
    const answers = ['google-list.sse', 'google-text.sse'].map(name =>
      readFileSync(join(__dirname, '../../models/stories/wire', name))
    );
    const asked: { contents: { parts: unknown[] }[] }[] = [];
    const fetched = jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async (input, init) => {
        asked.push(await new Request(input, init).json());
        return new Response(answers.shift());
      });
    const tool = plainTool('jupyter_cell', 'edit');
    const harness = await startRun({
      tools: [tool],
      script: [],
      provider: googleProvider,
      choice: {
        provider: 'google',
        model: 'gemini-2.5-flash',
        baseUrl: 'https://gemini.example'
      }
    });
    expect(harness.last('model-message').text).toBe('Let me look.');
    await harness.approveAll();
    fetched.mockRestore();
    expect(tool.ran).toEqual(['1']);
    expect(harness.last('run-finished').outcome).toBe('answered');
    // Gemini is sent the call that it made, and its result.
    expect(asked.map(({ contents }) => contents.length)).toEqual([1, 3]);
    expect(asked[1].contents[1].parts).toMatchObject([
      { text: 'Let me look.' },
      { functionCall: { name: 'jupyter_cell', args: { code: '1' } } }
    ]);
  });

  it.each([
    ['text', { type: 'text', text: written('edit', { code: 'a' }) }],
    [
      'an object',
      {
        type: 'functionCall',
        functionCall: { name: 'edit', args: { code: 'a' } }
      }
    ]
  ])('is one in a list of parts, as %s', async (_, part) => {
    const tool = plainTool('edit', 'edit');
    const words = { type: 'text', text: 'I change it.' };
    const thought = {
      type: 'thinking',
      text: written('edit', { code: 'no' })
    };
    const harness = await startRun({
      provider,
      tools: [tool],
      script: [{ parts: [thought, words, part] }, 'Done.']
    });
    expect(harness.last('model-message').text).toBe('I change it.');
    await harness.approveAll();
    expect(tool.ran).toEqual(['a']);
    expect((await harness.messages())[1].content).toBe('I change it.');
  });

  it('may be the plan', async () => {
    const todos = [{ content: 'Load', status: 'in_progress' }];
    const harness = await startRun({
      provider,
      script: [{ text: written('write_todos', { todos }) }, { text: 'Done.' }]
    });
    expect(harness.last('todos').todos).toEqual(todos);
  });

  it('is asked for again in the expected form when it cannot be made', async () => {
    const tool = plainTool('edit', 'edit');
    const harness = await startRun({
      provider,
      tools: [tool, FINAL],
      script: [
        written('fly', { code: 'a' }),
        written('edit', { code: 1 }),
        calling('edit', { code: 'a' }),
        'Done.'
      ]
    });
    const hints = harness.model.requests.map(request =>
      String(request.at(-1)?.text)
    );
    expect(hints[1]).toContain('There is no tool "fly". Tools: edit');
    expect(hints[2]).toContain('The arguments of edit do not fit');
    // The schema is included, so that the model need not guess.
    expect(hints[2]).toContain(
      'The arguments of edit, as JSON Schema: {"type":"object","properties":{"code"'
    );
    expect(hints[2]).toContain('through the tool interface');
    expect(harness.review.cards).toHaveLength(1);
    expect(harness.of('model-retry').map(event => event.attempt)).toEqual([
      1, 2
    ]);
    // The hint that asked again is not in the thread.
    expect((await harness.messages()).map(each => each.type)).toEqual([
      'human',
      'ai'
    ]);
  });

  it('is not looked for where the answer has calls of its own', async () => {
    const tool = plainTool('edit', 'edit');
    const text = written('edit', { code: 'b' });
    const harness = await startRun({
      provider,
      tools: [tool],
      script: [
        { text, calls: [{ name: 'edit', args: { code: 'a' } }] },
        'Done.'
      ]
    });
    expect(harness.review.cards.map(card => card.args.code)).toEqual(['a']);
    expect(harness.last('model-message').text).toBe(text);
  });

  it('names only tools that are offered', async () => {
    const tool = plainTool('edit', 'edit');
    const bad = { text: written('edit', { code: 'a' }) };
    const harness = new Harness({
      provider,
      tools: [tool, FINAL],
      script: [bad, bad, bad]
    });
    await harness.say('Go.', { mode: 'ask' });
    expect(tool.ran).toEqual([]);
    expect(harness.of('review-opened')).toEqual([]);
    expect(harness.of('final-answer')).toHaveLength(1);
  });
});

describe('calls per step', () => {
  const two = {
    calls: [
      { name: 'edit', args: { code: 'a' } },
      { name: 'edit', args: { code: 'b' } }
    ]
  };
  const done = { text: 'Done.' };

  it.each([
    ['by a setting', { settings: { limits: { callsPerStep: 1 } } }],
    [
      'for a model that cannot make several',
      {
        provider: {
          abilities: () => ({
            images: false,
            contextWindow: null,
            tools: true,
            parallelCalls: false
          })
        }
      }
    ]
  ])(
    'are one %s: the first is kept, the person never sees the others',
    async (_, how) => {
      const harness = await startRun({
        tools: [plainTool('edit', 'edit')],
        script: [two, done],
        ...how
      });
      expect(harness.review.cards.map(card => card.args.code)).toEqual(['a']);
      expect(harness.of('call-proposed')).toHaveLength(1);
      await harness.approveAll();
    }
  );

  it('are all of them by default, and a change counts at the next step', async () => {
    const harness: Harness = new Harness({
      tools: [plainTool('edit', 'edit')],
      script: [two, two, done]
    });
    await harness.say();
    expect(harness.review.cards).toHaveLength(2);
    harness.settings = withSettings({ limits: { callsPerStep: 1 } });
    await harness.approveAll();
    expect(harness.review.cards).toHaveLength(1);
  });
});

describe('what a model thinks aloud', () => {
  it('is told while it comes and with the answer, and is not stored', async () => {
    const harness = await startRun({
      script: [{ text: 'Four.', reasoning: 'Two and ' }]
    });
    expect(
      harness
        .of('reasoning-delta')
        .map(event => event.delta)
        .join('')
    ).toBe('Two and ');
    expect(harness.last('model-message')).toMatchObject({
      text: 'Four.',
      reasoning: 'Two and '
    });
    expect(JSON.stringify(await harness.messages())).not.toContain('Two and');
  });

  it('stays with the message where the provider wants it back, under our ids', async () => {
    const seen: string[] = [];
    const harness = await startRun({
      tools: [plainTool('look', 'read')],
      provider: {
        keep: (_, ids) => {
          seen.push(...ids.keys());
          return { additional_kwargs: { signature: [...ids.values()] } };
        }
      },
      script: [[{ name: 'look', args: { code: 'a' }, id: 'call_7' }], 'Done.']
    });
    expect(seen).toEqual(['call_7']);
    const [, answer] = await harness.messages();
    expect(answer.additional_kwargs.signature).toEqual([
      harness.last('call-proposed').callId
    ]);
  });
});

describe('what a request cost', () => {
  it('is told in the person’s prices', async () => {
    const harness = await startRun({
      choice: { prices: { input: 2_000_000, output: 30_000_000 } },
      script: ['Hello, and how do you do?']
    });
    const { input, output, cost } = harness.last('usage');
    expect([input > 0, output > 0]).toEqual([true, true]);
    expect(cost).toBe(2 * input + 30 * output);
  });

  it('is told in those of the second model where that one answers', async () => {
    const second = new ScriptedModel([{ text: 'Hello.' }]);
    const harness: Harness = new Harness({
      provider: {
        create: async ({ model }) =>
          (model === 'second' ? second : harness.model) as never
      },
      script: [{ error: new ModelFault('wrong-key', 'no') }]
    });
    const prices = { input: 2_000_000, output: 30_000_000 };
    harness.chosen.fallback = {
      choice: { ...DEMO_CHOICE, model: 'second', prices },
      key: undefined,
      disclosed: true
    };
    await harness.say();
    const { input, output, cost } = harness.last('usage');
    expect(cost).toBe(2 * input + 30 * output);
  });

  it('is not guessed without prices', async () => {
    const harness = await startRun({ script: ['Hello.'] });
    expect(harness.last('usage').cost).toBeUndefined();
  });
});

describe('an answer in text alone', () => {
  const todos = (...states: string[]) => ({
    name: 'write_todos',
    args: {
      todos: states.map((status, index) => ({
        content: `Item ${index + 1}`,
        status
      }))
    }
  });
  const final = (answer: string) => calling('final_answer', { answer });

  it('is asked for once more while items of the list are open, and the list is done with the final answer', async () => {
    const harness = await startRun({
      tools: [FINAL],
      script: [
        [todos('completed', 'in_progress')],
        'I will do item 2 now.',
        final('Both done.')
      ]
    });
    const last = harness.model.requests.at(-1)!;
    expect(last.at(-2)?.text).toBe('I will do item 2 now.');
    expect(last.at(-1)?.text).toContain(
      'items of your list are open: Item 2. Go on with the next call.'
    );
    expect(harness.last('final-answer').answer).toBe('Both done.');
    expect(harness.last('todos').todos.map(({ status }) => status)).toEqual([
      'completed',
      'completed'
    ]);
    expect(harness.last('model-retry').error.title).toContain(
      'before it had finished its list'
    );
    // The hint that asked again is not part of the thread.
    expect(JSON.stringify(await harness.messages())).not.toContain(
      'items of your list'
    );
  });

  it('is asked for twice at most, and then ends the turn with what was left open', async () => {
    const harness = await startRun({
      tools: [FINAL],
      script: [
        [todos('completed', 'in_progress', 'pending')],
        'First words.',
        'Second words.',
        'Third words.',
        'Of the next turn.'
      ]
    });
    expect(harness.model.requests).toHaveLength(4);
    const { answer } = harness.last('final-answer');
    expect(answer).toContain('Third words.');
    expect(answer).toContain(
      'The model stopped before this was done: Item 2; Item 3.'
    );
    expect(harness.last('run-finished').outcome).toBe('answered');
    expect(harness.last('todos').todos.map(({ status }) => status)).toEqual([
      'completed',
      'in_progress',
      'pending'
    ]);
    // The list belonged to the last turn: another question can be answered in
    // plain text.
    await harness.say('What is two and two?');
    expect(harness.model.requests).toHaveLength(5);
    expect(harness.last('model-message').text).toBe('Of the next turn.');
  });

  it('is not asked for because of a list of an earlier turn', async () => {
    const harness = new Harness({
      tools: [FINAL],
      script: [{ calls: [todos('pending')] }, { hang: true }, { text: 'Four.' }]
    });
    const run = harness.say();
    await harness.until(() => harness.model.requests.length === 2);
    await harness.stop();
    await run;
    await harness.say('What is two and two?');
    expect(harness.model.requests).toHaveLength(3);
    expect(harness.last('model-message').text).toBe('Four.');
  });

  it('ends the turn where all is done, where there is no list, and where lists are off', async () => {
    for (const [script, settings] of [
      [[{ calls: [todos('completed')] }, { text: 'Done.' }], {}],
      [[{ text: 'Done.' }], {}],
      [
        [{ calls: [todos('pending')] }, { text: 'Done.' }],
        { context: { todos: false } }
      ]
    ] as const) {
      const harness = await startRun({
        tools: [FINAL],
        script: [...script] as never,
        settings
      });
      expect(harness.of('model-retry')).toEqual([]);
      expect(harness.last('model-message').text).toBe('Done.');
    }
  });

  describe('after a call that failed', () => {
    const failing = plainTool('edit', 'execute', {
      result: { ok: false, text: 'NameError', summary: 'Failed', ms: 5 }
    });
    const calls = [{ name: 'edit', args: { code: 'a' } }];

    it.each<[string, object[], number, string]>([
      [
        'goes on if the model does',
        [
          { text: 'I will correct it now.' },
          calling('final_answer', { answer: 'Corrected.' })
        ],
        3,
        'Corrected.'
      ],
      [
        'ends the turn if it is said again',
        [{ text: 'It cannot be done.' }, { text: 'It really cannot.' }],
        3,
        'It really cannot.'
      ],
      [
        'is the answer if nothing more comes',
        [{ text: 'It cannot be done.' }, { text: '' }, { text: '' }],
        4,
        'It cannot be done.'
      ]
    ])('is asked for once more: it %s', async (_, rest, requests, answer) => {
      const harness = await startRun({
        tools: [failing, FINAL],
        script: [{ calls }, ...rest] as never
      });
      await harness.approveAll();
      expect(harness.model.requests).toHaveLength(requests);
      const [, , again] = harness.model.requests;
      expect(again.at(-1)?.text).toContain('the call before it failed');
      expect(harness.of('model-retry')[0].error.title).toBe(
        'The model stopped after a step that failed.'
      );
      expect(
        harness.of('final-answer').at(-1)?.answer ??
          harness.last('model-message').text
      ).toBe(answer);
      expect(harness.last('run-finished').outcome).toBe('answered');
    });

    it('is not asked for again if the person rejected the call', async () => {
      const harness = await startRun({
        tools: [failing, FINAL],
        script: [{ calls }, 'All right.']
      });
      await harness.decideFirst({ type: 'reject' });
      expect(harness.model.requests).toHaveLength(2);
    });
  });

  it('that is a call nobody can read is asked for again, with the schema of its tool', async () => {
    const tool = plainTool('edit', 'edit');
    const harness = await startRun({
      provider,
      tools: [tool, FINAL],
      script: [
        '{"name": "edit", "arguments": {"code": "a',
        '```json\n{"name": "edit", "arguments": {code}}\n```',
        calling('edit', { code: 'a' }),
        'Done.'
      ]
    });
    for (const request of harness.model.requests.slice(1, 3)) {
      expect(request.at(-1)?.text).toContain('cannot be read as one');
      expect(request.at(-1)?.text).toContain(
        'as JSON Schema: {"type":"object"'
      );
    }
    await harness.approveAll();
    expect(tool.ran).toEqual(['a']);
  });
});

it('the setting of the todo list takes the tool away, and a call of it is sent back', async () => {
  const harness = await startRun({
    tools: [FINAL],
    script: [
      calling('write_todos', {
        todos: [{ content: 'Load', status: 'pending' }]
      }),
      'Done.'
    ],
    settings: { context: { todos: false } }
  });
  expect(harness.of('call-finished').map(({ state }) => state)).toEqual([
    'failed'
  ]);
  expect(JSON.stringify(await harness.messages())).toContain(
    'There is no tool \\"write_todos\\"'
  );
  const [system] = harness.model.requests[0];
  expect(system.text).not.toContain('write_todos');
});
