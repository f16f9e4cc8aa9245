/** The person's settings for reports. */
export interface IReportSettings {
  /** Pieces of evidence per section. */
  pieces: number;
  /** The checks that the finished text goes through. */
  checks: {
    checklist: boolean;
    complete: boolean;
    numbers: boolean;
    figures: boolean;
    links: boolean;
    length: boolean;
  };
  /** Minutes before the evidence card is rejected; null for never. */
  evidenceMinutes: number | null;
  /**
   * Folder of the person's own templates, in addition to those next to the
   * notebook.
   */
  templatesFolder: string;
  /** Id of the template for reports that name none; empty for none. */
  template: string;
}
