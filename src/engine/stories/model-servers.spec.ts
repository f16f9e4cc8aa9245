import { AIMessage } from '@langchain/core/messages';

import type { IModelChoice } from '../../contract';
import { provider } from '../../models';
import { readCorpus } from '../../testing/corpus/read-corpus';
import { FakeNotebook } from '../../testing/fake-notebook';
import { type IServedStep, ServedModel } from '../../testing/served-model';
import { Harness, toolTexts } from './harness';

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
  choice: Partial<IModelChoice> = {}
): Harness {
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
    )
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
