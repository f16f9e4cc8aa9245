import type { InterruptAnswer, IReviewCard } from '../../contract';

/** What was shown of one pause. */
export interface IShownPause {
  /** ms since the epoch. */
  openedAt: number;
  closed: boolean;
  /** Calls whose decision was shown. */
  decided: Set<string>;
  /** Cards as they came back, by call. */
  voided: Map<string, IReviewCard>;
  /** Of a question. */
  given?: { answer: InterruptAnswer; by: 'person' | 'timeout' };
}
