import type { IProfile } from './profile';

export type PlotKind = 'scatter' | 'bar' | 'hist' | 'box' | 'line';
export type Aggregate = 'mean' | 'median' | 'sum' | 'max' | 'min' | 'std';

/** What a person asked for, as far as a script can respond to it. */
export interface IWishes {
  by?: string;
  /** Columns not to group by. */
  notBy: string[];
  measures: string[];
  aggregate?: Aggregate;
  kind?: PlotKind;
  log?: 'x' | 'y';
  bigger?: boolean;
  grid?: boolean;
  title?: string;
  /** Name for the data frame. */
  variable?: string;
  separator?: string;
}

const AGGREGATES: [RegExp, Aggregate][] = [
  [/\bmedians?\b/i, 'median'],
  [/\b(means?|averages?)\b/i, 'mean'],
  [/\b(sums?|totals?)\b/i, 'sum'],
  [/\b(max|maxim(um|a))\b/i, 'max'],
  [/\b(min|minim(um|a))\b/i, 'min'],
  [/\b(std|standard deviations?)\b/i, 'std']
];

const KINDS: [RegExp, PlotKind][] = [
  [/\bscatter/i, 'scatter'],
  [/\b(bars?|bar ?charts?|column chart)\b/i, 'bar'],
  [/\b(hist|histograms?|distributions?)\b/i, 'hist'],
  [/\bbox(plots?)?\b/i, 'box'],
  [/\b(line (chart|plot)|lines|over time|time series)\b/i, 'line']
];

/** Later messages take precedence over earlier ones. */
export function readWishes(texts: string[], profile?: IProfile): IWishes {
  const wishes: IWishes = { notBy: [], measures: [] };
  for (const each of texts) {
    const text = each.slice(0, 2000);
    Object.assign(wishes, plainWishes(text));
    if (profile) {
      columnWishes(text, profile, wishes);
    }
  }
  return wishes;
}

/** Whether a text asks for anything the script can respond to. */
export function hasWish(text: string, profile?: IProfile): boolean {
  const { notBy, measures, ...others } = readWishes([text], profile);
  return (
    notBy.length > 0 ||
    measures.length > 0 ||
    Object.values(others).some(value => value !== undefined)
  );
}

/** Whether the person wants something left out. */
export function wantsSkip(reason: string): boolean {
  return (
    reason === '' ||
    /\b(skip|leave (it|this|that) out|not (needed|necessary)|unnecessary|no need|don'?t (need|want)|do not (need|want)|without (it|this|that)|no (plot|table|summary)|never mind|next)\b/i.test(
      reason
    )
  );
}

/** Whether the person wants the whole job to end. */
export function wantsEnd(text: string): boolean {
  return /^\W*(stop|enough|that'?s enough|finish|wrap (it )?up|end here|cancel)\b/i.test(
    text
  );
}

function plainWishes(text: string): Partial<IWishes> {
  const found: Partial<IWishes> = {};
  const aggregate = AGGREGATES.find(([words]) => words.test(text));
  if (aggregate) {
    found.aggregate = aggregate[1];
  }
  const kind = KINDS.find(([words]) => words.test(text));
  if (kind) {
    found.kind = kind[1];
  }
  if (/\blog(arithmic)?\b|\blog-?(scale|axis)/i.test(text)) {
    found.log = /\bx\b/i.test(text) ? 'x' : 'y';
  }
  if (/\b(bigger|larger|wider)\b/i.test(text)) {
    found.bigger = true;
  }
  if (/\bgrid\b/i.test(text)) {
    found.grid = true;
  }
  const title = /\btitle\b[^"“']*["“']([^"”']{1,80})["”']/i.exec(text);
  if (title) {
    found.title = title[1];
  }
  const variable =
    /\b(?:call|name|rename) (?:it|the (?:variable|data ?frame)|df)(?: to| as)? [`"'“]?([A-Za-z_]\w*)/i.exec(
      text
    ) ?? /\buse (?:the )?(?:name|variable) [`"'“]?([A-Za-z_]\w*)/i.exec(text);
  if (variable) {
    found.variable = variable[1];
  }
  const separator = /\bsemi-?colons?\b/i.test(text)
    ? ';'
    : /\btabs?\b/i.test(text)
      ? '\t'
      : null;
  if (separator) {
    found.separator = separator;
  }
  return found;
}

function columnWishes(text: string, profile: IProfile, wishes: IWishes): void {
  const mentioned = profile.columns
    .map(({ name }) => ({ name, at: findColumn(text, name) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  const measures: string[] = [];
  for (const { name, at } of mentioned) {
    const before = text.slice(Math.max(0, at - 24), at).toLowerCase();
    const against = /(not by|instead of|without|rather than|except)[^a-z]*$/;
    if (against.test(before)) {
      wishes.notBy.push(name);
    } else if (
      profile.categories.includes(name) &&
      (/\b(by|per|each|group(ed)?|split|colou?r(ed)?|use|with|for)\b[^.]*$/.test(
        before
      ) ||
        !profile.measures.includes(name))
    ) {
      wishes.by = name;
    } else if (profile.measures.includes(name)) {
      measures.push(name);
    }
  }
  if (measures.length > 0) {
    wishes.measures = measures;
  }
}

/** Where a column is mentioned, literally or in words; -1 if it isn't. */
function findColumn(text: string, name: string): number {
  const lower = text.toLowerCase();
  for (const form of new Set([name, name.replace(/[_.]+/g, ' ')])) {
    const wanted = form.toLowerCase().trim();
    let at = wanted.length > 1 ? lower.indexOf(wanted) : -1;
    while (at >= 0) {
      const around = `${lower[at - 1] ?? ' '}${lower[at + wanted.length] ?? ' '}`;
      if (!/[\p{L}\p{N}_]/u.test(around)) {
        return at;
      }
      at = lower.indexOf(wanted, at + 1);
    }
  }
  return -1;
}
