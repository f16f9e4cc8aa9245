import type { IMemoryObservation } from '../contract';
import { isTyped, plainWords, type IMemoryPrivacy } from './plain-words';

/**
 * The part of an observation that may be stored: words, names and counts, and
 * values only if the person typed them. Applied before anything is written,
 * including the queue. `typed` itself is not stored.
 *
 * @param isTool whether there is a tool of this name: a model can write anything
 * as one, in a plan and in a call, also a value that it read.
 * @returns null if it is about a tool that does not exist.
 */
export function keepableObservation(
  seen: IMemoryObservation,
  privacy: IMemoryPrivacy,
  isTool: (name: string) => boolean
): IMemoryObservation | null {
  const { typed } = seen;
  const words = (text: string): string => plainWords(text, typed, privacy);
  const base = { typed: '', domain: words(seen.domain) };
  switch (seen.kind) {
    case 'plan':
      return {
        ...seen,
        ...base,
        task: words(seen.task),
        steps: seen.steps.map(({ title, tools }) => ({
          title: words(title),
          tools: tools.filter(isTool)
        }))
      };
    case 'tool':
      return isTool(seen.tool)
        ? {
            ...seen,
            ...base,
            step: words(seen.step),
            arguments: shapeOf(seen.arguments, typed, privacy)
          }
        : null;
    case 'clarification':
      return {
        ...seen,
        ...base,
        task: words(seen.task),
        // An answer may be a choice that the model wrote.
        answers: seen.answers.map(({ question, answer }) => ({
          question: words(question),
          answer: words(answer)
        }))
      };
    case 'behaviour':
      return {
        ...seen,
        ...base,
        situation: words(seen.situation),
        words: words(seen.words)
      };
    case 'workflow':
      return {
        ...seen,
        ...base,
        category: words(seen.category),
        steps: seen.steps.map(words),
        tools: seen.tools.filter(isTool)
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
