import { convertToOpenAITool } from '@langchain/core/utils/function_calling';

import type { Effect, ITool, IToolDeclaration } from '../../contract';
import { TextVectors } from '../../search';
import { readCorpus } from '../../testing/corpus/read-corpus';
import { FakeEmbeddings } from '../../testing/search/fake-embeddings';
import type { IScriptedStep } from '../../testing/scripted-model';
import { TOOLS } from '../../tools';
import { ToolIndex } from '../tool-set/tool-index';
import { MAX_OFFERED } from '../tool-set/tool-offer';
import { FIND_TOOLS } from '../tool-set/tool-set';
import { calling, Harness, namesOf, startRun, toolTexts } from './harness';
import { FINAL, plainTool } from './plain-tools';
import { Site, reload } from './reopening';

/**
 * Many tools of connected servers: which of them a model is offered, how it
 * gets more of them, and what happens when tools come and go.
 */

/** The tools of real servers, with the names an adapter would give them. */
function connected(effect: Effect = 'read'): ReturnType<typeof plainTool>[] {
  return readCorpus<{ name: string; server: string; description: string }>(
    'server-tools'
  ).map(({ name, server, description }) =>
    plainTool(name.toLowerCase().replace(/[^a-z0-9]+/g, '_'), effect, {
      server,
      description
    })
  );
}

const named = (
  tools: readonly ReturnType<typeof plainTool>[],
  name: string
): ReturnType<typeof plainTool> => {
  const tool = tools.find(each => each.name === name);
  if (!tool) {
    throw new Error(`There is no ${name} in the corpus.`);
  }
  return tool;
};

const call = (name: string, code = 'a'): IScriptedStep => ({
  calls: [{ name, args: { code } }]
});

const find = (query: string): IScriptedStep => calling(FIND_TOOLS, { query });

const DONE: IScriptedStep = { text: 'Done.' };

/** Names of the tools of each request, in the order they are sent. */
const sent = ({ model }: Harness): string[][] =>
  model.requestTools.map(namesOf);

/** Those of them that are not ours. */
const others = (names: readonly string[]): string[] =>
  names.filter(
    name =>
      !TOOLS.some(tool => tool.name === name) &&
      ![FIND_TOOLS, 'write_todos'].includes(name)
  );

/** The tools of a request as a provider's cache sees them. */
const declared = (tools: unknown[]): string[] =>
  tools.map(each => JSON.stringify(convertToOpenAITool(each as never)));

const JIRA_CREATE = 'jira_jira_create_issue';
const PODS_LOG = 'kubernetes_pods_log';

describe('tools of others', () => {
  it('are all offered up to twenty-five, and nothing has to be found', async () => {
    const few = connected().slice(0, MAX_OFFERED - 1);
    const harness = new Harness({
      tools: [FINAL, ...few],
      script: [call(few[3].name), DONE]
    });
    await harness.say('Hello.');
    expect(sent(harness)[0]).toEqual([
      'final_answer',
      'write_todos',
      ...few.map(({ name }) => name)
    ]);
    expect(sent(harness)[1]).toEqual(sent(harness)[0]);
    expect(few[3].ran).toEqual(['a']);
  });

  it('are offered, of many, where they fit the message; ours always are', async () => {
    const harness = new Harness({
      tools: [...TOOLS, ...connected()],
      script: [DONE, DONE]
    });
    await harness.say('Make a Jira ticket for the missing timestamps');
    const [names] = sent(harness);
    expect(names).toEqual(expect.arrayContaining(['final_answer', FIND_TOOLS]));
    expect(others(names)).toContain(JIRA_CREATE);
    // As many as the budget of a message takes, and all of them about it.
    expect(others(names).length).toBeLessThan(MAX_OFFERED);
    expect(others(names).every(name => name.startsWith('jira'))).toBe(true);
    await harness.say('Which scatter plot shows the clusters best?');
    expect(others(sent(harness)[1])).not.toContain(JIRA_CREATE);
  });

  it.each([
    ['all that fit', 100, 20],
    ['as many as the budget takes', 1_000, 10],
    ['at least the most relevant', 20_000, 1]
  ])('are offered by size: %s', async (_, length, count) => {
    const counting = Array.from({ length: 20 }, (__, at) =>
      plainTool(`penguin_${at}`, 'read', {
        description: `Counts penguins. ${'x'.repeat(length)}`
      })
    );
    const harness = new Harness({
      tools: [FINAL, ...connected(), ...counting],
      script: [DONE]
    });
    await harness.say('Count the penguins.');
    const names = others(sent(harness)[0]);
    expect(names).toHaveLength(count);
    expect(names.every(name => name.startsWith('penguin_'))).toBe(true);
  });

  it.each([
    ['Plot the penguins', false, false],
    ['Write a report', false, true],
    ['Einen Bericht, bitte', false, true],
    ['Write a report', true, false]
  ])(
    'come on demand where they fit: %s (nobody can tell: %s)',
    async (message, isBroken, isOffered) => {
      const warned = jest.spyOn(console, 'warn').mockImplementation();
      const search = jest.spyOn(ToolIndex.prototype, 'search');
      if (isBroken) {
        search.mockRejectedValue(new Error('offline'));
      }
      const report = plainTool('report', 'write', { alsoCalled: 'bericht' });
      const harness = new Harness({
        tools: [FINAL, { ...report, onDemand: true as const }],
        script: [DONE]
      });
      await harness.say(message);
      search.mockRestore();
      expect(others(sent(harness)[0])).toEqual(isOffered ? ['report'] : []);
      expect(warned.mock.calls.length > 0).toBe(isBroken);
    }
  );

  it('stay offered for a message that is tried again', async () => {
    const harness = new Harness({
      tools: [FINAL, ...connected()],
      script: [
        find('logs of a kubernetes pod'),
        { error: new Error('no') },
        DONE
      ]
    });
    await harness.say('Hm.');
    await harness.retry();
    expect(sent(harness)[2]).toContain(PODS_LOG);
  });

  it('are offered where they mean what was said, and by the words alone where nobody can be asked', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const embeddings = new FakeEmbeddings(['glimmer aurora']);
    const vectors = new TextVectors({
      source: async () => ({
        id: 'one',
        embed: texts => embeddings.embedDocuments(texts)
      }),
      store: {
        read: async () => [],
        write: async () => undefined,
        keepOnly: async () => undefined
      }
    });
    const weather = plainTool('sky', 'read', { description: 'An aurora.' });
    const harness = new Harness({
      tools: [FINAL, ...connected(), weather],
      vectors,
      script: [DONE, DONE]
    });
    await harness.say('One glimmer');
    expect(others(sent(harness)[0])).toContain('sky');
    expect(harness.of('notice')).toEqual([]);
    embeddings.refuses = new Error('Nobody is there.');
    await harness.say('A glimmer again, and a Jira ticket');
    expect(others(sent(harness)[1])).toContain(JIRA_CREATE);
    expect(harness.of('notice')).toMatchObject([
      { text: expect.stringContaining('by their words only') }
    ]);
  });

  it('that were used in this conversation stay offered, the others do not', async () => {
    const tools = connected();
    const harness = new Harness({
      tools: [FINAL, ...tools],
      script: [call(JIRA_CREATE), DONE, DONE]
    });
    await harness.say('Make a Jira ticket for the missing timestamps');
    expect(named(tools, JIRA_CREATE).ran).toEqual(['a']);
    await harness.say('Thanks, hm.');
    expect(others(sent(harness)[2])).toEqual([JIRA_CREATE]);
  });

  it('of which none fits are told by where they come from', async () => {
    const harness = new Harness({
      tools: [FINAL, ...connected()],
      script: [find('zzzz qqqq'), DONE]
    });
    await harness.say('Hm.');
    const [text] = toolTexts(await harness.messages());
    expect(text).toContain('No tool fits this.');
    expect(text).toContain('Kubernetes (15)');
  });

  it('are only ever added within a run, whatever brings them', async () => {
    const tools = connected();
    const step = (content: string): IScriptedStep => ({
      calls: [
        {
          name: 'write_todos',
          args: { todos: [{ content, status: 'in_progress' }] }
        },
        { name: 'jira_jira_search', args: { code: 'a' } }
      ]
    });
    const harness = new Harness({
      tools: [FINAL, ...tools],
      script: [
        find('logs of a kubernetes pod'),
        step('Look at the scores'),
        step('Post a message in Slack'),
        () => {
          void harness.send({
            type: 'queue',
            messageId: 'queued',
            text: 'And put the rows into the Airtable table.'
          });
          return call('jira_jira_search');
        },
        DONE
      ]
    });
    await harness.say('Search Jira for open bugs');
    const requests = harness.model.requestTools.map(declared);
    expect(requests).toHaveLength(5);
    for (const [index, request] of requests.slice(1).entries()) {
      expect(request.slice(0, requests[index].length)).toEqual(requests[index]);
    }
    const names = sent(harness);
    expect(names[0]).toContain('jira_jira_search');
    expect(names[1]).toContain(PODS_LOG);
    expect(names[2]).toEqual(names[1]);
    expect(names[3]).toContain('slack_slack_post_message');
    expect(others(names[4]).some(name => name.startsWith('airtable'))).toBe(
      true
    );
  });

  it('are not brought by words that many have, or that say nothing', async () => {
    const harness = new Harness({
      tools: [FINAL, ...connected()],
      script: [
        ...['Load the data', 'Summarise its columns', 'Say what was found'].map(
          content =>
            calling('write_todos', {
              todos: [{ content, status: 'in_progress' }]
            })
        ),
        DONE,
        // It is reminded of its plan.
        DONE,
        DONE
      ]
    });
    await harness.say('Go on with the penguins, please.');
    expect(sent(harness).length).toBeGreaterThan(3);
    expect(others(sent(harness).flat())).toEqual([]);
  });

  it('that were not offered are refused at the gate, which names find_tools: what it finds can be called from the next request on', async () => {
    const tools = connected();
    const harness = new Harness({
      tools: [FINAL, ...tools],
      settings: { policy: { interruptOn: { [PODS_LOG]: false } } },
      script: [
        call(PODS_LOG),
        // A tool found in the same step was not offered yet either.
        [
          { name: FIND_TOOLS, args: { query: 'kubernetes pod logs' } },
          { name: PODS_LOG, args: { code: 'b' } }
        ],
        call(PODS_LOG, 'c'),
        DONE
      ]
    });
    await harness.say('Hm.');
    expect(named(tools, PODS_LOG).ran).toEqual(['c']);
    expect(sent(harness).map(names => names.includes(PODS_LOG))).toEqual([
      false,
      false,
      true,
      true
    ]);
    const texts = toolTexts(await harness.messages());
    expect(texts[1]).toContain(
      `- ${PODS_LOG} (Kubernetes): Get the logs of a Kubernetes pod`
    );
    for (const text of [texts[0], texts[2]]) {
      expect(text).toBe(
        `The tool "${PODS_LOG}" was not offered to you. Call find_tools with what is to be done; what it finds can be called from the next step on.`
      );
    }
  });

  it('that do more than read are not found in the mode Ask', async () => {
    const harness = new Harness({
      tools: [FINAL, ...connected(), plainTool('jira_wipe', 'network')],
      script: [find('wipe jira'), call('jira_wipe'), DONE]
    });
    await harness.say('Wipe it.', { mode: 'ask' });
    expect(sent(harness).flat()).not.toContain('jira_wipe');
    expect(toolTexts(await harness.messages())[1]).toContain(
      'There is no tool "jira_wipe". The person chose the mode Ask'
    );
  });

  it('have a name that is taken where they are called like ours', async () => {
    const harness = new Harness({
      tools: [FINAL, plainTool(FIND_TOOLS, 'read')],
      script: []
    });
    await harness.say('Hm.');
    expect(harness.last('run-finished').error?.text).toContain(
      'two tools called “find_tools”'
    );
  });
});

describe('tools that come and go during a run', () => {
  it('work from the next request on', async () => {
    const tools: ITool[] = [FINAL, plainTool('look', 'read')];
    const late = plainTool('late', 'read');
    const harness = await startRun({
      tools,
      script: [
        () => {
          tools.push(late);
          return calling('late', { code: 'too early' });
        },
        call('late'),
        DONE
      ]
    });
    expect(sent(harness)).toEqual([
      ['final_answer', 'write_todos', 'look'],
      ['final_answer', 'write_todos', 'look', 'late'],
      ['final_answer', 'write_todos', 'look', 'late']
    ]);
    expect(late.ran).toEqual(['a']);
    expect(toolTexts(await harness.messages())[0]).toBe(
      'The tool "late" was added while you were writing. Call it again now.'
    );
  });

  it('are answered with what happened once they are gone, and work when they are back', async () => {
    const tools: ITool[] = [FINAL];
    const query = plainTool('query', 'network');
    tools.push(query);
    const harness = await startRun({
      tools,
      script: [
        () => {
          tools.pop();
          return call('query', 'gone');
        },
        () => {
          tools.push(query);
          return call('query', 'back');
        },
        DONE
      ]
    });
    // A call that cannot be done gets no card.
    expect(harness.of('review-opened')).toHaveLength(1);
    await harness.approveAll();
    expect(query.ran).toEqual(['back']);
    expect(toolTexts(await harness.messages())[0]).toContain(
      'The tool "query" is no longer there'
    );
    expect(sent(harness)).toEqual(Array(3).fill(sent(harness)[0]));
    expect(harness.last('run-finished').outcome).toBe('answered');
  });

  it('are declared and run as they are now, where they have changed', async () => {
    const old: IToolDeclaration = {
      name: 'weather',
      description: 'Weather of a city.',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string' } },
        required: ['city']
      },
      effect: 'read',
      run: async () => 'old'
    };
    const now: IToolDeclaration = {
      ...old,
      description: 'Weather of a place.',
      parameters: {
        type: 'object',
        properties: { place: { type: 'string' } },
        required: ['place']
      },
      run: async ({ place }) => `now ${String(place)}`
    };
    const tools: (ITool | IToolDeclaration)[] = [FINAL, old];
    const weather = (args: Record<string, unknown>): IScriptedStep => ({
      calls: [{ name: 'weather', args }]
    });
    const harness = await startRun({
      tools,
      script: [
        () => {
          tools[1] = now;
          return weather({ city: 'Bern' });
        },
        weather({ place: 'Bern' }),
        DONE
      ]
    });
    const texts = toolTexts(await harness.messages());
    expect(texts[0]).toContain('place');
    expect(texts[1]).toBe('now Bern');
    expect(declared(harness.model.requestTools[0]).join()).not.toContain(
      'Weather of a place.'
    );
    expect(declared(harness.model.requestTools[1]).join()).toContain(
      'Weather of a place.'
    );
  });

  it('do not end it where one of them cannot be used', async () => {
    const tools: ITool[] = [FINAL, plainTool('look', 'read')];
    const warned = jest.spyOn(console, 'warn').mockImplementation();
    const harness = await startRun({
      tools,
      script: [
        () => {
          tools.push(plainTool('look', 'read'));
          return call('look');
        },
        DONE
      ]
    });
    expect(harness.last('run-finished').outcome).toBe('answered');
    expect(toolTexts(await harness.messages())).toEqual(['did a']);
    expect(warned).toHaveBeenCalledWith(
      expect.stringContaining('could not be listed again'),
      expect.anything()
    );
  });
});

describe('what was offered', () => {
  const ANSWERS: IScriptedStep[] = [
    find('logs of a kubernetes pod'),
    call(PODS_LOG),
    DONE
  ];

  const site = (): { site: Site; tools: ReturnType<typeof plainTool>[] } => {
    const tools = connected('network');
    return {
      site: new Site({ answers: ANSWERS, tools: [FINAL, ...tools] }),
      tools
    };
  };

  it('is the same after a reload: the card counts, and the next request has the same tools', async () => {
    const { site: here, tools } = site();
    const page = here.page();
    await page.say('Search Jira for open bugs', 'message-1');
    const waiting = await page.waiting();
    expect(waiting.map(({ card }) => card.tool)).toEqual([PODS_LOG]);
    const next = await reload(page);
    await next.approveAll();
    expect(named(tools, PODS_LOG).ran).toEqual(['a']);
    const names = here.boundTools.map(namesOf);
    expect(names[0]).toContain('jira_jira_search');
    expect(names[1].slice(0, names[0].length)).toEqual(names[0]);
    expect(names[1]).toContain(PODS_LOG);
    expect(names[2]).toEqual(names[1]);
  });

  it('is offered again once a server that was slow after a reload is back', async () => {
    const query = plainTool('query', 'network');
    const back = plainTool('back', 'read');
    const tools: ITool[] = [FINAL, back, query];
    back.run = async () => {
      tools.push(query);
      return { text: 'It is back.', ok: true, summary: 'Back' };
    };
    const here = new Site({
      answers: [call('query'), call('back'), call('query', 'b'), DONE],
      tools: async () => [...tools]
    });
    const page = here.page();
    await page.say('Ask the server', 'message-1');
    tools.pop();
    const next = await reload(page);
    await next.approveAll();
    expect(toolTexts(await next.messages())[0]).toContain('is no longer there');
    await next.approveAll();
    expect(query.ran).toEqual(['b']);
    const names = here.boundTools.map(namesOf);
    expect(names[1]).not.toContain('query');
    expect(names[2]).toContain('query');
  });

  it('that grew stands in the debug view, with the reason', async () => {
    const harness = new Harness({
      tools: [FINAL, ...connected()],
      settings: { debug: true },
      script: [find('logs of a kubernetes pod'), DONE]
    });
    await harness.say('Search Jira for open bugs');
    const entries = harness.of('debug').map(({ entry }) => entry);
    expect(
      entries.filter(({ title }) => title === 'Offered more tools')
    ).toMatchObject([{ body: { [PODS_LOG]: 'found' } }]);
  });
});
