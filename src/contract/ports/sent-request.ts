/** A request that is about to be sent to the kernel. */
export interface ISentRequest {
  /** `null` if another part of the server sends it. */
  msgId: string | null;
  kernelId: string;
  /**
   * The kernel's own session id, from the header of its messages. It changes
   * with each restart. `null` if no message has been received yet.
   */
  process: string | null;
  /**
   * The position of the kernel's own history; absent if it keeps none, or for
   * requests that it does not record.
   */
  history?: IHistoryMark;
}

/** What is needed to look a request up in the kernel's history later. */
export interface IHistoryMark {
  /** Number of the last input in the history, and its hash. */
  last: number;
  lastHash: string;
  /** The history's own session number, which changes when the history is reset. */
  session: number | null;
  /** Hash of the code in the form the history stores. */
  input: string;
}
