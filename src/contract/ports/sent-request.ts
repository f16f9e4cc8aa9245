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
}
