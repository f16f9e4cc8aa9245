import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  DEMO_CHOICE,
  ENGLISH,
  type AgentEvent,
  type InterruptAnswer,
  type OpenQuestion
} from '../../../contract';
import { demoProvider } from '../../../demo-model/demo-provider';
import { Engine } from '../../../engine/engine';
import { engineStores } from '../../../engine/stories/engine-stores';
import { FakeFiles } from '../../../testing/fake-files';
import { FakeNotebook } from '../../../testing/fake-notebook';
import { FakeWorkspace } from '../../../testing/fake-workspace';
import { PythonProcess } from '../../../testing/processes/python-process';
import { planWorkflow } from '../../../workflows/plan/plan-workflow';
import { ODD_TABLES } from './odd-tables';

const THREAD = 'demo';
const PENGUINS = readFileSync(
  join(__dirname, '../../../../examples/penguins.csv'),
  'utf-8'
);
const SHOPS =
  ODD_TABLES['semicolons, decimal commas and dates of the day first'];

/** A person who answers as the card suggests and approves each cell. */
async function work(engine: Engine, events: readonly AgentEvent[], choice = 0) {
  const kinds: string[] = [];
  const done = new Set<string>();
  for (let at = 0; at < events.length; at++) {
    const event = events[at];
    if (event.type === 'interrupt-opened') {
      const { interrupt } = event;
      kinds.push(interrupt.kind);
      await engine.send({
        type: 'answer',
        threadId: THREAD,
        interruptId: interrupt.interrupt_id,
        answer: answerTo(interrupt, choice)
      });
    } else if (event.type === 'review-opened') {
      const [card] = event.cards;
      if (!done.has(card.callId)) {
        done.add(card.callId);
        await engine.send({
          type: 'resume',
          threadId: THREAD,
          interruptId: event.interruptId,
          decisions: { [card.callId]: { type: 'approve' } },
          hashes: { [card.callId]: card.hash }
        });
      }
    }
  }
  return kinds;
}

function answerTo(asked: OpenQuestion, choice: number): InterruptAnswer {
  switch (asked.kind) {
    case 'clarification':
      return {
        action: 'answer',
        answers: Object.fromEntries(
          asked.questions.map(({ id, choices }) => [id, choices[choice]])
        )
      };
    case 'plan':
      return { action: 'accept', steps: asked.steps, level: 'cell' };
    default:
      return { action: 'skip' } as InterruptAnswer;
  }
}

const ALL = [
  'Load',
  'Describe the columns',
  'Compare the groups',
  'Draw what stands out'
];

it.each([
  ['penguins.csv', 0, ALL, PENGUINS],
  ['shops.csv', 0, ALL, SHOPS],
  ['the shops of may.csv', 0, ALL, SHOPS],
  ['numbers.csv', 0, ALL, ODD_TABLES['awkward names']],
  [
    'penguins.csv',
    1,
    ['Load', 'Compare the groups', 'Draw what stands out'],
    PENGUINS
  ]
])(
  'the demo asks, plans and works off on %s what its answer %i wants',
  async (name, choice, titles, text) => {
    const root = mkdtempSync(join(tmpdir(), 'cellwright-plan-'));
    writeFileSync(join(root, name), text);
    const python = new PythonProcess(root);
    try {
      const notebook = new FakeNotebook({
        onRun: source => python.run(source),
        onInspect: code => python.inspect(code)
      });
      const engine = new Engine({
        ...engineStores(),
        workspace: new FakeWorkspace({
          notebook,
          files: new FakeFiles({ [name]: text })
        }),
        trans: ENGLISH,
        providers: async () => [demoProvider],
        model: () => ({ choice: DEMO_CHOICE, key: undefined, disclosed: true }),
        workflows: async () => [planWorkflow(null)]
      });
      const events: AgentEvent[] = [];
      engine.subscribe(event => events.push(event));
      await engine.send({
        type: 'start',
        threadId: THREAD,
        messageId: 'm',
        text: `Explore ${name}`,
        mode: 'plan'
      });
      expect(await work(engine, events, choice)).toEqual([
        'clarification',
        'plan'
      ]);
      const proposed = events.find(({ type }) => type === 'plan-proposed');
      expect(proposed).toMatchObject({
        steps: titles.map(title => ({
          title: expect.stringMatching(new RegExp(`^${title}`))
        }))
      });
      const ended = events.filter(
        event => event.type === 'plan-step' && event.endedAt !== undefined
      );
      expect(ended).toMatchObject(titles.map(() => ({ state: 'succeeded' })));
      expect(events.findLast(({ type }) => type === 'plan-synthesis')).toEqual(
        expect.objectContaining({
          // What the last step says.
          report: expect.stringMatching(/has \d+ .*rows and \d.* columns?/),
          plain: false
        })
      );
      expect(events.at(-1)).toMatchObject({ outcome: 'answered' });
    } finally {
      python.dispose();
      rmSync(root, { recursive: true, force: true });
    }
  },
  120_000
);

it('the demo answers in words where nothing is to be planned', async () => {
  const engine = new Engine({
    ...engineStores(),
    workspace: new FakeWorkspace({ notebook: new FakeNotebook() }),
    trans: ENGLISH,
    providers: async () => [demoProvider],
    model: () => ({ choice: DEMO_CHOICE, key: undefined, disclosed: true }),
    workflows: async () => [planWorkflow(null)]
  });
  const events: AgentEvent[] = [];
  engine.subscribe(event => events.push(event));
  await engine.send({
    type: 'start',
    threadId: THREAD,
    messageId: 'm',
    text: 'Who are you?',
    mode: 'plan'
  });
  expect(events).toContainEqual(
    expect.objectContaining({
      type: 'model-message',
      text: expect.stringContaining('demo')
    })
  );
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'plan-ended', outcome: 'chat' })
  );
});
