/**
 * Requests of a transaction that nothing waits for: what one of them fails with
 * ends the transaction, and is heard of there. To wait for the browser's answer
 * would cost a turn of the page's for each.
 */
export function atTheEnd(requests: readonly Promise<unknown>[]): void {
  for (const request of requests) {
    request.catch(() => undefined);
  }
}
