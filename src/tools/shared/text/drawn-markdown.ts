import type { Effect, ITranslator } from '../../../contract';
import { isPlainMarkdown } from './is-plain-markdown';

/**
 * What putting Markdown into a cell does. JupyterLab draws it at once, and a
 * picture at an address would send what stands in that address.
 */
export function markdownEffect(source: string): Effect {
  return isPlainMarkdown(source) ? 'edit' : 'network';
}

/** A card's sentence, with what drawing the text may do if it is not plain. */
export function withDrawnNote(
  sentence: string,
  effect: Effect,
  trans: ITranslator
): string {
  return effect === 'network'
    ? trans.__(
        '%1. Showing this text can send a request to another host, so look at its addresses.',
        sentence
      )
    : sentence;
}
