import type { IWorkflowCard } from '../../contract';
import { askCard } from '../workflows/declared-workflow';

const CARD: IWorkflowCard = {
  data: {
    type: 'object',
    properties: { names: { type: 'array', items: { type: 'string' } } },
    required: ['names']
  },
  draw: ({ names }) => ({
    title: 'Choose a name',
    blocks: [{ kind: 'list', items: names as string[] }],
    buttons: [{ name: 'take', label: 'Take it' }]
  })
};

const ask = (
  card: string,
  data: Record<string, unknown>,
  declared: IWorkflowCard = CARD
): unknown =>
  askCard(
    { checkpoint_ns: 'node:1' },
    { workflow: 'names', cards: { choice: declared }, card, data }
  );

describe('a card of another extension', () => {
  it.each(['other', 'toString'])('is asked for by its name: %s', card => {
    expect(() => ask(card, { names: [] })).toThrow(
      `The workflow names has no card “${card}”.`
    );
  });

  it('is asked for with what it says it takes, and nothing else', () => {
    expect(() => ask('choice', { names: [1] })).toThrow(
      'does not fit its card “choice”'
    );
  });

  it('shows only what can be drawn', () => {
    expect(() =>
      ask(
        'choice',
        { names: [] },
        { ...CARD, draw: () => ({ title: 'T', buttons: [] }) }
      )
    ).toThrow('A request to pause cannot be used');
  });
});
