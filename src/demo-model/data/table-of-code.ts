import type { ITableCell } from './table-cells';
import type { Aggregate } from '../reading/wishes';

const STRING = '"(?:[^"\\\\]|\\\\.)*"';
const LIST = `\\[(?:${STRING}(?:,\\s*)?)+\\]`;

const GROUPS = new RegExp(
  `groupby\\((${STRING})\\)\\[(${LIST})\\]\\.(\\w+)\\(`
);
const INSERTED = new RegExp(`insert\\(0, (${STRING}),`);
const PERIODS = new RegExp(
  `groupby\\(\\w+\\[(${STRING})\\]\\.dt\\.strftime[^\\n]*?\\[(${LIST})\\]\\.mean\\(`
);
const CORRELATIONS = new RegExp(`\\[(${LIST})\\]\\.corr\\(`);
const COUNTS = new RegExp(`\\[(${STRING})\\]\\.value_counts\\(`);
const DESCRIBED = new RegExp(`\\[(${LIST})\\]\\.describe\\(`);

/**
 * What a cell's table contains, judged by the code that actually ran, because
 * the person may have changed it. `other` if it can't be told.
 */
export function tableOfCode(code: string): ITableCell {
  const periods = PERIODS.exec(code);
  if (periods) {
    return {
      code,
      kind: 'periods',
      by: text(periods[1]),
      columns: texts(periods[2]),
      aggregate: 'mean'
    };
  }
  const groups = GROUPS.exec(code);
  if (groups) {
    const inserted = INSERTED.exec(code);
    return {
      code,
      kind: inserted ? 'groups' : 'other',
      by: text(groups[1]),
      columns: [...(inserted ? [text(inserted[1])] : []), ...texts(groups[2])],
      aggregate: groups[3] as Aggregate
    };
  }
  const correlations = CORRELATIONS.exec(code);
  if (correlations) {
    return { code, kind: 'correlations', columns: texts(correlations[1]) };
  }
  const counts = COUNTS.exec(code);
  if (counts) {
    return { code, kind: 'counts', by: text(counts[1]), columns: ['rows'] };
  }
  const described = DESCRIBED.exec(code);
  return {
    code,
    kind: 'other',
    columns: described ? texts(described[1]) : []
  };
}

function text(literal: string): string {
  return JSON.parse(literal) as string;
}

function texts(literal: string): string[] {
  return JSON.parse(literal) as string[];
}
