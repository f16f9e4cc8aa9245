import type { IAnswerReader } from './answer-stream';

/** How far a payload brings the answer. */
export type Progress =
  | 'more'
  /** The answer is whole; token counts may follow. */
  | 'finished'
  /** Nothing more comes. */
  | 'closed';

/** Passes payloads on as they are, and knows when the answer is whole. */
export class WatchedAnswer implements IAnswerReader {
  finished = false;

  closed = false;
  /**
   * @param watch what a payload means for the answer; throws a `ModelFault`
   * for one that is an error.
   */
  constructor(
    private readonly _watch: (payload: Record<string, unknown>) => Progress
  ) {}

  repair(value: unknown): object[] {
    const payload = value as Record<string, unknown>;
    const progress = this._watch(payload);
    this.finished ||= progress !== 'more';
    this.closed = progress === 'closed';
    return [payload];
  }

  finish(): object[] {
    return [];
  }
}
