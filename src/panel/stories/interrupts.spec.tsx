import { act } from 'react';

import type { EventBody, OpenQuestion } from '../../contract';
import { codeCard } from '../../testing/fake-agent';
import { PanelFixture } from './panel-fixture';
import {
  questionClosed,
  questionOpened,
  reviewDecided,
  reviewOpened,
  runEnded
} from './events';

let panel: PanelFixture;

beforeEach(async () => {
  panel = new PanelFixture();
  await panel.mount();
});

const BASE = {
  interrupt_id: 'i1',
  node_ref: 'plan',
  step_id: 's1',
  text: 'It takes an hour.'
};
const CONFIRM: OpenQuestion = {
  ...BASE,
  kind: 'confirm',
  title: 'Train the large model?',
  yes: 'Train it'
};
const OPTION: OpenQuestion & { kind: 'option' } = {
  ...BASE,
  kind: 'option',
  title: 'Which target?',
  options: [
    { value: 's', label: 'Species', detail: 'three classes' },
    { value: 'i', label: 'Island' }
  ],
  multiple: false,
  other: true
};
const FORM: OpenQuestion & { kind: 'form' } = {
  ...BASE,
  kind: 'form',
  title: 'How to train',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Name' },
      epochs: { type: 'integer', title: 'Epochs', default: 3 }
    },
    required: ['name']
  },
  values: { name: 'forest' }
};

const ask = (interrupt: OpenQuestion) => panel.run(questionOpened(interrupt));
const card = () => panel.card(/^Question: /);
const answers = () =>
  panel.agent.commands('answer').map(({ interruptId, answer }) => ({
    interruptId,
    answer
  }));
const inputs = () =>
  Array.from(card().querySelectorAll<HTMLInputElement>('input'));

describe('a question of the graph', () => {
  it('waits for ever as a decision does, and is announced', async () => {
    await ask(CONFIRM);
    expect(card().getAttribute('aria-label')).toBe(
      'Question: “Train the large model?”'
    );
    expect(panel.announced).toContain('A question for you');
    expect(panel.store.status()).toBe('Waiting for you');
    expect(card().textContent).not.toContain('Without an answer');
  });

  it('is answered once, and by a hand only', async () => {
    panel.agent.onSend = () => new Promise(() => undefined);
    await ask(CONFIRM);
    panel.trusted = false;
    await panel.click(panel.get('button', 'Train it'));
    await panel.press(card(), 'Enter', { ctrlKey: true });
    expect(answers()).toEqual([]);
    panel.trusted = true;
    await panel.press(card(), 'Enter', { ctrlKey: true });
    await panel.press(card(), 'Enter', { ctrlKey: true });
    expect(answers()).toHaveLength(1);
  });

  it('shows why an answer was refused, and takes another one', async () => {
    await ask(OPTION);
    await panel.click(inputs()[0]);
    await act(async () => panel.get('button', 'Answer').focus());
    await panel.click(panel.get('button', 'Answer'));
    expect(card().contains(document.activeElement)).toBe(false);
    await panel.tell({
      type: 'interrupt-refused',
      interruptId: 'i1',
      problem: 'Species is gone by now.'
    });
    expect(card().querySelector('[role="alert"]')?.textContent).toBe(
      'Species is gone by now.'
    );
    // Focus had moved on, and returns to the question that must be answered
    // again.
    expect(document.activeElement).toBe(card());
    expect(inputs()[0].checked).toBe(true);
    await panel.click(inputs()[1]);
    await panel.click(panel.get('button', 'Answer'));
    expect(answers()).toHaveLength(2);
  });

  it.each<[number, object, RegExp]>([
    [
      90_000,
      { on_timeout: 'default' },
      /Without an answer, the default is used in 1\smin\s30\ss\./
    ],
    [5_000, {}, /is cancelled in 5\ss\./]
  ])(
    'says that it waits for %s ms, and what happens then',
    async (timeout, change, words) => {
      const now = 1_764_000_000_000;
      jest.spyOn(Date, 'now').mockReturnValue(now);
      await ask({ ...CONFIRM, timeout, until: now + timeout, ...change });
      expect(card().textContent).toMatch(words);
    }
  );

  it.each<[string, EventBody & { type: 'interrupt-closed' }, string]>([
    [
      'what was answered',
      questionClosed({ confirmed: true }),
      'Train the large model? “Train it”'
    ],
    [
      'that nobody answered',
      questionClosed({ cancelled: true }, undefined, 'timeout'),
      'cancelled, nobody answered in time'
    ],
    [
      'that the run ended first',
      questionClosed(null, undefined, 'stop'),
      'not answered'
    ]
  ])('folds in place once it is over, with %s', async (_, closed, words) => {
    await ask(CONFIRM);
    await panel.tell(closed);
    expect(panel.all('group', /^Question: /)).toEqual([]);
    expect(panel.text).toContain(words);
    expect(panel.store.main.getState().thread.pending).toEqual([]);
  });

  it('is over when its run is', async () => {
    await ask(CONFIRM);
    await panel.tell(runEnded('stopped'));
    expect(panel.text).toContain('not answered');
  });
});

describe('a choice', () => {
  it('is one of the list', async () => {
    await ask(OPTION);
    expect(card().textContent).toContain('three classes');
    const send = panel.get('button', 'Answer');
    expect(send.disabled).toBe(true);
    await panel.click(inputs()[0]);
    await panel.click(inputs()[1]);
    await panel.click(send);
    expect(answers()).toEqual([
      { interruptId: 'i1', answer: { chosen: ['i'] } }
    ]);
  });

  it('is several, and something else', async () => {
    await ask({ ...OPTION, multiple: true });
    await panel.click(inputs()[0]);
    await panel.click(inputs()[1]);
    await panel.click(inputs()[2]);
    await panel.type('Your answer', 'sex');
    await panel.click(panel.get('button', 'Answer'));
    expect(answers()).toMatchObject([
      { answer: { chosen: ['s', 'i'], other: 'sex' } }
    ]);
  });

  it('can be skipped, unless every way on is one of its options', async () => {
    await ask({ ...OPTION, other: false });
    expect(inputs()).toHaveLength(2);
    expect(panel.all('button', 'Skip')).toEqual([]);
    await ask(OPTION);
    await panel.click(panel.get('button', 'Skip'));
    expect(answers()).toMatchObject([{ answer: { cancelled: true } }]);
  });
});

describe('a form', () => {
  it('is drawn from its schema, each field with its label, and sent with what was filled in', async () => {
    await ask(FORM);
    const names = inputs().map(
      ({ id }) => card().querySelector(`label[for="${id}"]`)?.textContent
    );
    expect(names).toEqual(['Name', 'Epochs']);
    const name = inputs().find(({ value }) => value === 'forest')!;
    await panel.type(name, 'boosting');
    await panel.click(panel.get('button', 'Answer'));
    expect(answers()).toEqual([
      { interruptId: 'i1', answer: { values: { name: 'boosting', epochs: 3 } } }
    ]);
  });

  it('folds to how much of it was filled in', async () => {
    await ask(FORM);
    await panel.tell(questionClosed({ values: { name: 'forest', epochs: 3 } }));
    expect(panel.text).toContain('How to train · 2 fields filled in');
  });

  it('that is not flat is JSON, sent once it is valid', async () => {
    await ask({
      ...FORM,
      schema: {
        type: 'object',
        properties: { name: { $ref: '#/$defs/missing' } }
      }
    });
    const json = () => panel.get('textbox', 'Your answer, as JSON');
    await panel.type(json(), '{"name": ');
    expect(card().textContent).toContain('This is not valid JSON.');
    expect(panel.button(card(), 'Answer').disabled).toBe(true);
    await panel.type(json(), '{"name": ["a"]}');
    await panel.click(panel.get('button', 'Answer'));
    expect(answers()).toMatchObject([{ answer: { values: { name: ['a'] } } }]);
  });
});

describe('a call of which nobody knows whether it ran', () => {
  const unclear = () =>
    codeCard('a', {
      allowedDecisions: ['respond'],
      editable: undefined,
      title: 'Did this run?',
      body: {
        kind: 'unclear',
        mimeType: 'text/x-ipython',
        text: 'model.fit(x)',
        why: 'The kernel was restarted after it was sent.'
      }
    });
  const open = () => panel.run(reviewOpened([unclear()]));

  it('is shown with the reason and the code, which cannot be changed; it runs by a hand only, and never by a key for something else', async () => {
    await open();
    expect(panel.card().textContent).toContain('The kernel was restarted');
    const { state } = panel.editor(panel.card());
    expect(state.doc.toString()).toBe('model.fit(x)');
    expect(state.readOnly).toBe(true);
    expect(panel.all('button', 'Approve')).toEqual([]);
    expect(panel.all('button', 'Edit')).toEqual([]);
    await panel.press(panel.card(), 'Enter', { ctrlKey: true });
    panel.trusted = false;
    await panel.click(panel.get('button', 'Run it'));
    expect(panel.agent.commands('resume')).toEqual([]);
  });

  it.each([
    ['Run it', 'run'],
    ['Treat it as done', 'done'],
    ['Skip it', 'skip']
  ])('is settled by “%s”', async (label, message) => {
    await open();
    await panel.click(panel.get('button', label));
    expect(panel.agent.commands('resume')).toMatchObject([
      {
        interruptId: 'i1',
        decisions: { a: { type: 'respond', message } },
        hashes: { a: 'hash-a' }
      }
    ]);
  });

  it('keeps what was said of it', async () => {
    await open();
    await panel.tell(reviewDecided('a', { type: 'respond', message: 'skip' }));
    expect(panel.text).toContain('You skipped: Did this run?');
  });
});

describe('a card of another extension', () => {
  const CARD: OpenQuestion & { kind: 'custom' } = {
    interrupt_id: 'i1',
    node_ref: 'choose',
    step_id: 's1',
    kind: 'custom',
    workflow: 'names',
    card: 'choice',
    title: 'Choose a name',
    text: 'What should bm be called?',
    blocks: [
      { kind: 'text', text: '<img src=x onerror=alert(1)>' },
      { kind: 'list', items: ['mass', 'weight'] },
      { kind: 'table', head: ['Name', 'Length'], rows: [['mass', '4']] },
      { kind: 'code', text: 'df.rename()' }
    ],
    schema: {
      type: 'object',
      properties: { name: { type: 'string', title: 'Name' } },
      required: ['name']
    },
    values: { name: 'mass' },
    buttons: [
      { name: 'take', label: 'Take this name', fills: true },
      { name: 'keep', label: 'Keep the old one', fills: false }
    ]
  };

  beforeEach(() => ask(CARD));

  it('is drawn as text, whatever stands in it, and says in a line what was pressed once it is closed', async () => {
    expect(card().querySelector('img')).toBeNull();
    expect(card().textContent).toContain('<img src=x onerror=alert(1)>');
    expect(
      Array.from(card().querySelectorAll('li'), each => each.textContent)
    ).toEqual(['mass', 'weight']);
    expect(card().querySelector('th')?.getAttribute('scope')).toBe('col');
    expect(card().querySelector('pre')?.textContent).toBe('df.rename()');
    expect(panel.announced).toContain('A question for you: “Choose a name');
    await panel.tell(
      questionClosed({ button: 'take', values: { name: 'weight' } })
    );
    expect(panel.text).toContain('Choose a name “Take this name”');
  });

  it('sends its form with the button that needs it, by the keyboard too', async () => {
    const field = card().querySelector<HTMLInputElement>('input')!;
    // Nothing that is drawn in the page can name it.
    expect(field.id).toMatch(/^cellwright-[0-9a-f-]{36}/);
    await panel.type(field, 'weight');
    await panel.press(card(), 'Enter', { ctrlKey: true });
    expect(answers()).toMatchObject([
      { answer: { button: 'take', values: { name: 'weight' } } }
    ]);
  });

  it('sends no form with another, and nothing by a hand that is not the person’s', async () => {
    panel.trusted = false;
    await panel.click(panel.get('button', 'Keep the old one'));
    expect(answers()).toEqual([]);
    panel.trusted = true;
    await panel.click(panel.get('button', 'Keep the old one'));
    expect(answers()).toEqual([
      { interruptId: 'i1', answer: { button: 'keep', values: {} } }
    ]);
  });
});
