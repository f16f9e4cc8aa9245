/**
 * Requests in a transaction that nobody waits for. If one fails, it ends the
 * transaction, and the error is reported there. Awaiting each response would
 * cost an extra turn of the event loop.
 */
export function unawaited(requests: readonly Promise<unknown>[]): void {
  for (const request of requests) {
    request.catch(() => undefined);
  }
}
