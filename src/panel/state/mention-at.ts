import type { IMention } from '../../contract';

import type { IToFill } from './to-fill';

/**
 * Something to attach, a skill, which is called by its name in the text, or
 * something of an MCP server.
 */
export type CompletionItem =
  IMention | ISkillCompletion | IFillCompletion | IViewCompletion;

/** A word that the panel takes for itself: it opens a form, and sends nothing. */
export interface IViewCompletion {
  opens: 'report';
  label: string;
  detail: string;
}

/** Of an MCP server, with gaps to be filled in first. */
export interface IFillCompletion {
  fill: IToFill;
  label: string;
  detail: string;
}

export interface ISkillCompletion {
  /** Stands in the place of what was typed. */
  insert: string;
  label: string;
  detail: string;
}

/** A name being completed in the composer. */
export interface IMentionState {
  /** What calls the list: `/` where the message begins, else `@`. */
  sign: '@' | '/';
  /** Where the sign stands in the draft. */
  from: number;
  query: string;
  items: CompletionItem[];
  /** Index of the item that Enter takes. */
  active: number;
}

/** Longest name that is looked up, in characters. */
const LONGEST = 60;

/**
 * The `@name` that ends at the caret, or the `/name` the message begins with.
 * @returns null where there is none: an `@` inside a word is an address.
 */
export function mentionAt(
  text: string,
  caret: number
): Pick<IMentionState, 'sign' | 'from' | 'query'> | null {
  const slash = /^\/([\w.-]*)$/.exec(text.slice(0, caret));
  if (slash && slash[1].length <= LONGEST) {
    return { sign: '/', from: 0, query: slash[1] };
  }
  const found = /(?:^|[\s([{,;])@([^\s@]*)$/.exec(text.slice(0, caret));
  return found && found[1].length <= LONGEST
    ? { sign: '@', from: caret - found[1].length - 1, query: found[1] }
    : null;
}

/** Id of an option, for `aria-activedescendant`. */
export function mentionOptionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}
