/** A request as it is about to leave for the kernel. */
export interface ISentRequest {
  /** `null` where another part of the server sends it. */
  msgId: string | null;
  kernelId: string;
  /**
   * The kernel's own session id, as it stands in the header of its messages:
   * another one after each restart. `null` where it was not heard yet.
   */
  process: string | null;
  /**
   * Where the kernel's own history stood; absent where it keeps none, and for
   * what does not go there.
   */
  history?: IHistoryMark;
}

/** What a kernel's history is asked for later: whether a request is in it. */
export interface IHistoryMark {
  /** Number of the last input that stood there, and its hash. */
  last: number;
  lastHash: string;
  /** The history's own session number, which is another one once it was reset. */
  session: number | null;
  /** Hash of the code as the history keeps it. */
  input: string;
}
