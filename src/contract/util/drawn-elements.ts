/** Characters of an attribute that are searched for references. */
const MAX_LENGTH = 2_000;
/** A reference with percent-encoded characters in its name. */
const ENCODED = /(?:^\s{0,20}|url\([^)]{0,200})#[^\s"')]{0,200}%/i;
/** How deep elements may be nested in, or refer to, each other. */
const MAX_DEPTH = 1_000;

/**
 * How many elements a drawing has once every reference is expanded: ten levels
 * of elements that each use the next one ten times make ten thousand million.
 * Circular references, and chains longer than a thousand, count as infinite; so
 * does a style sheet that refers to a part, since it can do so for any element.
 *
 * @param most where to stop counting.
 */
export function drawnElements(root: Element, most: number): number {
  const byId = new Map<string, Element>();
  for (const each of root.querySelectorAll('[id]')) {
    byId.set(each.id, each);
  }
  for (const { textContent } of root.querySelectorAll('style')) {
    if (/url\(|\\/i.test(textContent ?? '')) {
      return Infinity;
    }
  }
  const known = new Map<Element, number>();
  const open = new Set<Element>();
  const count = (element: Element, depth: number): number => {
    const before = known.get(element);
    if (before !== undefined) {
      return before;
    }
    if (open.has(element) || depth > MAX_DEPTH) {
      return Infinity;
    }
    open.add(element);
    let sum = [...element.attributes].some(isDisguised) ? Infinity : 1;
    for (const each of [...referred(element, byId), ...element.children]) {
      if (sum <= most) {
        sum += count(each, depth + 1);
      }
    }
    open.delete(element);
    known.set(element, sum);
    return sum;
  };
  return count(root, 0);
}

/** The parts of the drawing an element refers to: by `href`, or as `url(#name)`. */
function referred(element: Element, byId: ReadonlyMap<string, Element>) {
  const names = [...element.attributes].flatMap(({ localName, value }) =>
    localName === 'href' && value.trim().startsWith('#')
      ? [value.trim().slice(1)]
      : value.length <= MAX_LENGTH
        ? [...value.matchAll(/url\(\s*(?:["']\s*)?#([^"')\s]+)/gi)].map(
            ([, name]) => name
          )
        : []
  );
  return names.flatMap(name => byId.get(name) ?? []);
}

/**
 * Whether an attribute hides a reference: by an encoded name, or beyond the
 * part that is searched.
 */
function isDisguised({ value }: Attr): boolean {
  return (
    (value.includes('#') && value.includes('\\')) ||
    ENCODED.test(value) ||
    (value.length > MAX_LENGTH && /url\(/i.test(value))
  );
}
