import {
  isWorkspaceError,
  pathFromRoot,
  type IAgentSettings,
  type IReportSite,
  type IReports,
  type ITranslator,
  type IWorkspace
} from '../../contract';
import { denyList } from '../../engine/privacy/deny-list';
import { GuardedFiles } from '../../engine/privacy/guarded-files';
import { checkReport, htmlText, readEvidenceRecord } from '../../report';
import { listTemplateFiles } from './host/template-files';
import { notebookAsData } from './host/notebook-as-data';
import { reportDocument } from './judging/report-document';
import type { ReportStateValue } from './state/report-state';

export interface IPageReportsOptions {
  site: IReportSite;
  workspace: IWorkspace;
  settings(): IAgentSettings;
  trans: ITranslator;
  person(): string;
  /** What a report knows; null where nothing of it is left. */
  stateOf(threadId: string, report: string): Promise<unknown>;
}

const LARGEST = 20_000_000;

/** What the panel asks of reports beside commands and events. */
export function pageReports({
  site,
  workspace,
  settings,
  trans,
  person,
  stateOf
}: IPageReportsOptions): IReports {
  const files = new GuardedFiles(
    workspace.files,
    () => settings().privacy.deny,
    trans
  );
  return {
    templates: notebook =>
      listTemplateFiles(notebook, settings().reports.templatesFolder, files),
    preview: async (threadId, report, markdown) => {
      const state = (await stateOf(
        threadId,
        report
      )) as ReportStateValue | null;
      if (!state?.plan) {
        throw new Error(trans.__('This report is no longer kept.'));
      }
      const { document, numbers, problems } = reportDocument(
        state,
        markdown,
        { person },
        false
      );
      return {
        html: await htmlText(document, {
          page: site,
          trans,
          baseName: 'report'
        }),
        untraced: numbers.flatMap(({ how, text, context, section, closest }) =>
          how === 'untraced' ? [{ text, context, section, closest }] : []
        ),
        unknown: problems.map(({ text }) => text),
        sources: Object.fromEntries(
          document.evidence.map(({ id, source: { notebook, cellId } }) => [
            id,
            { notebook, cellId }
          ])
        )
      };
    },
    check: async path => {
      const record = readEvidenceRecord(
        (await files.readText(path, LARGEST)) ?? ''
      );
      if (!record) {
        throw new Error(
          trans.__('%1 is not the evidence file of a report.', path)
        );
      }
      const notebook = await opened(record.notebook);
      const { numbers } = await checkReport(record, notebookAsData(notebook));
      return numbers.map(({ text, context, now, instead, cellId }) => ({
        text,
        context,
        now,
        instead,
        notebook: record.notebook,
        cellId
      }));
    },
    print: html => site.print(html)
  };

  /** The path stands in a file that anybody may have written. */
  async function opened(named: string) {
    const path = pathFromRoot(named);
    if (path === null || denyList(settings().privacy.deny)(path)) {
      throw new Error(
        trans.__(
          '%1 is on the list of files that Cellwright never opens, or outside the folder that Jupyter serves.',
          named
        )
      );
    }
    try {
      return workspace.isOpen(path)
        ? workspace.bind(path)
        : await workspace.open(path);
    } catch (error) {
      throw isWorkspaceError(error) ? new Error(error.message) : error;
    }
  }
}
