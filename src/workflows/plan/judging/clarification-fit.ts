import { sureFromUses, type IPlanSettings } from '../../../contract';
import type { IMemoryHit } from '../../../memory';

/** From here on a past clarification is applied without a question. */
const BY_ITSELF = { uses: 5, confidence: 0.9 };

/**
 * Whether what was answered to a like task counts: `apply` without a question,
 * `offer` on the card, or not at all. One use gives 70 % of confidence, two
 * 91 %, times how alike the tasks are and how often it went well. What a file says
 * of its own use is no use of this person: it is offered, and no more.
 */
export function clarificationFit(
  { entry, likeness }: IMemoryHit,
  { reuse }: IPlanSettings
): 'apply' | 'offer' | null {
  const { uses, successes, origin } = entry;
  const successRate = uses === 0 ? 0 : successes / uses;
  const confidence = successRate * likeness * sureFromUses(uses);
  if (
    uses < reuse.min ||
    successRate < reuse.successRate ||
    confidence < reuse.confidence
  ) {
    return null;
  }
  return origin !== 'file' &&
    uses >= BY_ITSELF.uses &&
    confidence >= BY_ITSELF.confidence
    ? 'apply'
    : 'offer';
}
