import type { IOfferFacts } from '../../../contract';

/**
 * Whether a notebook has more than a title and a first cell. Before that there
 * is nothing to tidy up, and each tool on offer lengthens every prompt.
 */
export function isUnderWay({ cells }: IOfferFacts): boolean {
  return cells > 2;
}
