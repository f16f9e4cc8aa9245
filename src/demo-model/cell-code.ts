import { type IProfile, quote } from './profile';
import type { IWishes, PlotKind } from './wishes';

/** A cell that is proposed. */
export interface ICell {
  code: string;
  /** What its table shows, where a script can read it. */
  table?: ITable;
}

export interface ITable {
  kind: 'groups' | 'correlations';
  /** The column it groups by. */
  by: string;
  /** Names of its columns, in order. */
  columns: string[];
}

/** As many columns pandas prints beside each other. */
const MAX_MEASURES = 4;

/** A literal for text on a plot, where a pair of dollar signs would be a formula. */
const plotText = (text: string): string => quote(text.replaceAll('$', '\\$'));

/** The name of a data frame, as long as nobody chose another. */
export const FRAME = 'df';

/** @param options of `read_csv`. */
export function loadCells(path: string, options: string[]): ICell[] {
  // What fails may have another encoding, or dates that are none.
  const safe = options.filter(option => !option.startsWith('parse_dates'));
  return [options, [...safe, 'encoding="latin-1"']].map(way => ({
    code: `import pandas as pd\n\n${FRAME} = pd.read_csv(${[quote(path), ...way].join(', ')})\n${FRAME}.head()`
  }));
}

export const EXAMPLE_CELL = {
  code: `import numpy as np
import pandas as pd

# Made up, to have something to look at.
rng = np.random.default_rng(7)
rows = 120
${FRAME} = pd.DataFrame(
    {
        "city": rng.choice(["Bern", "Lyon", "Porto"], rows),
        "age": rng.integers(18, 80, rows),
        "income": rng.normal(3000, 600, rows).round(2),
    }
)
${FRAME}["spending"] = (${FRAME}["income"] * rng.uniform(0.4, 0.8, rows)).round(2)
${FRAME}.head()`
};

/** The variable that holds the data, judged by the code that actually ran. */
export function loadedVariable(code: string): string | undefined {
  const assigned = [...code.matchAll(/^([A-Za-z_]\w*) *=(?!=)(.*)/gm)];
  const read = assigned.findLast(([, , value]) =>
    /^\s*(\w+\.)?(read_\w+|DataFrame)\s*\(/.test(value)
  );
  return (read ?? assigned.at(-1))?.[1];
}

/** The column a job groups by. */
export function groupColumn(
  { categories }: IProfile,
  { by, notBy }: IWishes
): string | undefined {
  return by ?? categories.find(name => !notBy.includes(name));
}

/** The measures of a table, those wished for first, and code that selects them. */
function selected(profile: IProfile, wishes: IWishes) {
  const all = [...new Set([...wishes.measures, ...profile.measures])];
  const names = all.slice(0, MAX_MEASURES);
  return { names, columns: `[[${names.map(quote).join(', ')}]]` };
}

/** Possible summaries of the columns, best first. */
export function summaryCells(profile: IProfile, wishes: IWishes): ICell[] {
  const df = profile.variable;
  const { names, columns } = selected(profile, wishes);
  const counts = `print(f"{len(${df}):,} rows, {${df}.shape[1]} columns, {${df}.duplicated().sum():,} duplicate rows")`;
  const described =
    names.length > 0
      ? `${df}${columns}.describe().round(2)`
      : `${df}.describe(include="all")`;
  return [described, `${df}.info()`].map(line => ({
    code: `${counts}\n${line}`
  }));
}

/** Possible comparisons of the columns, best first. */
export function tableCells(
  profile: IProfile,
  wishes: IWishes,
  correlates: boolean
): ICell[] {
  const { variable: df, texts } = profile;
  const { names, columns } = selected(profile, wishes);
  const by = groupColumn(profile, wishes);
  const counted = by ?? texts[0];
  const groups: ICell = {
    code: [
      `table = ${df}.groupby(${quote(by ?? '')})${columns}.mean().round(2)`,
      `table.insert(0, "rows", ${df}.groupby(${quote(by ?? '')}).size())`,
      'table'
    ].join('\n'),
    table: { kind: 'groups', by: by ?? '', columns: ['rows', ...names] }
  };
  const correlations: ICell = {
    code: `${df}${columns}.corr().round(2)`,
    table: { kind: 'correlations', by: '', columns: names }
  };
  const counts: ICell = {
    code: `${df}[${quote(counted ?? '')}].value_counts().head(12).to_frame("rows")`
  };
  const quantiles: ICell = {
    code: `${df}${columns}.quantile([0, 0.25, 0.5, 0.75, 1]).round(2)`
  };
  const possible: [boolean, ICell][] = [
    [correlates && names.length > 1, correlations],
    [by !== undefined && names.length > 0, groups],
    [names.length > 1, correlations],
    [names.length > 0, quantiles],
    [counted !== undefined, counts]
  ];
  return possible.flatMap(([applies, cell]) => (applies ? [cell] : []));
}

/** Possible plots, best first. @param telling measures, the most telling first. */
export function plotCells(
  profile: IProfile,
  wishes: IWishes,
  telling: string[]
): ICell[] {
  const { variable: df, dates, texts } = profile;
  const by = groupColumn(profile, wishes) ?? '';
  const [first = '', second = ''] = new Set([
    ...wishes.measures,
    ...telling,
    ...profile.measures
  ]);
  const columns: IColumns = {
    df,
    by,
    date: dates[0] ?? '',
    first,
    second,
    counted: by || (texts[0] ?? ''),
    each: line =>
      by
        ? [
            `for name, group in ${df}.groupby(${quote(by)}):`,
            `    ${line('group', ', label=str(name)')}`
          ]
        : [line(df, '')]
  };
  const kinds: PlotKind[] = ['line', 'scatter', 'bar', 'hist'];
  return [...new Set([wishes.kind ?? kinds[0], ...kinds])].flatMap(kind => {
    const drawing = PLOTS[kind](columns);
    return drawing ? [{ code: plotCode(drawing, kind, wishes, by) }] : [];
  });
}

/** What a plot is about, its axes, and the lines that draw it. */
type Drawing = [subject: string, x: string, y: string, ...lines: string[]];

/** Code of the frame, of its groups, and of columns; empty where there is none. */
interface IColumns {
  df: string;
  by: string;
  date: string;
  first: string;
  second: string;
  counted: string;
  /** A line that draws rows, once for each group. */
  each: (line: (rows: string, label: string) => string) => string[];
}

/** What each kind of plot needs, and draws. */
const PLOTS: Record<PlotKind, (columns: IColumns) => Drawing | ''> = {
  hist: ({ first, each }) =>
    first && [
      `the distribution of ${first}`,
      first,
      'rows',
      ...each(
        (rows, label) =>
          `ax.hist(${rows}[${quote(first)}].dropna(), bins=20, alpha=0.6${label})`
      )
    ],
  scatter: ({ first, second, each }) =>
    second && [
      `${second} against ${first}`,
      first,
      second,
      ...each(
        (rows, label) =>
          `ax.scatter(${rows}[${quote(first)}], ${rows}[${quote(second)}]${label}, alpha=0.7)`
      )
    ],
  line: ({ first, date, each }) =>
    first &&
    date && [
      `${first} over ${date}`,
      date,
      first,
      ...each(
        (rows, label) =>
          `${rows}.groupby(${quote(date)})[${quote(first)}].mean().plot(ax=ax${label})`
      )
    ],
  bar: ({ df, first, by, counted }) =>
    first
      ? by && [
          `the mean ${first}`,
          by,
          `mean ${first}`,
          `${df}.groupby(${quote(by)})[${quote(first)}].mean().plot.bar(ax=ax)`
        ]
      : counted && [
          `how often each ${counted} occurs`,
          counted,
          'rows',
          `${df}[${quote(counted)}].value_counts().head(12).plot.bar(ax=ax)`
        ],
  box: ({ df, first, by }) =>
    first &&
    by && [
      `the spread of ${first}`,
      by,
      first,
      `${df}.boxplot(column=${quote(first)}, by=${quote(by)}, ax=ax)`,
      'fig.suptitle("")'
    ]
};

function plotCode(
  [subject, x, y, ...lines]: Drawing,
  kind: PlotKind,
  { log, bigger, title: wanted }: IWishes,
  by: string
): string {
  const whole = by === '' || x === by ? subject : `${subject} by ${by}`;
  const title = wanted ?? whole.charAt(0).toUpperCase() + whole.slice(1);
  const isNamed = kind === 'bar' || kind === 'box';
  return [
    // Anything made from the notebook can tell from this what the plot shows.
    `# ${title.replace(/\s+/g, ' ')}`,
    'import matplotlib.pyplot as plt',
    '',
    `fig, ax = plt.subplots(${bigger ? 'figsize=(11, 7)' : ''})`,
    ...lines,
    ...(log && !(log === 'x' && isNamed) ? [`ax.set_${log}scale("log")`] : []),
    `ax.set_xlabel(${plotText(x)})`,
    `ax.set_ylabel(${plotText(y)})`,
    `ax.set_title(${plotText(title)})`,
    ...(by === '' || isNamed ? [] : [`ax.legend(title=${plotText(by)})`]),
    'plt.show()'
  ].join('\n');
}
