/**
 * All elements of a document, in order. The list stays as it is when elements
 * are removed, and is made in one go, however many there are.
 */
export function elementsIn(parsed: Document): Element[] {
  const found: Element[] = [];
  let at: Element | null = parsed.documentElement;
  while (at) {
    found.push(at);
    let next: Element | null = at.firstElementChild;
    while (at && !next) {
      next = at.nextElementSibling;
      at = at.parentElement;
    }
    at = next;
  }
  return found;
}
