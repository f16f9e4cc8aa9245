import { type IProfile, quote } from './profile';
import type { IWishes, PlotKind } from './wishes';

/** A cell that is proposed. */
export interface ICell {
  code: string;
  /** If its table compares groups: by which column, and its columns in order. */
  table?: { by: string; columns: string[] };
}

/** As many columns pandas prints beside each other. */
const MAX_MEASURES = 4;

/** A literal for text on a plot, where a pair of dollar signs would be a formula. */
const plotText = (text: string): string => quote(text.replaceAll('$', '\\$'));

/** The name of a data frame, as long as nobody chose another. */
export const FRAME = 'df';

/** @param options of `read_csv`. */
export function loadCells(path: string, options: string[]): ICell[] {
  // What fails may have another encoding.
  return [options, [...options, 'encoding="latin-1"']].map(way => ({
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

/** The measures of a table, those wished for first, and code that selects them. */
function selected(profile: IProfile, wishes: IWishes) {
  const all = [...new Set([...wishes.measures, ...profile.measures])];
  const names = all.slice(0, MAX_MEASURES);
  return { names, list: `[[${names.map(quote).join(', ')}]]` };
}

/** Possible summaries of the columns, best first. */
export function summaryCells(profile: IProfile, wishes: IWishes): ICell[] {
  const df = profile.variable;
  const { names, list } = selected(profile, wishes);
  const described =
    names.length > 0
      ? `${df}${list}.describe().round(2)`
      : `${df}.describe(include="all")`;
  return [
    {
      code: `print(f"{len(${df}):,} rows, {${df}.shape[1]} columns, {${df}.duplicated().sum():,} duplicate rows")\n${described}`
    }
  ];
}

/** Possible comparisons of the columns, best first. */
export function tableCells(profile: IProfile, wishes: IWishes): ICell[] {
  const { variable: df, texts } = profile;
  const { names, list } = selected(profile, wishes);
  const by = wishes.by ?? profile.categories[0] ?? '';
  const counted = by || texts[0];
  const cells: (ICell | false)[] = [
    by !== '' &&
      names.length > 0 && {
        code: `table = ${df}.groupby(${quote(by)})${list}.mean().round(2)
table.insert(0, "rows", ${df}.groupby(${quote(by)}).size())
table`,
        table: { by, columns: ['rows', ...names] }
      },
    names.length > 0 && {
      code: `${df}${list}.quantile([0, 0.25, 0.5, 0.75, 1]).round(2)`
    },
    counted !== undefined && {
      code: `${df}[${quote(counted)}].value_counts().head(12).to_frame("rows")`
    }
  ];
  return cells.filter(cell => cell !== false);
}

/** Possible plots, best first. @param telling measures, the most telling first. */
export function plotCells(
  profile: IProfile,
  wishes: IWishes,
  telling: string[]
): ICell[] {
  const { variable: df, measures, texts } = profile;
  const by = wishes.by ?? profile.categories[0] ?? '';
  const [first = '', second = ''] = new Set([
    ...wishes.measures,
    ...telling,
    ...measures
  ]);
  const counted = by || (texts[0] ?? '');
  const [x, y, group, count] = [first, second, by, counted].map(quote);
  const rows = by ? 'group' : df;
  const label = by ? ', label=str(name)' : '';
  const drawings: Record<PlotKind, Drawing> = {
    scatter: [
      second,
      `${second} against ${first}`,
      [first, second],
      `ax.scatter(${rows}[${x}], ${rows}[${y}]${label}, alpha=0.7)`
    ],
    hist: [
      first,
      `the distribution of ${first}`,
      [first, 'rows'],
      `ax.hist(${rows}[${x}].dropna(), bins=20, alpha=0.6${label})`
    ],
    bar: first
      ? [
          by,
          `the mean ${first}`,
          [by, `mean ${first}`],
          `${df}.groupby(${group})[${x}].mean().plot.bar(ax=ax)`
        ]
      : [
          counted,
          `how often each ${counted} occurs`,
          [counted, 'rows'],
          `${df}[${count}].value_counts().head(12).plot.bar(ax=ax)`
        ]
  };
  const kinds: PlotKind[] = ['scatter', 'bar', 'hist'];
  return [...new Set([wishes.kind ?? kinds[0], ...kinds])].flatMap(kind => {
    const [needed, subject, axes, drawn] = drawings[kind];
    if (!needed) {
      return [];
    }
    const whole = by === '' || axes[0] === by ? subject : `${subject} by ${by}`;
    const title = whole.charAt(0).toUpperCase() + whole.slice(1);
    const isGrouped = by !== '' && kind !== 'bar';
    const lines = [
      // Anything made from the notebook can tell from this what the plot shows.
      `# ${title.replace(/\s+/g, ' ')}`,
      'import matplotlib.pyplot as plt',
      '',
      'fig, ax = plt.subplots()',
      isGrouped
        ? `for name, group in ${df}.groupby(${group}):\n    ${drawn}`
        : drawn,
      ...(wishes.log ? ['ax.set_yscale("log")'] : []),
      `ax.set_xlabel(${plotText(axes[0])})`,
      `ax.set_ylabel(${plotText(axes[1])})`,
      `ax.set_title(${plotText(title)})`,
      ...(isGrouped ? [`ax.legend(title=${plotText(by)})`] : []),
      'plt.show()'
    ];
    return [{ code: lines.join('\n') }];
  });
}

/** What it needs, is about, has on its axes, and the line that draws it. */
type Drawing = [
  needed: string,
  subject: string,
  axes: [x: string, y: string],
  drawn: string
];
