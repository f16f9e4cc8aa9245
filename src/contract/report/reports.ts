import type { IReportTemplateInfo, IUntracedNumber } from './report-interrupts';

/** What a run is to be, where it is a report. */
export interface IReportOrder {
  /** Name or path, as `IReportTemplateInfo.id`; none where not given. */
  template?: string;
  /**
   * The first card comes from the template alone: nothing is sent to a model
   * before the person says so there.
   */
  quiet?: boolean;
}

/** A number that stands in the evidence less rounded, or in another form. */
export interface IRoundedNumber {
  text: string;
  section: string;
  /** What stands in the evidence, and in which piece. */
  from: string;
  id: string;
}

/** A draft, as it would be written. */
export interface IReportPreview {
  /**
   * A whole HTML document without scripts or requests, for a frame with an empty
   * `sandbox`. A reference to evidence is an `<a href="#evidence-e12">`.
   */
  html: string;
  untraced: IUntracedNumber[];
  rounded: IRoundedNumber[];
  /** What the text refers to and nobody has, as it was written. */
  unknown: string[];
  /** Where each piece that it refers to came from, by its id. */
  sources: Record<string, { notebook: string; cellId: string }>;
}

/** A number of an old report, held against the notebook as it is now. */
export interface IReportCheckLine {
  text: string;
  context: string;
  now: 'stands' | 'moved' | 'changed' | 'gone' | 'untraced';
  /** What stands in its place, where that is known. */
  instead: string | null;
  notebook: string;
  cellId: string | null;
}

/** What became of the numbers of a report. */
export interface IReportCheck {
  /** The notebook that they were looked for in. */
  notebook: string;
  title: string;
  /** When it was written, ISO 8601; null where it does not say. */
  time: string | null;
  lines: readonly IReportCheckLine[];
}

/** What the panel asks of reports beside commands and events. */
export interface IReports {
  /** Those that come with us, and those beside a notebook or in the person's folder. */
  templates(notebook: string): Promise<readonly IReportTemplateInfo[]>;
  /**
   * Shows a text with the evidence that was approved for a report.
   *
   * @throws Error in a sentence where nothing of the report is left.
   */
  preview(
    threadId: string,
    report: string,
    markdown: string
  ): Promise<IReportPreview>;
  /**
   * Which numbers still stand, of a `….evidence.json` or of a report as HTML,
   * notebook or Markdown. Nothing is run.
   *
   * @param notebook to look in where the report names none that is there.
   * @throws Error in a sentence where it is no such file.
   */
  check(path: string, notebook: string | null): Promise<IReportCheck>;
  /** Opens the browser's dialog for printing. */
  print(html: string): Promise<void>;
}
