import 'fake-indexeddb/auto';

import type { JupyterFrontEnd } from '@jupyterlab/application';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import {
  type AgentEvent,
  type ILateWorkflow,
  type InterruptAnswer,
  type IWorkflowDeclaration,
  DEMO_CHOICE,
  ENGLISH
} from '../src/contract';
import { IndexedDBSaver, createEngine } from '../src/engine';
import { Registry } from '../src/plugins/util/registry';
import { openThreadStore } from '../src/storage/open-thread-store';
import { FakeNotebook } from '../src/testing/fake-notebook';
import { FakeWorkspace } from '../src/testing/fake-workspace';
import workflowPlugin from './workflow';

/** What the model answers, one a request. */
const ANSWERS: object[] = [
  {
    tool_calls: [
      {
        index: 0,
        id: 'call_0',
        type: 'function',
        function: { name: 'name_column', arguments: '{"column":"bm"}' }
      }
    ]
  },
  { content: 'body_mass\nmass_g\nweight' },
  { content: 'The column is called mass_in_grams.' }
];

describe('the example of a workflow', () => {
  const bodies: { messages: { role: string; content: string }[] }[] = [];
  let server: Server;
  let makePage: () => ReturnType<typeof createEngine>;
  let events: AgentEvent[];

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', part => (body += part));
      request.on('end', () => {
        const delta = ANSWERS[bodies.length];
        bodies.push(JSON.parse(body));
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const chunk = (choice: object): string =>
          `data: ${JSON.stringify({
            id: 'x',
            object: 'chat.completion.chunk',
            choices: [{ index: 0, ...choice }]
          })}\n\n`;
        const why = 'tool_calls' in delta ? 'tool_calls' : 'stop';
        response.end(
          chunk({ delta: { role: 'assistant', ...delta } }) +
            chunk({ delta: {}, finish_reason: why }) +
            'data: [DONE]\n\n'
        );
      });
    });
    await new Promise<void>(resolve =>
      server.listen(0, '127.0.0.1', () => resolve())
    );
    const workflows = new Registry<IWorkflowDeclaration | ILateWorkflow>(
      error => {
        throw error;
      }
    );
    await workflowPlugin.activate({} as JupyterFrontEnd, workflows as never);
    const store = await openThreadStore({
      owner: ['http://server/', 'person'],
      trans: ENGLISH,
      onProblem: problem => {
        throw new Error(problem);
      }
    });
    store.database.setFence('t', 1);
    const notebook = new FakeNotebook();
    const { port } = server.address() as AddressInfo;
    makePage = () => {
      events = [];
      const created = createEngine({
        workspace: new FakeWorkspace({ notebook }),
        trans: ENGLISH,
        journal: store.journal,
        imageStore: store.images,
        threads: store.threads,
        checkpointer: new IndexedDBSaver(store.database),
        model: () => ({
          choice: {
            ...DEMO_CHOICE,
            provider: 'openai',
            model: 'any',
            baseUrl: `http://127.0.0.1:${port}/v1`
          },
          key: 'sk-example',
          disclosed: true
        }),
        workflows: () => workflows.load()
      });
      created.subscribe(event => events.push(event));
      return created;
    };
  });

  afterAll(
    () => new Promise<void>(resolve => void server.close(() => resolve()))
  );

  const found = <T extends AgentEvent['type']>(type: T) =>
    events.findLast(
      (event): event is Extract<AgentEvent, { type: T }> => event.type === type
    );

  it('is called by the agent, asks with its own card over a reload, and answers the agent', async () => {
    await makePage().send({
      type: 'start',
      threadId: 't',
      messageId: 'm',
      text: 'Find a better name for bm.'
    });
    const shown = found('interrupt-opened')!.interrupt;
    expect(shown).toMatchObject({
      kind: 'custom',
      workflow: 'column-names',
      card: 'choice',
      title: 'Choose a name',
      text: 'What should bm be called?',
      blocks: [{ kind: 'list', items: ['body_mass', 'mass_g', 'weight'] }],
      values: { name: 'body_mass' },
      buttons: [{ name: 'take', fills: true }, { name: 'keep' }]
    });

    const later = makePage();
    await later.send({ type: 'open', threadId: 't' });
    await later.thread('t').going;
    const answer = (given: InterruptAnswer): Promise<void> =>
      later.send({
        type: 'answer',
        threadId: 't',
        interruptId: shown.interrupt_id,
        answer: given
      });
    await answer({ button: 'delete', values: {} });
    expect(found('interrupt-refused')?.problem).toBe(
      'This answer does not fit the question.'
    );
    await answer({ button: 'take', values: { name: '' } });
    expect(found('interrupt-refused')?.problem).toBe(
      '“Name” needs at least 1 character.'
    );
    expect(bodies).toHaveLength(2);
    await answer({ button: 'take', values: { name: 'mass_in_grams' } });
    expect(found('call-finished')).toMatchObject({
      state: 'done',
      text: 'Named it mass_in_grams'
    });
    expect(found('run-finished')?.outcome).toBe('answered');
    expect(bodies).toHaveLength(3);
    expect(bodies[2].messages.at(-1)).toMatchObject({
      role: 'tool',
      content: expect.stringContaining('Use mass_in_grams.')
    });
  });
});
