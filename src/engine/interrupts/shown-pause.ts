import type {
  InterruptAnswer,
  InterruptPayload,
  IReviewCard,
  IReviewLimit
} from '../../contract';

/** What an earlier page showed of one pause. */
export interface IShownPause {
  /** When it was first shown, in ms since the epoch. */
  openedAt: number;
  closed: boolean;
  /** Whether it went out of sight with its run, which was interrupted. */
  hidden: boolean;
  /** Its time limit as shown. */
  limit?: IReviewLimit | null;
  /**
   * Calls whose cards it showed, and when first, in ms since the epoch; none
   * for a question.
   */
  calls: ReadonlyMap<string, number>;
  /** Calls whose decision was shown. */
  decided: Set<string>;
  /** Cards as they were shown again, by call. */
  voided: Map<string, IReviewCard>;
  /** The question as shown. */
  asked?: InterruptPayload;
  /** The answer to a question. */
  given?: { answer: InterruptAnswer; by: 'person' | 'timeout' };
}
