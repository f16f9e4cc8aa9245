import type {
  IReportCheck,
  IReportPreview,
  IReports,
  IReportTemplateInfo
} from '../../contract';

/** Reports that show what a spec says, and record what was asked of them. */
export class FakeReports implements IReports {
  templatesKnown: IReportTemplateInfo[] = [
    {
      id: 'analysis-report',
      title: 'Analysis report',
      from: 'built-in',
      form: 'markdown'
    },
    {
      id: 'work/cellwright-templates/letter.docx',
      title: 'Letter',
      from: 'file',
      form: 'docx'
    }
  ];

  /** Creates a page from a text. */
  page: (markdown: string) => Partial<IReportPreview> = markdown => ({
    html: `<main><p>${markdown}</p></main>`
  });

  /** The error with which previewing fails. */
  refuses: Error | null = null;

  /** Texts that were shown, in order. */
  readonly shown: { threadId: string; report: string; markdown: string }[] = [];
  readonly printed: string[] = [];
  /** Notebooks whose ids were to be kept. */
  readonly kept: string[] = [];
  /** Reports that were checked, in order. */
  readonly checked: { path: string; notebook: string | null }[] = [];
  /** The result of checking a report. */
  checks: IReportCheck = {
    notebook: 'analysis.ipynb',
    title: 'Report',
    time: null,
    lines: []
  };

  async templates(): Promise<readonly IReportTemplateInfo[]> {
    return this.templatesKnown;
  }

  async preview(
    threadId: string,
    report: string,
    markdown: string
  ): Promise<IReportPreview> {
    this.shown.push({ threadId, report, markdown });
    if (this.refuses) {
      throw this.refuses;
    }
    return {
      html: '',
      untraced: [],
      rounded: [],
      unknown: [],
      sources: {},
      ...this.page(markdown)
    };
  }

  async check(path: string, notebook: string | null): Promise<IReportCheck> {
    this.checked.push({ path, notebook });
    if (this.refuses) {
      throw this.refuses;
    }
    return this.checks;
  }

  async keepIds(notebook: string): Promise<void> {
    this.kept.push(notebook);
  }

  async print(html: string): Promise<void> {
    this.printed.push(html);
  }
}
