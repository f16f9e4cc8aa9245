import type { IMention } from '../../contract';
import { isSameAttachment } from './message';

/**
 * An attachment, a skill that is called by its name in the text, or something
 * that an MCP server offers.
 */
export type CompletionItem = Pick<IMention, 'label' | 'detail'> &
  (
    | Pick<IMention, 'attachment'>
    /** Replaces what was typed. */
    | { insert: string }
    | { fill: IToFill }
    /** A word that the panel handles itself: it sends nothing. */
    | { opens: 'report' }
  );

/** The beginning of a name in the composer. */
export interface IMentionFound {
  /** What opened the list: `/` at the beginning of the message, else `@`. */
  sign: '@' | '/';
  /** Position of that sign in the draft. */
  from: number;
  query: string;
}

/** A name being completed in the composer. */
export interface IMentionState extends IMentionFound {
  items: CompletionItem[];
  /** Index of the selected item, which Enter takes. */
  active: number;
  /** What was selected by hand for this query; it may come again only later. */
  chosen?: CompletionItem;
}

/** Longest name that is looked up, in characters. */
const MAX_LENGTH = 60;

/**
 * The `@name` that ends at the caret, or the `/name` at the beginning of the
 * message.
 * @returns null if there is none: an `@` inside a word belongs to an address.
 */
export function mentionAt(text: string, caret: number): IMentionFound | null {
  const slash = /^\/([\w.-]*)$/.exec(text.slice(0, caret));
  if (slash && slash[1].length <= MAX_LENGTH) {
    return { sign: '/', from: 0, query: slash[1] };
  }
  const found = /(?:^|[\s([{,;])@([^\s@]*)$/.exec(text.slice(0, caret));
  return found && found[1].length <= MAX_LENGTH
    ? { sign: '@', from: caret - found[1].length - 1, query: found[1] }
    : null;
}

/** Id of an option, for `aria-activedescendant`. */
export function mentionOptionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/**
 * What a list offers once more items are known: they are appended, so that an
 * item stays where it is, but for what is offered already.
 */
export function withMore(
  offered: CompletionItem[],
  more: readonly CompletionItem[]
): CompletionItem[] {
  return more.reduce(
    (all, item) =>
      all.some(other => isSameItem(item, other)) ? all : [...all, item],
    offered
  );
}

/** Whether both stand for the same; what attaches nothing goes by its look. */
export function isSameItem(
  one: CompletionItem,
  other: CompletionItem
): boolean {
  return 'attachment' in one && 'attachment' in other
    ? isSameAttachment(one.attachment, other.attachment)
    : one.label === other.label && one.detail === other.detail;
}

/**
 * An MCP server's template or prompt with gaps that the person fills in first.
 */
export interface IToFill {
  kind: 'prompt' | 'template';
  server: string;
  /** What is requested: the name of a prompt, or the address with the gaps. */
  id: string;
  /** The name shown to the person. */
  name: string;
  fields: readonly { name: string; description?: string; required: boolean }[];
}
