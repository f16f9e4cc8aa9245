import type { IProfile } from '../reading/profile';
import { plotText, quote } from '../reading/quote';
import { groupColumn } from './table-cells';
import type { IWishes, PlotKind } from '../reading/wishes';

/** A cell that draws a plot, and what the plot shows. */
export interface IPlotCell {
  code: string;
  kind: PlotKind;
  /** "body_mass_g against flipper_length_mm by species" */
  subject: string;
}

/**
 * Possible plots of the columns, best first.
 *
 * @param interesting measures, the most telling first.
 */
export function plotCells(
  profile: IProfile,
  wishes: IWishes,
  interesting: string[]
): IPlotCell[] {
  const by = groupColumn(profile, wishes);
  const measures = [
    ...new Set([...wishes.measures, ...interesting, ...profile.measures])
  ];
  return plotKinds(profile, wishes, measures, by).flatMap(kind => {
    const drawn = draw(kind, profile, measures, by);
    return drawn
      ? [{ ...drawn, kind, code: withWishes(drawn, kind, wishes) }]
      : [];
  });
}

function plotKinds(
  profile: IProfile,
  wishes: IWishes,
  measures: string[],
  by: string | undefined
): PlotKind[] {
  const kinds: PlotKind[] = wishes.kind ? [wishes.kind] : [];
  if (profile.dates.length > 0 && measures.length > 0) {
    kinds.push('line');
  }
  if (measures.length >= 2) {
    kinds.push('scatter');
  }
  if (by !== undefined) {
    kinds.push('bar');
  }
  kinds.push('hist', 'box', 'bar');
  return [...new Set(kinds)];
}

interface IDrawing {
  lines: string[];
  x: string;
  y: string;
  subject: string;
  legend?: string;
}

function draw(
  kind: PlotKind,
  profile: IProfile,
  [first, second]: string[],
  by: string | undefined
): IDrawing | null {
  const df = profile.variable;
  const groups =
    by === undefined ? '' : `for name, group in ${df}.groupby(${quote(by)}):`;
  const suffix = by === undefined ? '' : ` by ${by}`;
  switch (kind) {
    case 'scatter':
      if (second === undefined) {
        return null;
      }
      return {
        lines: groups
          ? [
              groups,
              `    ax.scatter(group[${quote(first)}], group[${quote(second)}], label=str(name), alpha=0.7)`
            ]
          : [
              `ax.scatter(${df}[${quote(first)}], ${df}[${quote(second)}], alpha=0.7)`
            ],
        x: first,
        y: second,
        subject: `${second} against ${first}${suffix}`,
        legend: by
      };
    case 'hist':
      if (first === undefined) {
        return null;
      }
      return {
        lines: groups
          ? [
              groups,
              `    ax.hist(group[${quote(first)}].dropna(), bins=20, alpha=0.6, label=str(name))`
            ]
          : [`ax.hist(${df}[${quote(first)}].dropna(), bins=20)`],
        x: first,
        y: 'rows',
        subject: `the distribution of ${first}${suffix}`,
        legend: by
      };
    case 'line': {
      const date = profile.dates[0];
      if (date === undefined || first === undefined) {
        return null;
      }
      return {
        lines: groups
          ? [
              groups,
              `    group.groupby(${quote(date)})[${quote(first)}].mean().plot(ax=ax, label=str(name))`
            ]
          : [
              `${df}.groupby(${quote(date)})[${quote(first)}].mean().plot(ax=ax)`
            ],
        x: date,
        y: first,
        subject: `${first} over ${date}${suffix}`,
        legend: by
      };
    }
    case 'box':
      if (first === undefined || by === undefined) {
        return null;
      }
      return {
        lines: [
          `${df}.boxplot(column=${quote(first)}, by=${quote(by)}, ax=ax)`,
          'fig.suptitle("")'
        ],
        x: by,
        y: first,
        subject: `the spread of ${first}${suffix}`
      };
    case 'bar': {
      if (by !== undefined && first !== undefined) {
        return {
          lines: [
            `${df}.groupby(${quote(by)})[${quote(first)}].mean().plot.bar(ax=ax)`
          ],
          x: by,
          y: `mean ${first}`,
          subject: `the mean ${first}${suffix}`
        };
      }
      const counted = by ?? profile.texts[0];
      return counted === undefined
        ? null
        : {
            lines: [
              `${df}[${quote(counted)}].value_counts().head(12).plot.bar(ax=ax)`
            ],
            x: counted,
            y: 'rows',
            subject: `how often each ${counted} occurs`
          };
    }
  }
}

function withWishes(
  { lines, x, y, subject, legend }: IDrawing,
  kind: PlotKind,
  wishes: IWishes
): string {
  const logarithmic =
    wishes.log && !(wishes.log === 'x' && (kind === 'bar' || kind === 'box'))
      ? [`ax.set_${wishes.log}scale("log")`]
      : [];
  const title = wishes.title ?? capital(subject);
  return [
    // Anything made from the notebook can tell from this what the plot shows.
    `# ${title.replace(/\s+/g, ' ')}`,
    'import matplotlib.pyplot as plt',
    '',
    `fig, ax = plt.subplots(${wishes.bigger ? 'figsize=(11, 7)' : ''})`,
    ...lines,
    ...logarithmic,
    `ax.set_xlabel(${plotText(x)})`,
    `ax.set_ylabel(${plotText(y)})`,
    `ax.set_title(${plotText(title)})`,
    ...(legend === undefined ? [] : [`ax.legend(title=${plotText(legend)})`]),
    ...(wishes.grid ? ['ax.grid(True)'] : []),
    'plt.show()'
  ].join('\n');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
