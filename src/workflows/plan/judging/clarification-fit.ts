import { sureFromUses, type IPlanSettings } from '../../../contract';
import type { IMemoryHit } from '../../../memory';
import { LEFT_OUT } from '../../../memory/plain-words';

/** From these values on, a past clarification is applied without asking. */
const BY_ITSELF = { uses: 5, confidence: 0.9 };

/**
 * How past answers to a similar task are used: `apply` without asking, `offer`
 * on the card, or not at all. One use gives 70 % of confidence, two give 91 %,
 * multiplied by the similarity of the tasks and the share of good outcomes.
 * Uses that an imported file claims are not this person's own, so such answers
 * are only offered. An answer without its value answers nothing.
 */
export function clarificationFit(
  { entry, likeness }: IMemoryHit,
  { reuse }: IPlanSettings
): 'apply' | 'offer' | null {
  const { uses, successes, origin, answers } = entry;
  const successRate = uses === 0 ? 0 : successes / uses;
  const confidence = successRate * likeness * sureFromUses(uses);
  if (
    answers.some(({ answer }) => answer.includes(LEFT_OUT)) ||
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
