import type { IReportTemplateInfo, IUntracedNumber } from './report-interrupts';

/** What kind of report a run is to make. */
export interface IReportOrder {
  /** Name or path, as in `IReportTemplateInfo.id`; absent for none. */
  template?: string;
  /**
   * Makes the first card from the template alone: nothing is sent to a model
   * before the person agrees on that card.
   */
  quiet?: boolean;
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
