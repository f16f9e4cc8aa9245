import type { ISearchHit } from '../../search';

/**
 * Whether a hit is good enough for a step of the plan, of which there are many
 * and each says little: it has the name of its server, two of the words, or one
 * in its name that few others have.
 */
export function isClearHit({ words, fields, rare }: ISearchHit): boolean {
  const isNamed = fields.includes('name') || fields.includes('title');
  return fields.includes('server') || words > 1 || (rare && isNamed);
}
