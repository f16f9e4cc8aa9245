import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import {
  isWorkspaceError,
  pathFromRoot,
  type IReportFile,
  type IReportSite
} from '../../../contract';
import { spoken } from '../../../contract/text/spoken';
import { askPerson } from '../../../engine/graph-interrupts/ask-person';
import { denyList } from '../../../engine/privacy/deny-list';
import type { IWorkflowHost } from '../../../engine/run-context/workflow';
import { cardHash } from '../state/card-hash';
import type { IReportTarget, ISaveRequest } from '../state/report-ports';
import { isThere } from './is-there';
import { WRITES, writeJournaled } from './write-journaled';

/**
 * Writes a report: each file is shown on a card first, whatever the rules say.
 */
export function hostTarget(
  host: IWorkflowHost,
  site: IReportSite
): IReportTarget {
  const { files, settings, trans } = host.run.options;
  return {
    write: async ({ folder, files: given }: ISaveRequest, config) => {
      const places = given.map(file => ({
        file,
        path: pathFromRoot([folder, file.path].filter(Boolean).join('/'))
      }));
      const isDenied = denyList(settings().privacy.deny);
      const wrong = places.find(({ path }) => path === null || isDenied(path));
      if (wrong) {
        return {
          paths: [],
          refused: trans.__(
            '%1 is on the list of files that Cellwright never opens, or outside the folder that Jupyter serves.',
            spoken(wrong.file.path)
          )
        };
      }
      const paths = places.map(({ path }) => path as string);
      if (paths.includes(host.run.options.notebook.path)) {
        return {
          paths: [],
          refused: trans.__(
            '%1 is the notebook that the report is written from. Give the report another name.',
            spoken(host.run.options.notebook.path)
          )
        };
      }
      const allowed = await allowance(config);
      if (allowed === null) {
        return { paths: [], refused: '' };
      }
      try {
        await writeJournaled(
          host.run,
          site,
          allowed,
          places.map(({ file }, at) => ({ file, path: paths[at] }))
        );
      } catch (error) {
        if (isWorkspaceError(error)) {
          return { paths: [], refused: error.message };
        }
        throw error;
      }
      return { paths, refused: null };

      /** An id for these files in this place; null if the person refused. */
      async function allowance({
        configurable
      }: LangGraphRunnableConfig): Promise<string | null> {
        const own = await begun();
        const lines = await Promise.all(
          places.map(async ({ file }, at) =>
            !own.has(paths[at]) && (await isThere(files, paths[at]))
              ? trans.__(
                  '%1, %2, replacing the file that is there',
                  spoken(paths[at]),
                  sizeOf(file)
                )
              : trans.__('%1, %2', spoken(paths[at]), sizeOf(file))
          )
        );
        const text = lines.join('\n');
        // The approval is for the files that were shown: a file that has
        // appeared since is asked about.
        const id = cardHash([configurable?.checkpoint_ns, text]);
        const answer = askPerson(configurable, {
          kind: 'confirm',
          interrupt_id: id,
          title: trans._n('Write %1 file', 'Write %1 files', places.length),
          text,
          yes: trans.__('Write'),
          no: trans.__('Back')
        });
        return 'confirmed' in answer && answer.confirmed
          ? `report-${host.id}-${id}`
          : null;
      }
    },
    download: given => site.download(given),
    print: html => site.print(html)
  };

  /** Files that did not exist when an earlier page began to write them. */
  async function begun(): Promise<ReadonlySet<string>> {
    const { journal, at, runId } = host.run.options;
    const calls = await journal.calls(at, runId);
    return new Set(
      calls
        .filter(({ intent, outcome }) => intent?.tool === WRITES && !outcome)
        .flatMap(({ effects }) => effects)
        .flatMap(effect =>
          effect.kind === 'write' && effect.before === null ? [effect.path] : []
        )
    );
  }
}

function sizeOf({ data }: IReportFile): string {
  const bytes =
    typeof data === 'string'
      ? new TextEncoder().encode(data).length
      : data.length;
  return bytes < 1000
    ? `${bytes} B`
    : bytes < 1_000_000
      ? `${Math.round(bytes / 1000)} kB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
