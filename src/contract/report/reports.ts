import type { IImages } from '../ports/images';
import type { ITranslator } from '../text/translator';
import type { IReportTemplateInfo, IUntracedNumber } from './report-interrupts';

/** What reports need from the page besides notebooks and text files. */
export interface IReportSite extends IReportPage {
  /** @throws WorkspaceError if it does not exist or has more than `maxBytes`. */
  readBytes(path: string, maxBytes: number): Promise<Uint8Array>;
  /**
   * Writes a file of any type, replacing an existing one. Missing folders are
   * created.
   *
   * @throws WorkspaceError
   */
  write(path: string, file: IReportFile): Promise<void>;
  /** Passes files to the browser for download, one by one. */
  download(files: readonly IReportFile[]): Promise<void>;
  /** Opens the browser's print dialog. */
  print(html: string): Promise<void>;
}

/** What a report needs from the page. */
export interface IReportPage {
  /** Makes a PNG of an SVG, or of an image type a document cannot hold. */
  images: IImages;
  /**
   * A formula as MathML (`<math>…</math>`); null if it cannot be converted. The
   * result is sanitised before use.
   */
  toMathML(tex: string, display: boolean): Promise<string | null>;
}

/** A file of a report, to be written or downloaded. */
export interface IReportFile {
  /** Path from the report's folder; holds no `..`. */
  path: string;
  mimeType: string;
  data: string | Uint8Array;
}

/** A document for a typesetter to turn into a PDF. */
export interface ITypesetSource {
  /** Typst source. */
  main: string;
  /** Files the source refers to, by name. */
  files: ReadonlyMap<string, Uint8Array>;
}

/** A PDF, or why there is none, in a sentence. */
export type TypesetResult = { pdf: Uint8Array } | { missing: string };

/** What kind of report a run is to make. */
export interface IReportOrder {
  /** Name or path, as in `IReportTemplateInfo.id`; absent for none. */
  template?: string;
  /**
   * Makes the first card from the template alone: nothing is sent to a model
   * before the person agrees on that card.
   */
  templateOnly?: boolean;
}

/** A number that the evidence holds with more digits, or in another form. */
export interface IRoundedNumber {
  text: string;
  section: string;
  /** The value in the evidence; `id` says in which piece. */
  from: string;
  id: string;
}

/** A preview of a draft, as it would be written. */
export interface IReportPreview {
  /**
   * A complete HTML document without scripts or requests, for a frame with an
   * empty `sandbox`. A reference to evidence is an `<a href="#evidence-e12">`.
   */
  html: string;
  untraced: IUntracedNumber[];
  rounded: IRoundedNumber[];
  /** References in the text to evidence that does not exist, as written. */
  unknown: string[];
  /** By id: the origin of each piece the text refers to. */
  sources: Record<string, { notebook: string; cellId: string }>;
}

/** A number from an old report, compared with the current notebook. */
export interface IReportCheckLine {
  text: string;
  context: string;
  now: 'stands' | 'moved' | 'changed' | 'gone' | 'untraced';
  /** The number that is there instead, if known. */
  instead: string | null;
  notebook: string;
  cellId: string | null;
}

/** What became of the numbers in a report. */
export interface IReportCheck {
  /** The notebook in which they were looked up. */
  notebook: string;
  title: string;
  /** When the report was written, ISO 8601; null if it does not say. */
  time: string | null;
  lines: readonly IReportCheckLine[];
  /**
   * Set if the notebook's file holds no cell ids, so that cells were found by
   * what they hold, or some only by where they stand.
   */
  foundBy?: 'content' | 'position';
}

/** What the panel asks of reports besides commands and events. */
export interface IReports {
  /** The built-in templates, and those beside a notebook or in the person's folder. */
  templates(notebook: string): Promise<readonly IReportTemplateInfo[]>;
  /**
   * Shows a text with the evidence that was approved for a report.
   *
   * @throws Error with a sentence if nothing of the report is left.
   */
  preview(
    threadId: string,
    report: string,
    markdown: string
  ): Promise<IReportPreview>;
  /**
   * Which numbers still hold, for a `….evidence.json` or for a report in HTML,
   * notebook or Markdown form. Nothing is run.
   *
   * @param notebook to look in if the report names none that exists.
   * @throws Error with a sentence if the file is none of these.
   */
  check(path: string, notebook: string | null): Promise<IReportCheck>;
  /** Saves a notebook with the ids of its cells, so that they can be found again. */
  keepIds(notebook: string): Promise<void>;
  /** Opens the browser's print dialog. */
  print(html: string): Promise<void>;
}

export const REPORT_STEPS = [
  'plan',
  'gather',
  'evidence',
  'check',
  'write',
  'review'
] as const;
/** The steps in the progress list; `evidence` is the approval of the evidence. */
export type ReportStep = (typeof REPORT_STEPS)[number];

/** A step of a report, in words. */
export function reportStepText(step: ReportStep, trans: ITranslator): string {
  return {
    plan: trans.__('Plan the report'),
    gather: trans.__('Look through the notebook'),
    evidence: trans.__('Agree on the evidence'),
    check: trans.__('Check the evidence'),
    write: trans.__('Write the report'),
    review: trans.__('Look it over')
  }[step];
}

export interface IReportStepState {
  step: ReportStep;
  status: 'pending' | 'in_progress' | 'completed' | 'failed';
  /** 0 to 100. */
  percent: number;
  /** ms spent so far, including the time the person took. */
  ms: number;
  /** ms since the epoch at which it became `in_progress`; null if it is not. */
  since: number | null;
}

/** The result of a report, for whoever asked for it. */
export interface IReportResult {
  outcome:
    'saved' | 'downloaded' | 'rejected' | 'discarded' | 'stopped' | 'failed';
  kind: string;
  title: string;
  /** Files that were written, as paths from the server's root, or downloaded. */
  paths: string[];
  sections: string[];
  approved: boolean;
  /** What the person changed, one sentence each. */
  changes: string[];
  /** Numbers that are not in the evidence, as written in the text. */
  untraced: string[];
  /** Why it ended, in a sentence, if that needs saying. */
  reason: string;
}

/**
 * What the panel is told about a report; `report` is its id. A node that runs
 * again reports the same again: the last event of a type counts, and for
 * sections the last text of each.
 */
export type ReportEvent =
  | { type: 'report-started'; report: string; title: string; notebook: string }
  /** All six steps, in order. */
  | {
      type: 'report-progress';
      report: string;
      steps: IReportStepState[];
      /** Of the whole report, from 0 to 100. */
      percent: number;
    }
  /**
   * A section is being written; not stored. `delta` is appended; a new
   * `attempt` starts the section over.
   */
  | {
      type: 'report-text';
      report: string;
      section: string;
      attempt: number;
      delta: string;
    }
  /** The current text; replaces what was streamed. */
  | { type: 'report-draft'; report: string; markdown: string }
  /** A remark for the person, in a sentence. */
  | { type: 'report-line'; report: string; text: string }
  | { type: 'report-finished'; report: string; result: IReportResult };

/** Why a report cannot be saved under this name here, in a sentence; null if it can. */
export function savingProblem(
  { baseName, folder }: { baseName: string; folder: string },
  trans: ITranslator
): string | null {
  // A plain file name: no path, and no character that a file name must not have.
  return /^(\.|$)|[\\/:*?"<>|\p{Cc}]/u.test(baseName)
    ? trans.__('“%1” cannot be the name of a file.', baseName)
    : folder !== '' &&
        folder
          .split('/')
          .some(part => ['', '.', '..'].includes(part) || part.includes('\\'))
      ? trans.__(
          '“%1” is not a folder inside the one that Jupyter serves.',
          folder
        )
      : null;
}

/** What a call wants from the graph that does its work. Plain data. */
export interface IWorkOrder {
  /** What is to be done, in a person's words. */
  text: string;
  /** The kind of report to make. */
  report?: IReportOrder;
  /** The call's arguments, for a graph of another extension. */
  args?: Record<string, unknown>;
}

/** An `IReports` that loads the real one when it is first used. */
export function lazyReports(load: () => Promise<IReports>): IReports {
  return {
    templates: async notebook => (await load()).templates(notebook),
    preview: async (...of) => (await load()).preview(...of),
    check: async (...of) => (await load()).check(...of),
    keepIds: async notebook => (await load()).keepIds(notebook),
    print: async html => (await load()).print(html)
  };
}
