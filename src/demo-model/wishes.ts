import type { IProfile } from './profile';

export type PlotKind = 'scatter' | 'bar' | 'hist';

/** What a person asked for, as far as a script can respond to it. */
export interface IWishes {
  by?: string;
  measures: string[];
  kind?: PlotKind;
  log?: boolean;
}

const WISHES: [RegExp, Partial<IWishes>][] = [
  [/\b(hist|histograms?|distributions?)\b/i, { kind: 'hist' }],
  [/\b(bars?|bar ?charts?)\b/i, { kind: 'bar' }],
  [/\bscatter/i, { kind: 'scatter' }],
  [/\blog(arithmic)?\b/i, { log: true }]
];

/** Later messages take precedence over earlier ones. */
export function readWishes(
  texts: readonly string[],
  profile?: IProfile
): IWishes {
  const wishes: IWishes = { measures: [] };
  for (const each of texts) {
    const text = each.slice(0, 2000);
    for (const [pattern, wish] of WISHES) {
      Object.assign(wishes, pattern.test(text) && wish);
    }
    const measures: string[] = [];
    // Of a list of columns, the first.
    let by: string | undefined;
    for (const { name } of profile?.columns ?? []) {
      const [before, ...after] = plainWords(text).split(plainWords(name));
      if (
        name.length < 2 ||
        after.length === 0 ||
        / (not by|instead of|without|rather than|except)$/.test(before)
      ) {
        continue;
      } else if (profile?.measures.includes(name)) {
        measures.push(name);
      } else if (profile?.categories.includes(name)) {
        by ??= name;
      }
    }
    Object.assign(wishes, by !== undefined && { by });
    wishes.measures = measures.length > 0 ? measures : wishes.measures;
  }
  return wishes;
}

/** Words between single spaces: "bill_length" is mentioned by "Bill length". */
function plainWords(text: string): string {
  return ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `.replace(
    / {2,}/g,
    ' '
  );
}

export function hasWish(text: string, profile?: IProfile): boolean {
  return Object.values(readWishes([text], profile)).flat().length > 0;
}

/** Whether the person wants the whole job to end. */
export function wantsEnd(text: string): boolean {
  return /^\W*(stop|enough|finish|cancel)\b/i.test(text);
}

/** Whether a message only asks to continue. */
export function wantsMore(text: string): boolean {
  return /^\W*(continue|go on|proceed|resume|try again)\b/i.test(text);
}
