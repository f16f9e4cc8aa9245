import {
  pathFromRoot,
  type IAgentSettings,
  type IReportSite,
  type IReports,
  type ITranslator,
  type IWorkspace
} from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { denyList } from '../../engine/privacy/deny-list';
import { GuardedFiles } from '../../engine/privacy/guarded-files';
import { documentWords, htmlText, withLocalTables } from '../../report';
import { notebookAsData } from './host/host-sources';
import { listTemplateFiles } from './host/template-files';
import { reportDocument, untracedIn } from './judging/report-document';
import type { ReportStateValue } from './state/report-state';

export interface IPageReportsOptions {
  site: IReportSite;
  workspace: IWorkspace;
  settings(): IAgentSettings;
  trans: ITranslator;
  /** Language of the page, BCP 47. */
  language(): string;
  /** The state of a report; null if nothing is left of it. */
  stateOf(threadId: string, report: string): Promise<unknown>;
}

const LARGEST = 20_000_000;

/** What the panel can do with reports besides commands and events. */
export function pageReports({
  site,
  workspace,
  settings,
  trans,
  language,
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
      const { document, numbers, problems } = await reportDocument(
        state,
        markdown
      );
      return {
        html: await htmlText(withLocalTables(document), {
          page: site,
          trans: documentWords(document.details.language, trans),
          baseName: 'report'
        }),
        untraced: untracedIn(numbers),
        rounded: numbers.flatMap(({ how, text, section, match }) =>
          match && how !== 'exact' && digitsOf(match.text) !== digitsOf(text)
            ? [{ text, section, from: match.text, id: match.id }]
            : []
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
    check: async (path, notebook) => {
      const { checkReport, checkText, readReportFile } =
        await import('../../report/lazy-chunk');
      const text = (await files.readText(path, LARGEST)) ?? '';
      const report = readReportFile(path, text);
      if (!report) {
        throw new Error(
          trans.__(
            '%1 is not a report that can be checked. Choose its .evidence.json, or the report as HTML, notebook or Markdown.',
            spoken(path)
          )
        );
      }
      const named =
        'record' in report ? report.record.notebook : report.notebook;
      const open = await openedOne(
        [named, notebook].filter(each => each !== null)
      );
      const data = notebookAsData(open);
      const checked =
        'record' in report ? await checkReport(report.record, data) : null;
      const numbers =
        checked?.numbers ??
        ('tree' in report
          ? await checkText(report.tree, data, [...new Set([language(), 'en'])])
          : []);
      const ways = new Set(checked?.foundBy);
      return {
        notebook: open.path,
        // From a file that anybody may have written.
        title: 'record' in report ? String(report.record.title) : '',
        time: 'record' in report ? String(report.record.time) : null,
        lines: numbers.map(({ text, context, now, instead, cellId }) => ({
          text,
          context,
          now,
          instead,
          notebook: open.path,
          cellId
        })),
        ...(ways.has('position')
          ? { foundBy: 'position' }
          : ways.has('content') && { foundBy: 'content' })
      };
    },
    keepIds: async path => (await opened(path)).save({ keepIds: true }),
    print: html => site.print(html)
  };

  /** The first one that exists: a report may have been moved from elsewhere. */
  async function openedOne(paths: readonly string[]) {
    let first: unknown = new Error(
      trans.__(
        'The report does not say which notebook it was written from. Open that notebook, and check again.'
      )
    );
    for (const [at, path] of paths.entries()) {
      try {
        return await opened(path);
      } catch (error) {
        first = at === 0 ? error : first;
      }
    }
    throw first;
  }

  /** The path comes from a file that anybody may have written. */
  async function opened(named: string) {
    const path = pathFromRoot(named);
    if (path === null || denyList(settings().privacy.deny)(path)) {
      throw new Error(
        trans.__(
          '%1 is on the list of files that Cellwright never opens, or outside the folder that Jupyter serves.',
          spoken(named)
        )
      );
    }
    // If it is just being opened, this waits for its cells.
    return workspace.open(path);
  }
}

/** The same for a number that is only written in another language. */
function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
