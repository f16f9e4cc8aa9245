/**
 * Whether it could take long to parse an XML document: it may define entities,
 * which could expand it to any size, or is nested so deeply that each element
 * costs a walk through all around it. What is not well-formed counts too.
 */
export function isCostlyXml(xml: string): boolean {
  return declaresEntities(xml) || isDeep(xml);
}

function declaresEntities(xml: string): boolean {
  if (/<!ENTITY/i.test(xml)) {
    return true;
  }
  // There can only be one, and it comes before all elements.
  const at = xml.search(/<!DOCTYPE/i);
  return at >= 0 && /^<!DOCTYPE[^>[]*\[/i.test(xml.slice(at, at + 10_000));
}

/** Deeper than any plot: 5,000 levels take a browser seconds. */
const MAX_DEPTH = 250;

/** What contains text that only looks like elements, and how it ends. */
const OPAQUE = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>']
];

function isDeep(xml: string): boolean {
  let depth = 0;
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    const opaque = OPAQUE.find(([begin]) => xml.startsWith(begin, at));
    const end = opaque
      ? xml.indexOf(opaque[1], at + opaque[0].length)
      : endOfTag(xml, at);
    if (end < 0) {
      return true;
    }
    if (xml[at + 1] === '/') {
      depth--;
    } else if (!opaque && xml[end - 1] !== '/') {
      depth++;
    }
    if (depth < 0 || depth > MAX_DEPTH) {
      return true;
    }
    at = end;
  }
  return false;
}

/** Where a tag ends, outside the values of its attributes; -1 if nowhere. */
function endOfTag(xml: string, from: number): number {
  let quote = '';
  for (let at = from; at < xml.length; at++) {
    const character = xml[at];
    if (quote) {
      quote = character === quote ? '' : quote;
    } else if (character === '"' || character === "'") {
      quote = character;
    } else if (character === '>') {
      return at;
    }
  }
  return -1;
}
