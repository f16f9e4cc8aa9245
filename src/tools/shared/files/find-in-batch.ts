import {
  isWorkspaceError,
  type IPatternMatch,
  type IToolContext
} from '../../../contract';
import { formatCount } from '../../../contract/text/format-size';

/** Maximum number of matches shown; the rest is counted. */
export const MAX_SHOWN = 50;

/** Maximum number of matches counted, and ms for the texts of one batch. */
export const LIMITS = { matches: 500, ms: 5000 };

/** Maximum length of a line, and of all lines together. */
const MAX_LINE = 220;
const BUDGET = 9000;

/** Why files are not searched, as the end of a result says it. */
const NOT_SEARCHED = {
  'too-large': 'too large',
  denied: 'that the person does not let you read',
  unreadable: 'that could not be read'
};

export interface IFound {
  /** Number of files or notebooks searched. */
  searched: number;
  /** One line per match, with its location. */
  lines: string[];
  /** Number of matches, including those without a line. */
  total: number;
  /** Whether counting stopped at its limit. */
  more: boolean;
  /** Why each of the others was not searched. */
  skipped: (keyof typeof NOT_SEARCHED)[];
  /** Why the search ended early. */
  cut: string | null;
}

export function nothingFound(): IFound {
  return {
    searched: 0,
    lines: [],
    total: 0,
    more: false,
    skipped: [],
    cut: null
  };
}

/**
 * Counts something that could not be read; the rest can still be searched.
 * @throws the error itself if it is a defect.
 */
export function skip({ skipped }: IFound, error: unknown): void {
  if (!isWorkspaceError(error)) {
    throw error;
  }
  const { code } = error;
  skipped.push(code === 'too-large' || code === 'denied' ? code : 'unreadable');
}

/**
 * Adds the matches in one batch of texts.
 *
 * @param lineOf formats a match as one line, with its location.
 * @returns whether the search continues; false once the count reaches its
 * limit.
 * @throws WorkspaceError `bad-pattern`
 */
export async function findInBatch(
  found: IFound,
  pattern: string,
  texts: string[],
  { patterns, signal }: IToolContext,
  lineOf: (match: IPatternMatch) => string
): Promise<boolean> {
  const { matches, cut } = await patterns.find(
    pattern,
    texts,
    { ...LIMITS, matches: LIMITS.matches - found.total },
    signal
  );
  found.lines.push(...matches.map(lineOf));
  found.total += matches.length;
  found.more = cut || found.total >= LIMITS.matches;
  return !found.more;
}

/**
 * The result for the model. @param scope "58 files under work".
 * @param hint what to do if nothing was found.
 */
export function foundText(found: IFound, scope: string, hint: string): string {
  const { total, more } = found;
  const noun = total === 1 ? 'match' : 'matches';
  const head =
    total === 0
      ? `No line matches in ${scope}.`
      : `${more ? 'At least ' : ''}${formatCount(total)} ${noun} in ${scope}.`;
  const shown = fitting(found.lines.map(shortLine));
  const left = total - shown.length;
  return [
    head,
    ...shown,
    ...(left > 0
      ? [
          `… ${more ? 'at least ' : ''}${formatCount(left)} more; narrow the pattern or the path …`
        ]
      : []),
    ...notes(found),
    ...(total === 0 ? [hint] : [])
  ].join('\n');
}

function notes({ skipped, cut }: IFound): string[] {
  const left = Object.entries(NOT_SEARCHED)
    .map(([why, text]) => ({
      count: skipped.filter(each => each === why).length,
      text
    }))
    .filter(({ count }) => count > 0)
    .map(({ count, text }) => `${formatCount(count)} ${text}`);
  return [
    ...(left.length > 0 ? [`Not searched: ${left.join(', ')}.`] : []),
    ...(cut ? [`Not everything was searched: ${cut}.`] : [])
  ];
}

function fitting(lines: string[]): string[] {
  let used = 0;
  return lines
    .slice(0, MAX_SHOWN)
    .filter(line => (used += line.length + 1) <= BUDGET);
}

function shortLine(line: string): string {
  return line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE - 1)}…`;
}
