import { type IMemoryEntry, DEFAULT_SETTINGS } from '../../../contract';
import { clarificationFit, typedPart } from './ask-questions';
import { memoryEntry } from '../../../testing/memory-entry';
import { isTyped } from '../../../memory/plain-words';

it.each<[Partial<IMemoryEntry>, number, string | null]>([
  [{ uses: 1, successes: 1 }, 1, 'offer'],
  [{ uses: 0, successes: 0 }, 1, null],
  [{ uses: 4, successes: 4 }, 1, 'offer'],
  [{ uses: 5, successes: 5 }, 1, 'apply'],
  // A reworded request; one that only shares some words.
  [{ uses: 5, successes: 5 }, 0.85, 'apply'],
  [{ uses: 5, successes: 5 }, 0.6, 'offer'],
  [{ uses: 5, successes: 4 }, 1, 'offer'],
  [{ uses: 6, successes: 2 }, 1, null],
  // Its uses are those a file speaks of.
  [{ uses: 99, successes: 99, origin: 'file' }, 1, 'offer'],
  // One of its answers has lost its value.
  [
    { uses: 9, answers: [{ question: 'How many?', answer: 'the first …' }] },
    1,
    null
  ]
])('a memory with %j, at a likeness of %d: %s', (more, likeness, fit) => {
  const entry = memoryEntry({ kind: 'clarification', ...more });
  expect(clarificationFit({ entry, likeness }, DEFAULT_SETTINGS.plan)).toBe(
    fit
  );
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
