/**
 * Why a tool that is not ours is offered: it was used in this conversation, it
 * fits the message or the step of the plan, `find_tools` has found it, or it
 * came while the run went on.
 */
export const OFFER_REASONS = [
  'used',
  'message',
  'plan',
  'found',
  'new'
] as const;
export type OfferReason = (typeof OFFER_REASONS)[number];

/** What is remembered of it with the conversation. */
export interface IOfferMemory {
  /** Tools the run was offered for a reason, in the order they came. */
  offered: Map<string, OfferReason>;
  /** Tools that were used in this conversation, ours aside. */
  used: Set<string>;
}
