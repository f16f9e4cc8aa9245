import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import {
  reportPlan,
  type IReportResult,
  type IReportFile
} from '../../../contract';
import { spoken } from '../../../contract/text/spoken';
import {
  documentWords,
  evidenceRecordText,
  htmlText,
  pdfPages,
  readReport,
  traceNumbers,
  writeDocx,
  writeEvidenceRecord,
  writeHtml,
  withLocalTables,
  writeMarkdown,
  type DocxValue,
  type IWriteOptions
} from '../../../report';
import {
  sectionsOn,
  reportDocument,
  untracedIn,
  givenIn
} from '../judging/report-document';
import { typesetInKernel } from '../host/typeset-in-kernel';
import { writeFiles } from '../host/write-files';
import type { IReportPorts } from '../state/report-ports';
import type {
  ISaveChoice,
  ReportStateValue,
  ReportUpdate
} from '../state/report-state';
import { blankSections } from './blanks';

/**
 * Writes the files once their card is approved. The node runs again with the
 * answer, and what comes before the card is the same each time.
 */
export const saveNode =
  (ports: IReportPorts) =>
  async (
    state: ReportStateValue,
    config: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    const { report, saving } = state;
    const { host, say, site } = ports;
    if (!saving) {
      return {};
    }
    const checked = await reportDocument(state, state.draft, ports.person());
    const { files, print, notes, problems } = await reportFiles(
      ports,
      { ...state, saving },
      checked,
      config.signal
    );
    let paths: string[] = [];
    if (saving.download) {
      await site.download(files);
      paths = files.map(({ path }) => path);
    } else if (files.length > 0) {
      const done = await writeFiles(host, site, saving.folder, files, config);
      if (done.refused !== null) {
        // Back to the card, for another name, another place, or to give up.
        if (done.refused) {
          say({ type: 'report-line', report, text: done.refused });
        }
        return { saving: null };
      }
      paths = done.paths;
    }
    const lines = [...notes, ...problems];
    for (const text of lines) {
      say({ type: 'report-line', report, text });
    }
    if (print !== null) {
      await site.print(print);
    }
    return {
      ended: {
        outcome: saving.download ? 'downloaded' : 'saved',
        // What the person reads at the end.
        reason: lines.join(' '),
        paths
      }
    };
  };

/** Reports the result, to the person and to whoever asked for the report. */
export const finishNode =
  (ports: IReportPorts) =>
  async (state: ReportStateValue): Promise<ReportUpdate> => {
    const { report, plan, draft } = state;
    const ended = reportResult(state, { outcome: 'failed', reason: '' });
    const approver = ended.approved ? ports.person() : null;
    const result: IReportResult = {
      ...ended,
      sections: plan ? sectionsOn(plan).map(({ title }) => title) : [],
      untraced:
        plan && draft !== ''
          ? untracedIn(
              (await reportDocument(state, draft, approver)).numbers
            ).map(({ text }) => text)
          : []
    };
    ports.say({ type: 'report-finished', report, result });
    return { result };
  };

/** What came of a report, without what is in its text. */
export function reportResult(
  { plan, changes, ended }: Partial<ReportStateValue>,
  otherwise: Pick<IReportResult, 'outcome' | 'reason'>
): IReportResult {
  const { outcome, reason } = ended ?? otherwise;
  const approved = outcome === 'saved' || outcome === 'downloaded';
  return {
    outcome,
    kind: plan?.kind ?? 'general',
    title: plan?.title ?? '',
    paths: ended?.paths ?? [],
    sections: [],
    approved,
    changes: changes ?? [],
    untraced: [],
    reason
  };
}

/**
 * All forms that were requested. A form that cannot be written becomes plain
 * Markdown, with the reason.
 *
 * @returns `problems` are sentences on what is missing, `notes` are others.
 */
async function reportFiles(
  ports: IReportPorts,
  state: ReportStateValue & { saving: ISaveChoice },
  { document: approved, numbers }: Awaited<ReturnType<typeof reportDocument>>,
  signal?: AbortSignal
) {
  const { saving, template } = state;
  const plan = reportPlan.parse(state.plan);
  const document = withLocalTables(approved);
  const options: IWriteOptions = {
    page: ports.site,
    trans: documentWords(plan.language, ports.trans),
    baseName: saving.baseName,
    record: evidenceRecordText(approved, numbers),
    signal
  };
  const files: IReportFile[] = [];
  const problems: string[] = [];
  const notes: string[] = [];
  /** HTML to be printed. */
  let print: string | null = null;
  for (const form of saving.forms) {
    try {
      switch (form) {
        case 'md':
          files.push(...(await writeMarkdown(document, options)));
          break;
        case 'html':
          files.push(await writeHtml(document, options));
          break;
        case 'docx':
          files.push(
            template !== null && /\.docx$/i.test(template)
              ? await filled(template)
              : await writeDocx(document, options)
          );
          break;
        case 'ipynb': {
          const { writeNotebook } = await import('../../../report/lazy-chunk');
          const notebook = await ports.sources.notebook();
          files.push(await writeNotebook(document, notebook, options));
          break;
        }
        case 'pdf':
          await asPdf();
          break;
      }
    } catch (error) {
      signal?.throwIfAborted();
      console.warn('Cellwright: a report could not be written as', form, error);
      problems.push(
        ports.trans.__(
          'The report could not be written as %1 (“%2”). You get it as plain Markdown instead.',
          form,
          error instanceof Error ? error.message : String(error)
        )
      );
    }
  }
  if (problems.length > 0 && !files.some(({ path }) => path.endsWith('.md'))) {
    files.push(...(await writeMarkdown(document, options)));
  }
  if (saving.record) {
    files.push(writeEvidenceRecord(approved, numbers, saving.baseName));
  }
  return { files, print, notes, problems };

  /**
   * A file if the kernel can make one; else through the browser's print dialog.
   */
  async function asPdf(): Promise<void> {
    const { writeTypst } = await import('../../../report/lazy-chunk');
    const { signal: stopped, options: run } = ports.host.run;
    const created = await typesetInKernel(
      run.notebook,
      stopped,
      run.trans,
      await writeTypst(document, options)
    );
    if ('pdf' in created) {
      files.push({
        path: `${options.baseName}.pdf`,
        mimeType: 'application/pdf',
        data: created.pdf
      });
      const pages = pdfPages(created.pdf);
      if (plan.pages && pages !== null && pages > plan.pages) {
        notes.push(
          ports.trans.__(
            'The PDF has %1 pages; the limit is %2.',
            pages,
            plan.pages
          )
        );
      }
      return;
    }
    notes.push(
      ports.trans.__(
        'Your browser’s print dialog makes the PDF. %1',
        created.missing
      )
    );
    print = await htmlText(document, { ...options, forPrint: true });
  }

  async function filled(id: string): Promise<IReportFile> {
    const read = await ports.sources.template(id);
    if (read.form !== 'docx') {
      throw new Error(ports.trans.__('%1 is not a Word document.', spoken(id)));
    }
    const sections = blankSections(state.parts, plan);
    const marked = (text: string): DocxValue =>
      traceNumbers(
        readReport(text, approved.evidence, plan.language).tree,
        approved.evidence,
        plan.language,
        givenIn(state.body, plan)
      ).tree;
    const values = new Map<string, DocxValue>();
    for (const { name } of state.parts) {
      const section = sections.get(name);
      const text = plan.parts[name]?.trim();
      if (section !== undefined) {
        values.set(name, marked(state.written[section]?.markdown ?? ''));
      } else if (text) {
        values.set(name, text);
      } else if (state.filled[name]) {
        values.set(name, marked(state.filled[name]));
      }
    }
    const { fillDocxTemplate } = await import('../../../report/lazy-chunk');
    const { file, missing, notAlone } = await fillDocxTemplate(
      read.bytes,
      values,
      document,
      options
    );
    if (missing.length > 0) {
      problems.push(
        ports.trans.__(
          'These blanks in the template were not filled in: %1.',
          missing.map(spoken).join(', ')
        )
      );
    }
    if (notAlone.length > 0) {
      problems.push(
        ports.trans.__(
          'These blanks are inside a line of text, where tables, plots and paragraphs do not fit: %1. Only their text was inserted. Put each in a paragraph of its own.',
          notAlone.map(spoken).join(', ')
        )
      );
    }
    return file;
  }
}
