/** Where a piece of evidence came from. */
export interface IEvidenceSource {
  /** Path of the notebook, or of the file, from the server's root. */
  notebook: string;
  /** Empty for what is in no cell. */
  cellId: string;
  /** What it is where it is in no cell of a notebook. */
  from?: 'file' | 'conversation' | 'variables';
  /** Which output of the cell; null for the cell's own text. */
  output: number | null;
  /** What stood in the brackets before the cell; null where it has none. */
  executionCount: number | null;
}

/**
 * Why a piece may not be what its cell gives now: the cell was changed after it
 * ran; a cell above it ran later; another kernel ran it, or the one that did was
 * restarted; nobody noted its run, as after a reload of the page.
 */
export type StaleMark = 'changed' | 'out-of-order' | 'other-kernel' | 'unknown';

/** A table as text, its header apart. */
export interface IEvidenceTable {
  /** Rows of the header; the last one names the columns. May be empty. */
  header: string[][];
  rows: string[][];
  /** How many columns at the left name their row. */
  labels: number;
  /** Rows and columns of the whole, of which these may be a part. */
  size: { rows: number | null; columns: number | null };
}

export type EvidenceContent =
  | { kind: 'text' | 'markdown'; text: string }
  | { kind: 'error'; name: string; text: string }
  | { kind: 'table'; table: IEvidenceTable }
  | {
      kind: 'plot';
      mimeType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/svg+xml';
      /** Base64, or the text of an SVG that is safe to show. */
      data: string;
      /** In pixels, as the image says. */
      width: number;
      height: number;
    };

/** One thing a notebook shows, with all that leads back to it. */
export interface IEvidence {
  /** `e1`, `e2` …: what a report refers to. */
  id: string;
  source: IEvidenceSource;
  /** In a few words what it shows, from the cell's comment or the heading above. */
  title: string;
  content: EvidenceContent;
  /** Of the whole output, before anything was cut off. */
  hash: string;
  /** Of the cell's source as it is now. */
  sourceHash: string;
  /** When it ran, ISO 8601; null where nobody noted it. */
  time: string | null;
  stale: StaleMark[];
  /** Only a part of it is here; the rest was too long. */
  cut: boolean;
  /** From 0 to 1. */
  relevance: number;
}
