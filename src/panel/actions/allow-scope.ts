import { type IPolicy, type IReviewCard, NEVER_ALWAYS } from '../../contract';

/** How far an approval reaches. */
export type AllowScope = 'once' | 'turn' | 'notebook' | 'always';

/**
 * How far an approval of this card can reach: only as far as a rule would be
 * honoured by the policy's evaluation.
 */
export function allowScopes(
  { tool, effect, elsewhere, always, fromText, allowedDecisions }: IReviewCard,
  { interruptOn }: IPolicy
): AllowScope[] {
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
  return NEVER_ALWAYS.has(effect)
    ? ['once', 'turn', 'notebook']
    : ['once', 'turn', 'notebook', 'always'];
}
