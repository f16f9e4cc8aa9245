import type { IMention } from '../../contract';

/** A name being completed in the composer. */
export interface IMentionState {
  /** Where its `@` stands in the draft. */
  from: number;
  query: string;
  items: IMention[];
  /** Index of the item that Enter takes. */
  active: number;
}

/** Longest name that is looked up, in characters. */
const LONGEST = 60;

/**
 * The `@name` that ends at the caret.
 * @returns null where there is none: an `@` inside a word is an address.
 */
export function mentionAt(
  text: string,
  caret: number
): Pick<IMentionState, 'from' | 'query'> | null {
  const found = /(?:^|[\s([{,;])@([^\s@]*)$/.exec(text.slice(0, caret));
  return found && found[1].length <= LONGEST
    ? { from: caret - found[1].length - 1, query: found[1] }
    : null;
}

/** Id of an option, for `aria-activedescendant`. */
export function mentionOptionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}
