import { formatCount } from '../../../contract/text/format-size';
import { firstLine } from '../../../contract/text/truncate-text';

/** Number of lines listed if a text occurs more than once. */
const MAX_PLACES = 5;

/** Maximum length of a line that is shown. */
const MAX_SHOWN = 120;

export type Replacement = { text: string } | { problem: string };

/**
 * Replaces a text that occurs exactly once; otherwise reports how often it
 * occurs, and where, or what is most similar. Pure.
 *
 * @param place that the text is from, for the report.
 */
export function replaceOnce(
  text: string,
  old: string,
  replacement: string,
  place: 'file' | 'cell' = 'file'
): Replacement {
  // Models write "\n"; a Windows file keeps its own line endings.
  const windows = text.includes('\r\n') && !old.includes('\r');
  const wanted = windows ? old.replaceAll('\n', '\r\n') : old;
  const inserted = windows ? replacement.replaceAll('\n', '\r\n') : replacement;
  const asRead = occurrences(text, wanted);
  const isAsRead = asRead.length > 0;
  const places = isAsRead ? asRead : occurrences(masked(text), masked(wanted));
  if (places.length === 1) {
    const [at] = places;
    const end = at + wanted.length;
    // What the brackets in the old text really are, by what follows them.
    const signs = new Map(
      isAsRead
        ? []
        : [...text.slice(at, end).matchAll(MASKED)].map(([sign, rest]) => [
            rest,
            sign
          ])
    );
    return {
      text:
        text.slice(0, at) +
        inserted.replace(MASKED, (sign, rest) => signs.get(rest) ?? sign) +
        text.slice(end)
    };
  }
  return {
    problem:
      places.length === 0
        ? `"old" was not found in the ${place}. ${nearest(text, old, place)}`
        : `"old" occurs ${formatCount(places.length)} times in the ${place}, from lines ${linesOf(text, places)}. Give more of the text around the one you mean.`
  };
}

/** `<data>` reaches the model as `[data>`, so that it cannot end its envelope. */
const MASKED = /[<[](?=([\s/]*data\b[^]?))/gi;

function masked(text: string): string {
  return text.replace(MASKED, '[');
}

/** Includes overlapping ones, since it is unclear which of them is meant. */
function occurrences(text: string, wanted: string): number[] {
  const places: number[] = [];
  for (
    let at = text.indexOf(wanted);
    at >= 0;
    at = text.indexOf(wanted, at + 1)
  ) {
    places.push(at);
  }
  return places;
}

function linesOf(text: string, places: number[]): string {
  const lines = places
    .slice(0, MAX_PLACES)
    .map(at => formatCount(text.slice(0, at).split('\n').length));
  return lines.join(', ') + (places.length > MAX_PLACES ? ' …' : '');
}

/** The line of the file that shares the most words with the first line of `old`. */
function nearest(text: string, old: string, place: string): string {
  const again = `Read the ${place} again and copy the text exactly.`;
  const wanted = words(old.split('\n').find(line => line.trim() !== '') ?? '');
  let best = { score: 0, line: 0, content: '' };
  for (const [index, content] of text.split(/\r?\n/).entries()) {
    const own = words(content);
    const common = [...wanted].filter(word => own.has(word)).length;
    const score = common / Math.max(1, wanted.size, own.size);
    if (score > best.score) {
      best = { score, line: index + 1, content };
    }
  }
  if (best.score < LIKE) {
    return again;
  }
  return `The nearest line is ${formatCount(best.line)}: ${firstLine(best.content, MAX_SHOWN)}\n${again}`;
}

/** Minimum share of common words for a line to be worth showing. */
const LIKE = 0.4;

function words(line: string): Set<string> {
  return new Set(line.match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []);
}
