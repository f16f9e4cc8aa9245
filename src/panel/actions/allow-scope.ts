import { type IPolicy, type IReviewCard, NEVER_ALWAYS } from '../../contract';

/** How far an approval reaches. */
export type AllowScope = 'once' | 'turn' | 'page' | 'notebook' | 'always';

/**
 * How far an approval of this card can reach: only as far as the policy would
 * honour a rule.
 */
export function allowScopes(
  card: IReviewCard,
  { interruptOn }: IPolicy
): AllowScope[] {
  const { tool, effect, elsewhere, always, fromText } = card;
  const { allowedDecisions, server } = card;
  const own = interruptOn[tool];
  if (!allowedDecisions.includes('approve')) {
    return [];
  }
  if (
    elsewhere ||
    always ||
    fromText ||
    own === true ||
    typeof own === 'object'
  ) {
    return ['once'];
  }
  if (server) {
    // Rules that last longer are set by hand on the servers page.
    return ['once', 'turn', 'page'];
  }
  return NEVER_ALWAYS.has(effect)
    ? ['once', 'turn', 'notebook']
    : ['once', 'turn', 'notebook', 'always'];
}
