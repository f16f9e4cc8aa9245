import type {
  AgentEvent,
  InterruptAnswer,
  OpenQuestion
} from '../../../contract';
import type { Engine } from '../../../engine/engine';
import { planWorkflow } from '../../../workflows/plan/plan-workflow';
import { PENGUINS, THREAD, useDemo } from './demo-conversation';
import { ODD_TABLES } from './odd-tables';

const demo = useDemo();
const SHOPS =
  ODD_TABLES['semicolons, decimal commas and dates of the day first'];

/** A conversation in plan mode. */
async function planning(files: Record<string, string> = {}) {
  const conversation = demo(files, {
    workflows: async () => [planWorkflow(null)]
  });
  await conversation.ready();
  return conversation;
}

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
    const { engine, events } = await planning({ [name]: text });
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
    // By the first of the columns that the step before has listed.
    expect(JSON.stringify(events)).not.toMatch(/groupby\(\W+year/);
    expect(events.findLast(({ type }) => type === 'plan-synthesis')).toEqual(
      expect.objectContaining({
        // What the last step says.
        report: expect.stringMatching(/has \d+ .*rows and \d.* columns?/),
        plain: false
      })
    );
    expect(events.at(-1)).toMatchObject({ outcome: 'answered' });
  },
  120_000
);

it('the demo answers in words where nothing is to be planned', async () => {
  const { engine, events } = await planning();
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
