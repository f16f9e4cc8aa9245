/** Why a call brought no result. */
export type CallFailureKind =
  /** The person stopped it. */
  | 'stopped'
  /** Nothing came in time. */
  | 'timeout'
  /** Nobody knows whether it was done. */
  | 'lost'
  /** The server, or we, would not have it. */
  | 'refused'
  /** It is no longer what was decided on, and was not called. */
  | 'changed';

/** A call without a result; the message is for the model. */
export class CallFailure extends Error {
  constructor(
    readonly kind: CallFailureKind,
    message: string,
    options?: { cause?: unknown }
  ) {
    super(message, options);
    this.name = 'CallFailure';
  }
}
