/** Characters of an attribute in which a part is referred to. */
const LONGEST = 2_000;
/** A name whose characters are written as numbers. */
const ENCODED = /(?:^\s{0,20}|url\([^)]{0,200})#[^\s"')]{0,200}%/i;
/** Elements that stand in, or refer to, each other in a row. */
const DEEPEST = 1_000;

/**
 * How many elements a drawing has once each stands in all the places that refer
 * to it: ten elements that each use another one ten times are ten thousand
 * million. What refers to itself in a circle, or a thousand times on, counts as
 * too many; so does a style sheet that refers to a part, since it does for any.
 *
 * @param most from where on it is not counted further.
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
    if (open.has(element) || depth > DEEPEST) {
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

/** Parts of the drawing that an element names: by `href`, or as `url(#name)`. */
function referred(element: Element, byId: ReadonlyMap<string, Element>) {
  const names = [...element.attributes].flatMap(({ localName, value }) =>
    localName === 'href' && value.trim().startsWith('#')
      ? [value.trim().slice(1)]
      : value.length <= LONGEST
        ? [...value.matchAll(/url\(\s*["']?\s*#([^"')\s]+)/gi)].map(
            ([, name]) => name
          )
        : []
  );
  return names.flatMap(name => byId.get(name) ?? []);
}

/** A name of a part that is spelled by numbers, or stands behind all else. */
function isDisguised({ value }: Attr): boolean {
  return (
    (value.includes('#') && value.includes('\\')) ||
    ENCODED.test(value) ||
    (value.length > LONGEST && /url\(/i.test(value))
  );
}
