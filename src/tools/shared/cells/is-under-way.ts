import type { IOfferFacts } from '../../../contract';

/**
 * Whether a notebook is more than a title and a first cell. Below that there is
 * nothing to tidy, and each tool counts against the prompt of every request.
 */
export function isUnderWay({ cells }: IOfferFacts): boolean {
  return cells > 2;
}
