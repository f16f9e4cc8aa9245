import type { JupyterFrontEnd } from '@jupyterlab/application';

import {
  type AgentEvent,
  type IMiddlewareDeclaration,
  type IModelChoice,
  type IModelProvider,
  type IToolDeclaration,
  DEMO_CHOICE,
  ENGLISH
} from '../src/contract';
import { createEngine } from '../src/engine';
import { engineStores } from '../src/engine/stories/engine-stores';
import { providers as builtIn } from '../src/models';
import { Registry } from '../src/plugins/util/registry';
import { FakeNotebook } from '../src/testing/fake-notebook';
import { FakeWorkspace } from '../src/testing/fake-workspace';
import { ScriptedModel } from '../src/testing/scripted-model';
import { TOOLS } from '../src/tools';
import middlewarePlugin from './middleware';
import providerPlugin from './provider';
import toolPlugin from './tool';

const APP = {} as JupyterFrontEnd;

// Its plugin shows a notification, which wants a browser.
jest.mock('@jupyterlab/apputils', () => ({ Notification: {} }));

describe('the examples for extensions', () => {
  const tools = new Registry<(typeof TOOLS)[number] | IToolDeclaration>(fail);
  const providers = new Registry<IModelProvider>(fail);
  const middleware = new Registry<IMiddlewareDeclaration>(fail);
  let events: AgentEvent[];

  function fail(error: unknown): void {
    throw error;
  }

  function scripted(model: ScriptedModel): IModelProvider {
    return { ...builtIn[0], id: 'scripted', create: async () => model };
  }

  function engine(choice: IModelChoice, from = providers) {
    const created = createEngine({
      ...engineStores(),
      workspace: new FakeWorkspace({ notebook: new FakeNotebook() }),
      trans: ENGLISH,
      model: () => ({ choice, key: undefined, disclosed: true }),
      tools: () => tools.load(),
      providers: async () => (await from.load()) as typeof builtIn,
      middleware: () => middleware.load()
    });
    created.subscribe(event => events.push(event));
    return created;
  }

  beforeAll(async () => {
    tools.register(async () => TOOLS);
    providers.register(async () => builtIn);
    await toolPlugin.activate(APP, tools);
    await providerPlugin.activate(APP, providers);
    await middlewarePlugin.activate(APP, middleware);
  });

  beforeEach(() => {
    events = [];
  });

  const start = { type: 'start', threadId: 't', messageId: 'm' } as const;
  const found = <T extends AgentEvent['type']>(type: T) =>
    events.find(
      (event): event is Extract<AgentEvent, { type: T }> => event.type === type
    )!;

  it('a provider: its model answers', async () => {
    await engine({ ...DEMO_CHOICE, provider: 'parrot', model: 'grey' }).send({
      ...start,
      text: 'Polly'
    });
    expect(found('run-started').model.label).toBe('Parrot grey');
    expect(found('model-message').text).toContain('Polly');
    expect(found('run-finished').outcome).toBe('answered');
  });

  it('a tool: it is asked about in its own words, and runs when approved', async () => {
    const model = new ScriptedModel([
      {
        calls: [
          {
            name: 'exchange_rate',
            args: { from: 'EUR', to: 'USD', date: '2026-11-20' }
          }
        ]
      },
      { calls: [{ name: 'final_answer', args: { answer: '1.1' } }] }
    ]);
    providers.register(scripted(model));
    const asked = jest
      .spyOn(globalThis, 'fetch')
      .mockResolvedValue(new Response('1.1'));
    const agent = engine({ ...DEMO_CHOICE, provider: 'scripted' });
    await agent.send({ ...start, text: 'How much is the euro?' });
    const { interruptId, cards } = found('review-opened');
    expect(cards[0]).toMatchObject({
      effect: 'network',
      title: 'Look up a rate',
      sentence: 'Ask rates.example.org for EUR/USD on 2026-11-20.'
    });
    expect(asked).not.toHaveBeenCalled();
    await agent.send({
      type: 'resume',
      threadId: 't',
      interruptId,
      decisions: { [cards[0].callId]: { type: 'approve' } },
      hashes: { [cards[0].callId]: cards[0].hash }
    });
    expect(asked.mock.calls[0][0]).toBe(
      'https://rates.example.org/2026-11-20?base=EUR&quote=USD'
    );
    expect(found('call-finished')).toMatchObject({
      state: 'done',
      text: 'Looked up EUR/USD'
    });
    asked.mockRestore();
  });

  it('a middleware: what it adds is sent', async () => {
    const model = new ScriptedModel([{ text: 'Done.' }]);
    const only = new Registry<IModelProvider>(fail);
    only.register(scripted(model));
    await engine({ ...DEMO_CHOICE, provider: 'scripted' }, only).send({
      ...start,
      text: 'Plot it'
    });
    expect(model.requests[0][0].text).toMatch(
      /Plots use the palette "colorblind"/
    );
  });

  it('the agent: a command starts it and listens until it has answered', async () => {
    const { ask } = await import('./agent');
    const model = new ScriptedModel([
      { calls: [{ name: 'final_answer', args: { answer: 'Penguins.' } }] }
    ]);
    const only = new Registry<IModelProvider>(fail);
    only.register(scripted(model));
    const agent = createEngine({
      ...engineStores(),
      workspace: new FakeWorkspace({ notebook: new FakeNotebook() }),
      trans: ENGLISH,
      model: () => ({
        choice: { ...DEMO_CHOICE, provider: 'scripted' },
        key: undefined,
        disclosed: true
      }),
      providers: async () => (await only.load()) as typeof builtIn
    });
    expect(await ask(agent, 'What is it about?')).toBe('Penguins.');
  });
});
