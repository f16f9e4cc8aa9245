/**
 * The event as if a person had caused it: jsdom never fires a trusted one, so
 * this changes its internal object.
 */
export function trusted<T extends Event>(event: T): T {
  const [impl] = Object.getOwnPropertySymbols(event);
  const inner = (event as unknown as Record<symbol, object>)[impl];
  Object.defineProperty(inner, 'isTrusted', {
    get: () => true,
    set: () => undefined
  });
  return event;
}
