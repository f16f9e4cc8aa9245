/**
 * Why a tool that is not ours is offered: it was used in this conversation, it
 * fits the message or the current todo, `find_tools` found it, or it was
 * added during the run.
 */
export const OFFER_REASONS = [
  'used',
  'message',
  'plan',
  'found',
  'new'
] as const;
export type OfferReason = (typeof OFFER_REASONS)[number];

/** The part of the offer that is stored with the conversation. */
export interface IOfferMemory {
  /** Tools that were offered in the run for a reason, in order. */
  offered: Map<string, OfferReason>;
  /** Tools that were used in this conversation, without ours. */
  used: Set<string>;
}
