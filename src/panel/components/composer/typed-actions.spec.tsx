import type { EventBody, OpenQuestion } from '../../../contract';
import { codeCard, questionCard } from '../../../testing/fake-agent';
import { PanelFixture } from '../../stories/panel-fixture';
import {
  callProposed,
  questionOpened,
  reviewOpened
} from '../../stories/events';

let panel: PanelFixture;

beforeEach(async () => {
  panel = new PanelFixture();
  await panel.mount();
});

const review = (...cards: ReturnType<typeof codeCard>[]): EventBody[] => [
  ...cards.map(({ callId, tool }): EventBody =>
    callProposed(callId, { tool, text: '' })
  ),
  reviewOpened(cards)
];

const BASE = {
  interrupt_id: 'q',
  node_ref: 'plan',
  step_id: 's1',
  title: 'Which target?',
  text: ''
};
const option: OpenQuestion & { kind: 'option' } = {
  ...BASE,
  kind: 'option',
  options: [{ value: 's', label: 'Species' }],
  multiple: false,
  other: true
};
const asking = (interrupt: OpenQuestion): EventBody[] => [
  questionOpened(interrupt)
];

const box = () => panel.composer;
const typed = async (words: string): Promise<void> => panel.type(box(), words);
const queued = (): (string | null)[] =>
  panel.agent.commands('queue').map(({ text }) => text);

describe('words typed while a question is open', () => {
  it.each<[string, EventBody[], object]>([
    [
      'of the agent',
      review(questionCard('q')),
      { decisions: { q: { type: 'respond', message: 'the last column' } } }
    ],
    [
      'of the graph',
      asking(option),
      { answer: { chosen: [], other: 'the last column' } }
    ],
    [
      'about the task',
      asking({
        ...BASE,
        kind: 'clarification',
        task: 'Train',
        clarity: 0.5,
        assumptions: [],
        past: [],
        questions: [
          {
            id: 'k',
            question: 'Which?',
            choices: ['a'],
            default: 'a'
          }
        ]
      } as unknown as OpenQuestion),
      { answer: { action: 'answer', answers: { k: 'the last column' } } }
    ]
  ])('answer a question %s with Enter', async (_, events, command) => {
    await panel.run(...events);
    await typed('the last column');
    await panel.press(box(), 'Enter');
    expect(panel.agent.sent.at(-1)).toMatchObject(command);
    expect(queued()).toEqual([]);
    expect(box().value).toBe('');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a held key', () => panel.press(box(), 'Enter', { repeat: true })],
    [
      'a key that no person pressed',
      () => {
        panel.trusted = false;
        return panel.press(box(), 'Enter');
      }
    ]
  ])('are no answer by %s, and stay', async (_, press) => {
    await panel.run(...review(questionCard('q')));
    await typed('species');
    await press();
    expect(panel.agent.commands('resume')).toEqual([]);
    expect(box().value).toBe('species');
  });

  it('are queued if they were begun before it, and answer it by the button', async () => {
    await panel.run();
    await typed('by the way');
    await panel.tell(...review(questionCard('q')));
    await panel.press(box(), 'Enter');
    expect(queued()).toEqual(['by the way']);
    await panel.store.composing.setDraft('species');
    await panel.settle();
    await panel.click(panel.get('button', 'Answer with this'));
    expect(panel.agent.commands('resume')[0].decisions).toEqual({
      q: { type: 'respond', message: 'species' }
    });
  });

  it('can be said after it', async () => {
    await panel.run(...asking(option));
    await typed('then a plot');
    await panel.click(panel.get('button', 'Say it after'));
    expect(queued()).toEqual(['then a plot']);
    expect(panel.agent.commands('answer')).toEqual([]);
  });

  it('are queued if the question takes no words', async () => {
    await panel.run(...asking({ ...option, other: false }));
    await typed('species');
    expect(panel.all('button', 'Answer with this')).toEqual([]);
    await panel.press(box(), 'Enter');
    expect(queued()).toEqual(['species']);
  });
});

describe('words typed while a card is open', () => {
  it.each([
    ['plan', 'Reject with this', { action: 'reject', reason: 'too long' }],
    [
      'report-plan',
      'Reject with this',
      { action: 'reject', reason: 'too long' }
    ],
    ['evidence', 'Reject with this', { action: 'reject', reason: 'too long' }],
    [
      'review',
      'Change it with this',
      { action: 'back', words: 'too long', sections: [] }
    ],
    ['step', 'Change it with this', { action: 'change', words: 'too long' }],
    ['failure', 'Change it with this', { action: 'change', words: 'too long' }]
  ])(
    'go to the card of a %s by “%s”, and can be said after it',
    async (kind, label, answer) => {
      await panel.run(
        questionOpened({
          ...BASE,
          kind,
          steps: [],
          patterns: [],
          tools: [],
          step: { title: 'Fit', worked: '' },
          plan: {
            sections: [],
            files: [],
            parts: {},
            title: '',
            kind: '',
            language: '',
            length: null
          },
          templates: [],
          parts: [],
          missing: [],
          sections: [],
          pieces: [],
          changes: [],
          markdown: '',
          findings: [],
          untraced: [],
          forms: ['md'],
          docxTemplate: null
        } as never)
      );
      await typed('too long');
      expect(panel.all('button', 'Say it after')).toHaveLength(1);
      panel.trusted = false;
      await panel.click(panel.get('button', label));
      expect(panel.agent.commands('answer')).toEqual([]);
      panel.trusted = true;
      await panel.click(panel.get('button', label));
      expect(panel.agent.commands('answer')[0].answer).toEqual(answer);
      expect(box().value).toBe('');
    }
  );

  it('reject all of several cards', async () => {
    await panel.run(...review(codeCard('a'), codeCard('b')));
    await typed('not now');
    panel.trusted = false;
    await panel.click(panel.get('button', 'Reject all with this'));
    expect(panel.agent.commands('resume')).toEqual([]);
    panel.trusted = true;
    await panel.click(panel.get('button', 'Reject all with this'));
    expect(Object.keys(panel.agent.commands('resume')[0].decisions)).toEqual([
      'a',
      'b'
    ]);
  });

  it('are said after it with Enter, and reject it as the reason by the button', async () => {
    await panel.run(...review(codeCard('a')));
    await typed('then a plot');
    await panel.press(box(), 'Enter');
    expect(queued()).toEqual(['then a plot']);
    expect(panel.agent.commands('resume')).toEqual([]);
    await typed('use a log scale');
    await panel.click(panel.get('button', 'Reject with this'));
    expect(panel.agent.commands('resume')[0].decisions).toEqual({
      a: { type: 'reject', message: 'use a log scale' }
    });
    expect(box().value).toBe('');
  });
});
