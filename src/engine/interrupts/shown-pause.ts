import type {
  InterruptAnswer,
  InterruptPayload,
  IReviewCard,
  IReviewLimit
} from '../../contract';

/** What was shown of one pause. */
export interface IShownPause {
  /** ms since the epoch. */
  openedAt: number;
  closed: boolean;
  /** What was shown of the time it has. */
  limit?: IReviewLimit | null;
  /** Calls whose decision was shown. */
  decided: Set<string>;
  /** Cards as they came back, by call. */
  voided: Map<string, IReviewCard>;
  /** A question as it was shown. */
  asked?: InterruptPayload;
  /** Of a question. */
  given?: { answer: InterruptAnswer; by: 'person' | 'timeout' };
}
