/** What a person can set about reports. */
export interface IReportSettings {
  /** Pieces of evidence a section. */
  pieces: number;
  /** What the finished text is held against. */
  checks: {
    checklist: boolean;
    complete: boolean;
    numbers: boolean;
    figures: boolean;
    links: boolean;
    length: boolean;
  };
  /** Minutes that the card of evidence waits before it is rejected; null for ever. */
  evidenceMinutes: number | null;
  /** Folder of the person's own templates, beside those next to the notebook. */
  templatesFolder: string;
}

export const DEFAULT_REPORT_SETTINGS: IReportSettings = {
  pieces: 10,
  checks: {
    checklist: true,
    complete: true,
    numbers: true,
    figures: true,
    links: true,
    length: true
  },
  evidenceMinutes: null,
  templatesFolder: ''
};
