import type { CellOutput, ICellRunMark } from '../ports/cell-run';

/** A cell as a report is made of it. */
export interface IReportCell {
  id: string;
  type: 'code' | 'markdown' | 'raw';
  source: string;
  executionCount: number | null;
  outputs: readonly CellOutput[];
  /** What was noted of its last run; null where nothing was. */
  run: ICellRunMark | null;
}

/** A notebook as data: what is shown in it, and what it ran on. */
export interface IReportNotebook {
  /** From the server's root. */
  path: string;
  cells: readonly IReportCell[];
  /** Null without a kernel. */
  kernel: { name: string; language: string; epoch: string } | null;
}
