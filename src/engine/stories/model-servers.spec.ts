import { AIMessage } from '@langchain/core/messages';
import { MemorySaver } from '@langchain/langgraph/web';

import type { IModelChoice } from '../../contract';
import { provider } from '../../models';
import { readCorpus } from '../../testing/corpus/read-corpus';
import { InMemoryJournal } from '../../storage';
import { FakeNotebook } from '../../testing/fake-notebook';
import { type IServedStep, ServedModel } from '../../testing/served-model';
import { Harness, THREAD, toolTexts } from './harness';

interface ICase {
  name: string;
  /** What is right, for a person. */
  right: string;
  provider: string;
  model: string;
  options?: IModelChoice['options'];
  user: string;
  steps: IServedStep[];
  expect: Record<string, unknown>;
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
  const own = provider(choice.provider ?? 'compatible');
  const harness = new Harness({
    script: [],
    notebook: new FakeNotebook({
      cells: [
        { id: 'c1', source: '1' },
        { id: 'c2', source: '2' }
      ]
    }),
    provider: Object.fromEntries(
      Object.entries(own).filter(([name]) => name !== 'info')
    ),
    ...more
  });
  choose(harness, choice);
  return harness;
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

/** What can be observed of the first answer, of the second request and of the end. */
async function observed(harness: Harness): Promise<Record<string, unknown>> {
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
    words
  };
}

describe('a server of models', () => {
  it.each(readCorpus<ICase>('model-servers').map(each => [each.name, each]))(
    '%s',
    async (_, { steps, user, expect: wanted, right, ...choice }) => {
      const harness = served(steps, choice);
      await harness.say(user);
      const { says = '', last = {}, ...rest } = wanted;
      const found = await observed(harness);
      expect({ right, ...found }).toMatchObject({ right, ...rest });
      expect(found.words).toContain(says);
      const { has = '', lacks = '\0' } = last as Record<string, string>;
      const sent = JSON.stringify(server?.requests.at(-1));
      expect(sent).toContain(has);
      expect(sent).not.toContain(lacks);
      await harness.stop();
      expect(await harness.problems()).toEqual([]);
    },
    20_000
  );
});

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
    const stores = {
      checkpointer: new MemorySaver(),
      journal: new InMemoryJournal()
    };
    const first = served([thinking(), { text: 'One.' }], {}, stores);
    await first.say();
    expect(wentBack()).toEqual([true, true]);
    const second = served([{ text: 'Two.' }], {}, stores);
    await second.say('And now?');
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
    const [{ callId }] = harness.review.cards;
    await harness.decide({
      [callId]: {
        type: 'edit',
        editedAction: { name: 'jupyter_cell', args: { code: 'x = 2' } }
      }
    });
    expect(harness.notebook.sources.at(-1)).toBe('x = 2');
    expect(wentBack()).toEqual([true, true]);
    const { runId } = harness.last('run-finished');
    const preview = await harness.engine.past.previewUndo(THREAD, runId);
    await harness.engine.send({
      type: 'undo',
      threadId: THREAD,
      runId,
      items: preview!.items.map(({ id }) => id)
    });
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

describe('an answer that was cut off', () => {
  it('goes on where it ended, when the person says Continue, also after a reload', async () => {
    const stores = {
      checkpointer: new MemorySaver(),
      journal: new InMemoryJournal()
    };
    const cut = { delta: { content: 'One, two,' }, finish_reason: 'length' };
    const first = served(
      [{ raw: [`data: ${JSON.stringify({ choices: [cut] })}\n\n`] }],
      {},
      stores
    );
    await first.say('Count.');
    expect(first.last('run-finished')).toMatchObject({ outcome: 'limit' });
    const second = served([{ text: ' three.' }], {}, stores);
    await second.engine.send({ type: 'retry', threadId: THREAD });
    expect(second.last('run-finished').outcome).toBe('answered');
    const { messages } = server!.requests[0];
    expect(messages.slice(-2)).toMatchObject([
      { role: 'assistant', content: 'One, two,' },
      {
        role: 'user',
        content: expect.stringContaining('exactly where it ends')
      }
    ]);
    expect(await second.problems()).toEqual([]);
  });
});
