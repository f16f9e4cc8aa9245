import { scanJson } from '../../../contract/util/scan-json';

/** The most characters that are scanned in total, repeats included. */
const MOST_WORK = 5_000_000;

/**
 * The JSON objects in a text, the last one first: models think before they
 * answer, and put the answer in a fence. With deeply nested brackets that are
 * not JSON, the search is given up.
 */
export function jsonInText(text: string): unknown[] {
  const found: unknown[] = [];
  let left = MOST_WORK;
  for (let at = text.indexOf('{'); at >= 0 && left > 0;) {
    const end = endOf(text, at);
    left -= (end ?? text.length) - at;
    const value = end === null ? undefined : parsed(text.slice(at, end));
    if (value !== undefined && end !== null) {
      found.unshift(value);
    }
    at = text.indexOf('{', value !== undefined && end !== null ? end : at + 1);
  }
  return found;
}

/**
 * The position after the bracket that closes the one at `start`; null if there
 * is none.
 */
function endOf(text: string, start: number): number | null {
  let depth = 0;
  let end: number | null = null;
  scanJson(text, start, (bracket, at) => {
    if (bracket === '{') {
      depth++;
    } else if (bracket === '}' && --depth === 0) {
      end = at + 1;
    }
    return end !== null;
  });
  return end;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Brackets around something else; undefined says so.
    return undefined;
  }
}
