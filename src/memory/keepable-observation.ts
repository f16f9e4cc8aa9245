import type { IMemoryObservation } from '../contract';
import { isTyped, plainWords, type IMemoryPrivacy } from './plain-words';

/**
 * The part of an observation that may be stored: words, names and counts, and
 * values only if the person typed them. Applied before anything is written,
 * including the queue. `typed` itself is not stored.
 */
export function keepableObservation(
  seen: IMemoryObservation,
  privacy: IMemoryPrivacy
): IMemoryObservation {
  const { typed } = seen;
  const words = (text: string): string => plainWords(text, typed, privacy);
  const own = (text: string): string =>
    plainWords(text, `${typed}\n${text}`, privacy);
  const domain = words(seen.domain);
  switch (seen.kind) {
    case 'plan':
      return {
        ...seen,
        typed: '',
        domain,
        task: words(seen.task),
        steps: seen.steps.map(({ title, tools }) => ({
          title: words(title),
          tools
        }))
      };
    case 'tool':
      return {
        ...seen,
        typed: '',
        domain,
        step: words(seen.step),
        arguments: shapeOf(seen.arguments, typed, privacy)
      };
    case 'clarification':
      return {
        ...seen,
        typed: '',
        domain,
        task: words(seen.task),
        // An answer is the person's own words.
        answers: seen.answers.map(({ question, answer }) => ({
          question: words(question),
          answer: own(answer)
        }))
      };
    case 'behaviour':
      return { ...seen, typed: '', domain, situation: words(seen.situation) };
    case 'workflow':
      return {
        ...seen,
        typed: '',
        domain,
        category: words(seen.category),
        steps: seen.steps.map(words)
      };
  }
}

/** By argument: its type, and its value if the person typed it. */
function shapeOf(
  values: Record<string, unknown>,
  typed: string,
  { isDenied }: IMemoryPrivacy
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const type = Array.isArray(value) ? 'array' : typeof value;
      const isKept =
        (type === 'string' || type === 'number') &&
        isTyped(String(value), typed) &&
        !isDenied(String(value));
      return isName(name) ? [[name, isKept ? { type, value } : { type }]] : [];
    })
  );
}

/**
 * Whether it is a plausible argument name; from an untrusted source, a name
 * could carry a value.
 */
function isName(name: string): boolean {
  return /^[\p{L}_$][\p{L}_$-]{0,39}\d{0,2}$/u.test(name);
}
