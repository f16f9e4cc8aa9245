import { isTyped } from '../../../memory/plain-words';
import { typedPart } from '../nodes/ask-questions';

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
