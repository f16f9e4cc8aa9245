import type { IProfile } from './profile';
import type { IWishes, PlotKind } from './wishes';

/** Columns a table can have before pandas omits some. */
const MAX_MEASURES = 5;

/** A Python string literal; JSON's escapes are valid in Python too. */
const quote = (text: string): string => JSON.stringify(text);

/** A literal for text on a plot, where a pair of dollar signs would be a formula. */
const plotText = (text: string): string => quote(text.replaceAll('$', '\\$'));

/**
 * Possible ways to load a file, best first.
 *
 * @param path from the notebook's folder.
 * @param options of `read_csv`, dates last.
 * @param errors those of earlier attempts.
 */
export function loadCells(
  path: string,
  options: string[],
  variable: string,
  errors: string
): string[] {
  const ways = [
    ...(errors.includes('UnicodeDecodeError')
      ? [[...options, 'encoding="latin-1"']]
      : []),
    options,
    options.filter(option => !option.startsWith('parse_dates'))
  ];
  return ways.map(
    way =>
      `import pandas as pd\n\n${variable} = pd.read_csv(${[quote(path), ...way].join(', ')})\n${variable}.head()`
  );
}

export function exampleCell(variable: string): string {
  return `import numpy as np
import pandas as pd

# Made up, to have something to look at.
rng = np.random.default_rng(7)
rows = 120
${variable} = pd.DataFrame(
    {
        "city": rng.choice(["Bern", "Lyon", "Porto"], rows),
        "age": rng.integers(18, 80, rows),
        "income": rng.normal(3000, 600, rows).round(2),
    }
)
${variable}["spending"] = (${variable}["income"] * rng.uniform(0.4, 0.8, rows)).round(2)
${variable}.head()`;
}

/** The variable that holds the data, judged by the code that actually ran. */
export function loadedVariable(code: string): string | undefined {
  const assigned = [
    ...code.matchAll(/^([A-Za-z_]\w*) *(?::[^=\n]+)?=(?!=)(.*)/gm)
  ];
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

/** Code that selects the measures of a table, those wished for first. */
function selection(profile: IProfile, wishes: IWishes) {
  const names = [...new Set([...wishes.measures, ...profile.measures])];
  return {
    count: names.length,
    columns: `[[${names.slice(0, MAX_MEASURES).map(quote).join(', ')}]]`
  };
}

/** Possible summaries of the columns, best first. */
export function summaryCells(profile: IProfile, wishes: IWishes): string[] {
  const df = profile.variable;
  const { count, columns } = selection(profile, wishes);
  const counts = `print(f"{len(${df}):,} rows, {${df}.shape[1]} columns, {${df}.duplicated().sum():,} duplicate rows")`;
  const described =
    count > 0
      ? `${df}${columns}.describe().round(2)`
      : `${df}.describe(include="all")`;
  return [`${counts}\n${described}`, `${counts}\n${df}.info()`];
}

/** Possible comparisons of the columns, best first. */
export function tableCells(
  profile: IProfile,
  wishes: IWishes,
  correlates: boolean
): string[] {
  const { variable: df, dates, texts, categories } = profile;
  const { count, columns } = selection(profile, wishes);
  const by = groupColumn(profile, wishes);
  const { aggregate = 'mean' } = wishes;
  const groups = (name: string, how: string) =>
    [
      `table = ${df}.groupby(${quote(name)})${columns}.${how}().round(2)`,
      `table.insert(0, "rows", ${df}.groupby(${quote(name)}).size())`,
      'table'
    ].join('\n');
  const correlations = count > 1 ? [`${df}${columns}.corr().round(2)`] : [];
  const others = categories.filter(name => !wishes.notBy.includes(name));
  const counted = by ?? (count > 0 ? undefined : texts[0]);
  const grouped =
    by !== undefined && count > 0
      ? [
          groups(by, aggregate),
          groups(by, 'median'),
          ...others.map(name => groups(name, aggregate))
        ]
      : count > 0
        ? dates.map(
            date =>
              `${df}.groupby(${df}[${quote(date)}].dt.strftime("%Y-%m"))${columns}.mean().round(2)`
          )
        : [];
  return [
    ...(correlates ? correlations : []),
    ...grouped,
    ...correlations,
    ...(counted === undefined
      ? []
      : [`${df}[${quote(counted)}].value_counts().head(12).to_frame("rows")`]),
    ...(count > 0
      ? [`${df}${columns}.quantile([0, 0.25, 0.5, 0.75, 1]).round(2)`]
      : [])
  ];
}

/** A table's code as it ran. */
export interface ITableCode {
  kind: 'groups' | 'counts' | 'correlations' | 'other';
  by: string;
  /** Names of its columns, in order; empty if unknown. */
  columns: string[];
  /** How many of them hold sizes. */
  sizes: number;
  aggregate: string;
}

const STRING = '"(?:[^"\\\\]|\\\\.)*"';
const GROUPED = new RegExp(`groupby\\((?:\\w+\\[)?(${STRING})`);
const SELECTED = new RegExp(
  `\\[(\\[${STRING}(?:, ${STRING})*\\])\\]\\.(\\w+)\\(`
);
const INSERTED = new RegExp(`insert\\(0, (${STRING}),`);
const COUNTED = new RegExp(`\\[(${STRING})\\]\\.value_counts\\(`);

/** Reads what a table contains from its code, which the person may have edited. */
export function readTableCode(code: string): ITableCode {
  const read = (pattern: RegExp): string[] =>
    [pattern.exec(code)?.[1] ?? '[]'].flatMap(
      text => JSON.parse(text) as string | string[]
    );
  const sizes = read(INSERTED);
  const aggregate = SELECTED.exec(code)?.[2] ?? '';
  const [counted] = read(COUNTED);
  const [by = counted ?? ''] = read(GROUPED);
  const others = aggregate === 'corr' ? 'correlations' : 'other';
  return {
    kind: counted !== undefined ? 'counts' : by !== '' ? 'groups' : others,
    by,
    columns: counted !== undefined ? ['rows'] : [...sizes, ...read(SELECTED)],
    sizes: sizes.length,
    aggregate
  };
}

/** Possible plots, best first. @param telling measures, the most telling first. */
export function plotCells(
  profile: IProfile,
  wishes: IWishes,
  telling: string[]
): string[] {
  const by = groupColumn(profile, wishes);
  const measures = [
    ...new Set([...wishes.measures, ...telling, ...profile.measures])
  ];
  const kinds = new Set<PlotKind>([
    ...(wishes.kind ? [wishes.kind] : []),
    'line',
    'scatter',
    ...(by === undefined ? [] : ['bar' as const]),
    'hist',
    'box',
    'bar'
  ]);
  return [...kinds].flatMap(kind => {
    const drawing = draw(kind, profile, measures, by);
    return drawing ? [plotCode(drawing, kind, wishes, by)] : [];
  });
}

/** What a plot is about, its axes, and the lines that draw it. */
type Drawing = [subject: string, x: string, y: string, ...lines: string[]];

function draw(
  kind: PlotKind,
  { variable: df, dates: [date], texts }: IProfile,
  [first, second]: (string | undefined)[],
  by: string | undefined
): Drawing | null {
  const group = by === undefined ? '' : `.groupby(${quote(by)})`;
  const one = `[${quote(first ?? '')}]`;
  /** One drawing for each group. */
  const each = (line: (rows: string, label: string) => string) =>
    group
      ? [
          `for name, group in ${df}${group}:`,
          `    ${line('group', ', label=str(name)')}`
        ]
      : [line(df, '')];
  const counted = by ?? texts[0];
  if (kind === 'bar' && counted !== undefined && !(first && by)) {
    const counts = `${df}[${quote(counted)}].value_counts().head(12)`;
    return [
      `how often each ${counted} occurs`,
      counted,
      'rows',
      `${counts}.plot.bar(ax=ax)`
    ];
  }
  if (first === undefined) {
    return null;
  }
  switch (kind) {
    case 'hist':
      return [
        `the distribution of ${first}`,
        first,
        'rows',
        ...each(
          (rows, label) =>
            `ax.hist(${rows}${one}.dropna(), bins=20, alpha=0.6${label})`
        )
      ];
    case 'scatter':
      return second === undefined
        ? null
        : [
            `${second} against ${first}`,
            first,
            second,
            ...each(
              (rows, label) =>
                `ax.scatter(${rows}${one}, ${rows}[${quote(second)}]${label}, alpha=0.7)`
            )
          ];
    case 'line':
      return date === undefined
        ? null
        : [
            `${first} over ${date}`,
            date,
            first,
            ...each(
              (rows, label) =>
                `${rows}.groupby(${quote(date)})${one}.mean().plot(ax=ax${label})`
            )
          ];
    default:
      return by === undefined
        ? null
        : kind === 'bar'
          ? [
              `the mean ${first}`,
              by,
              `mean ${first}`,
              `${df}${group}${one}.mean().plot.bar(ax=ax)`
            ]
          : [
              `the spread of ${first}`,
              by,
              first,
              `${df}.boxplot(column=${quote(first)}, by=${quote(by)}, ax=ax)`,
              'fig.suptitle("")'
            ];
  }
}

function plotCode(
  [subject, x, y, ...lines]: Drawing,
  kind: PlotKind,
  { log, bigger, title: wanted }: IWishes,
  by: string | undefined
): string {
  const whole = by === undefined || x === by ? subject : `${subject} by ${by}`;
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
    ...(by === undefined || isNamed
      ? []
      : [`ax.legend(title=${plotText(by)})`]),
    'plt.show()'
  ].join('\n');
}
