import type { IClarifyingQuestion } from '../../../contract';
import { LEFT_OUT } from '../../../memory/plain-words';

/** Words and numbers, also as parts of a longer value. */
const RUNS = /[\p{L}\p{N}_]+/gu;

/**
 * The part of an answer that the person wrote. The model writes a question with
 * its choices and its default, and may put a value from a file there; a choice
 * that was only clicked, or changed a little, must not make it the person's.
 */
export function typedPart(
  answer: string,
  { question, choices, default: usual }: Omit<IClarifyingQuestion, 'id'>
): string {
  const offered = new Set(
    [question, ...choices, usual].flatMap(text => text.match(RUNS) ?? [])
  );
  return answer.replace(RUNS, run => (offered.has(run) ? LEFT_OUT : run));
}
