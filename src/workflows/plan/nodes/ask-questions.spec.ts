import { type IMemoryEntry, DEFAULT_SETTINGS } from '../../../contract';
import { clarificationFit, typedPart } from './ask-questions';
import { isTyped } from '../../../memory/plain-words';

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
    expect(clarificationFit({ entry, likeness }, DEFAULT_SETTINGS.plan)).toBe(
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
  expect(clarificationFit({ entry, likeness: 1 }, DEFAULT_SETTINGS.plan)).toBe(
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
    clarificationFit({ entry, likeness: 1 }, DEFAULT_SETTINGS.plan)
  ).toBeNull();
});

const QUESTION = {
  question: 'Only patient 7 of “Ward B”?',
  choices: ['Jane Doe, SSN 123-45-6789', 'all'],
  default: 'ada@example.org'
};

describe('what a person typed in an answer', () => {
  it('is all of it where the question offers nothing like it', () => {
    expect(typedPart('the first 50 rows, “Ward A”', QUESTION)).toMatch(
      /^the first 50 rows, “\S+ A”$/
    );
  });

  it.each([
    ['a choice', 'Jane Doe, SSN 123-45-6789', '123-45-6789'],
    ['a choice that was changed', 'only SSN=123-45-6789!', '123-45-6789'],
    ['the default', 'ada@example.org', 'ada@example.org'],
    ['a value of the question', 'yes, 7', '7']
  ])('is not %s', (_, answer, value) => {
    expect(isTyped(value, answer)).toBe(true);
    expect(isTyped(value, typedPart(answer, QUESTION))).toBe(false);
  });
});
