import type { CellOutput, ICellRunMark } from '../ports/cell-run';

/** A cell, reduced to what a report needs. */
export interface IReportCell {
  id: string;
  type: 'code' | 'markdown' | 'raw';
  /** Words of a model, in a Markdown cell. */
  own?: boolean;
  source: string;
  executionCount: number | null;
  outputs: readonly CellOutput[];
  /** What was recorded of its last run; null if nothing was. */
  run: ICellRunMark | null;
}

/** A notebook as data: its content, and its kernel. */
export interface IReportNotebook {
  /** Path from the server's root. */
  path: string;
  cells: readonly IReportCell[];
  /** Null without a kernel. */
  kernel: { name: string; language: string; epoch: string } | null;
}
