import type { CellOutput, ICellRunMark } from '../ports/cell-run';
import type { ITranslator } from '../text/translator';

/** Where a piece of evidence came from. */
export interface IEvidenceSource {
  /** Path of the notebook or file, from the server's root. */
  notebook: string;
  /** Empty if it is not in a cell. */
  cellId: string;
  /** Position of the cell, from 0; absent if it is not in a cell. */
  position?: number;
  /** What it is, if it is not in a cell of a notebook. */
  from?: 'file' | 'conversation' | 'variables';
  /** Words of a model, in a Markdown cell: no source of a number. */
  own?: true;
  /** Index of the cell's output; null for the cell's own text. */
  output: number | null;
  /** The number in brackets next to the cell; null if it has none. */
  executionCount: number | null;
}

/**
 * Why a piece may differ from what its cell would give now: the cell was
 * changed after it ran; a cell above it ran later; another kernel ran it, or
 * that kernel was restarted; its run was not recorded, for example because the
 * page was reloaded.
 */
export type StaleMark = 'changed' | 'out-of-order' | 'other-kernel' | 'unknown';

/** A table as text, with its header apart. */
export interface IEvidenceTable {
  /** Rows of the header; the last one holds the column names. May be empty. */
  header: string[][];
  rows: string[][];
  /** Number of columns on the left that label their row. */
  labels: number;
  /** Rows and columns of the complete table, of which this may be only a part. */
  size: { rows: number | null; columns: number | null };
}

export type EvidenceContent =
  | { kind: 'text' | 'markdown'; text: string }
  | { kind: 'error'; name: string; text: string }
  | { kind: 'table'; table: IEvidenceTable }
  | {
      kind: 'plot';
      mimeType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/svg+xml';
      /** Base64, or the source of an SVG that is safe to show. */
      data: string;
      /** In pixels, according to the image. */
      width: number;
      height: number;
    };

/** One thing a notebook shows, and where it comes from. */
export interface IEvidence {
  /** `e1`, `e2` …: the id a report refers to. */
  id: string;
  source: IEvidenceSource;
  /** A few words on what it shows, from the cell's comment or the heading above. */
  title: string;
  /** The heading above its cell; absent if there is none. */
  heading?: string;
  /** The beginning of the code that made it; absent for texts. */
  code?: string;
  content: EvidenceContent;
  /** Hash of the complete output, before anything was cut off. */
  hash: string;
  /** Hash of the cell's current source. */
  sourceHash: string;
  /** When it ran, ISO 8601; null if not recorded. */
  time: string | null;
  stale: StaleMark[];
  /** Set if only a part is here because the rest was too long. */
  cut: boolean;
  /** From 0 to 1. */
  relevance: number;
}

/**
 * Why a piece of evidence may differ from what its cell would give now, in a
 * sentence.
 */
export function staleText(mark: StaleMark, trans: ITranslator): string {
  return {
    changed: trans.__('The cell was changed after it ran.'),
    'out-of-order': trans.__('A cell above it ran later.'),
    'other-kernel': trans.__('It ran on another kernel, or before a restart.'),
    unknown: trans.__('There is no record of when it ran, or on which kernel.')
  }[mark];
}

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
