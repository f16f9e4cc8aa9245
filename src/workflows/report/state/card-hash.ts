import { bindingMark } from '../../../engine/tool-calls/binding';

/** Binds an answer to what a card showed. */
export function cardHash(shown: unknown): string {
  return bindingMark(JSON.stringify(shown));
}
