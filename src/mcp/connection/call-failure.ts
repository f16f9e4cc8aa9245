/** Why a call has no result. */
export type CallFailureKind =
  /** The person stopped it. */
  | 'stopped'
  /** There was no answer in time. */
  | 'timeout'
  /** It is not known whether the call was carried out. */
  | 'lost'
  /** The server, or our own check, refused it. */
  | 'refused'
  /** The tool is no longer the one that was decided on, so it was not called. */
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
