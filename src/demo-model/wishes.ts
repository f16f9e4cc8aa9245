import type { IProfile } from './profile';

export type PlotKind = 'scatter' | 'bar' | 'hist' | 'box' | 'line';

/** What a person asked for, as far as a script can respond to it. */
export interface IWishes {
  by?: string;
  /** Columns not to group by. */
  notBy: string[];
  measures: string[];
  aggregate?: 'mean' | 'median' | 'sum';
  kind?: PlotKind;
  log?: 'x' | 'y';
  bigger?: boolean;
  title?: string;
  /** Name for the data frame. */
  variable?: string;
}

/** Expressions that set a wish: to a value, or to what they found. */
const WISHES: [RegExp, (match: RegExpExecArray) => Partial<IWishes>][] = [
  [/\bmedians?\b/i, () => ({ aggregate: 'median' })],
  [/\b(means?|averages?)\b/i, () => ({ aggregate: 'mean' })],
  [/\b(sums?|totals?)\b/i, () => ({ aggregate: 'sum' })],
  [/\b(line (chart|plot)|lines|over time)\b/i, () => ({ kind: 'line' })],
  [/\bbox(plots?)?\b/i, () => ({ kind: 'box' })],
  [/\b(hist|histograms?|distributions?)\b/i, () => ({ kind: 'hist' })],
  [/\b(bars?|bar ?charts?)\b/i, () => ({ kind: 'bar' })],
  [/\bscatter/i, () => ({ kind: 'scatter' })],
  [/\blog(arithmic)?\b/i, () => ({ log: 'y' })],
  [/\blog(arithmic)?\b.*\bx\b|\bx\b.*\blog/i, () => ({ log: 'x' })],
  [/\b(bigger|larger|wider)\b/i, () => ({ bigger: true })],
  [
    /\btitle\b[^"“']*["“']([^"”']{1,80})["”']/i,
    ([, title]) => ({ title: title.replace(/\s+/g, ' ') })
  ],
  [
    /\b(?:call|name|rename) (?:it|df)(?: to| as)? [`"'“]?([A-Za-z_]\w*)/i,
    ([, variable]) => ({ variable })
  ]
];

/** Later messages take precedence over earlier ones. */
export function readWishes(
  texts: readonly string[],
  profile: IProfile | null
): IWishes {
  const wishes: IWishes = { notBy: [], measures: [] };
  for (const each of texts) {
    const text = each.slice(0, 2000);
    for (const [pattern, wish] of WISHES) {
      const match = pattern.exec(text);
      Object.assign(wishes, match && wish(match));
    }
    const measures: string[] = [];
    for (const { name } of profile?.columns ?? []) {
      const at = positionOf(name, text);
      const before = text.slice(Math.max(0, at - 24), at);
      if (at < 0) {
        continue;
      }
      if (
        /(not by|instead of|without|rather than|except)[^a-z]*$/i.test(before)
      ) {
        wishes.notBy.push(name);
      } else if (profile?.measures.includes(name)) {
        measures.push(name);
      } else if (profile?.categories.includes(name)) {
        wishes.by = name;
      }
    }
    wishes.measures = measures.length > 0 ? measures : wishes.measures;
  }
  return wishes;
}

export function hasWish(text: string, profile: IProfile | null): boolean {
  return Object.values(readWishes([text], profile)).flat().length > 0;
}

/** Whether the person wants the whole job to end. */
export function wantsEnd(text: string): boolean {
  return /^\W*(stop|enough|that'?s enough|finish|cancel)\b/i.test(text);
}

/** Whether a message only asks to continue. */
export function wantsMore(text: string): boolean {
  return /^\W*(continue|go on|carry on|proceed|resume|yes,? (go on|continue|please)|try again|keep going)\b/i.test(
    text
  );
}

/** Where a column is mentioned, literally or in words; -1 if it isn't. */
function positionOf(name: string, text: string): number {
  const words = (some: string) => some.toLowerCase().replace(/[_.]/g, ' ');
  const escaped = words(name).replace(/[\\^$*+?()[\]{}|]/g, '\\$&');
  return name.length < 2
    ? -1
    : words(text).search(
        new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'u')
      );
}
