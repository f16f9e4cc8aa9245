import { type IMemoryEntry, DEFAULT_PLAN_SETTINGS } from '../../../contract';
import { clarificationFit } from '../nodes/ask-questions';

it.each([
  [1, 1, 1, 'offer'],
  [0, 0, 1, null],
  [4, 4, 1, 'offer'],
  [5, 5, 1, 'apply'],
  // A reworded request; one that only shares some words.
  [5, 5, 0.85, 'apply'],
  [5, 5, 0.6, 'offer'],
  [5, 4, 1, 'offer'],
  [6, 2, 1, null],
  [9, 9, 0.4, null]
] as const)(
  'after %i uses, %i well, at a likeness of %d: %s',
  (uses, successes, likeness, fit) => {
    const entry = {
      uses,
      successes,
      answers: [] as IMemoryEntry['answers']
    } as IMemoryEntry;
    expect(clarificationFit({ entry, likeness }, DEFAULT_PLAN_SETTINGS)).toBe(
      fit
    );
  }
);

it('is never applied by itself where its uses are those a file speaks of', () => {
  const entry = {
    uses: 99,
    successes: 99,
    origin: 'file',
    answers: [] as IMemoryEntry['answers']
  } as IMemoryEntry;
  expect(clarificationFit({ entry, likeness: 1 }, DEFAULT_PLAN_SETTINGS)).toBe(
    'offer'
  );
});

it('is none where an answer has lost its value', () => {
  const entry = {
    uses: 9,
    successes: 9,
    answers: [
      { question: 'Which?', answer: 'all' },
      { question: 'How many?', answer: 'the first …' }
    ]
  } as IMemoryEntry;
  expect(
    clarificationFit({ entry, likeness: 1 }, DEFAULT_PLAN_SETTINGS)
  ).toBeNull();
});
