import { bindingMark } from '../../../engine/tool-calls/binding';

/** Ties an answer to the content that a card showed. */
export function cardHash(shown: unknown): string {
  return bindingMark(JSON.stringify(shown));
}
