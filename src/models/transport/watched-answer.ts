import type { IAnswerReader } from './answer-stream';

/** What a payload means for the progress of the answer. */
export type Progress =
  | 'more'
  /** The answer is complete; token counts may follow. */
  | 'finished'
  /** Nothing more will come. */
  | 'closed';

/** Passes payloads on unchanged, and tracks whether the answer is complete. */
export class WatchedAnswer implements IAnswerReader {
  finished = false;

  closed = false;
  /**
   * @param watch tells what a payload means for the answer; throws a
   * `ModelFault` if it is an error.
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
