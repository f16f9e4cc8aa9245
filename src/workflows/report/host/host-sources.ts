import type { AgentEvent, IReportSite } from '../../../contract';
import { spoken } from '../../../contract/text/spoken';
import {
  printedJson,
  quickInspection,
  speaksPython
} from '../../../engine/context/quick-inspection';
import {
  factsCode,
  variableFacts
} from '../../../engine/context/variable-facts';
import { denyList } from '../../../engine/privacy/deny-list';
import type { IWorkflowHost } from '../../../engine/run-context/workflow';
import type { IReportSources, IReportText } from '../state/report-ports';
import { kernelPackages } from './kernel-packages';
import { listTemplateFiles, readTemplateFile } from './template-files';
import { notebookAsData } from './notebook-as-data';
import { ownChecklist } from './own-checklist';

const MAX_TEXT = 2_000_000;
/** The most conversations that are read, and characters of each. */
const MAX_THREADS = 5;
const MAX_CHARACTERS = 4_000;
/** How long a kernel may take to list its variables, in ms. */
const PATIENCE = 3_000;

/**
 * The sources of a report in the page: the open notebook, and all files that
 * are not on the deny list.
 */
export function hostSources(
  host: IWorkflowHost,
  site: IReportSite
): IReportSources {
  const { options, signal } = host.run;
  const { files, settings, trans } = options;
  return {
    notebook: async () => notebookAsData(options.notebook),
    packages: () => kernelPackages(options.notebook, signal, trans),
    templates: notebook =>
      listTemplateFiles(notebook, settings().reports.templatesFolder, files),
    template: id =>
      readTemplateFile(id, {
        files,
        site,
        isDenied: denyList(settings().privacy.deny),
        trans
      }),
    checklist: () => ownChecklist(host.run),
    file: async path => {
      const { modified } = await files.stat(path);
      const text = await files.readText(path, MAX_TEXT);
      if (text === null) {
        throw new Error(trans.__('%1 is not a text file.', spoken(path)));
      }
      return { name: path, text, time: modified };
    },
    conversations: async notebook => {
      const isOwn = ({ id }: { id: string }): boolean =>
        id === options.at.threadId;
      const all = (await host.threads.list()).filter(
        // A conversation from a file that was never continued has not been read
        // by a model yet.
        each => isOwn(each) || (each.notebook === notebook && !each.untouched)
      );
      const texts: IReportText[] = [];
      for (const { id, title, imported } of [
        ...all.filter(isOwn),
        ...all.filter(each => !isOwn(each)).slice(0, MAX_THREADS)
      ]) {
        const { text, time } = resultsIn(await host.threads.history(id));
        if (text) {
          texts.push({
            // Somebody else may have written it, and its name says so wherever
            // it is used.
            name: imported ? trans.__('%1 (from a file)', title) : title,
            text,
            time
          });
        }
      }
      return texts;
    },
    variables: async () => {
      if (!speaksPython(options.notebook)) {
        return [];
      }
      const read = variableFacts.safeParse(
        printedJson(
          await quickInspection(
            options.notebook,
            signal,
            factsCode(options.notebook),
            PATIENCE
          )
        )
      );
      return read.success && read.data.length > 0
        ? [
            {
              name: options.notebook.path,
              text: read.data
                .map(([name, type, shape]) =>
                  shape
                    ? `${name}: ${type}, ${shape.join(' × ')}`
                    : `${name}: ${type}`
                )
                .join('\n'),
              time: null
            }
          ]
        : [];
    }
  };
}

/** The results of a conversation: its final answers and its plans. */
function resultsIn(events: readonly AgentEvent[]): {
  text: string;
  /** Time of the last of them, ISO 8601. */
  time: string | null;
} {
  const results = events.flatMap(event =>
    event.type === 'final-answer'
      ? [{ text: event.answer, time: event.time }]
      : event.type === 'plan-synthesis'
        ? [{ text: event.report, time: event.time }]
        : []
  );
  const last = results.at(-1);
  return {
    text: results
      .map(({ text }) => text)
      .join('\n\n')
      .slice(-MAX_CHARACTERS),
    time: last ? new Date(last.time).toISOString() : null
  };
}
