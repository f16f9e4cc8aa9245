import type { ISearchHit } from '../../search';

/**
 * Whether a search hit is good enough for the current todo. There are many
 * steps and each has few words, so the hit must match the name of its server,
 * two of the words, or a word in its name that few other tools have.
 */
export function isClearHit({ words, fields, rare }: ISearchHit): boolean {
  const isNamed = fields.includes('name') || fields.includes('title');
  return fields.includes('server') || words > 1 || (rare && isNamed);
}
