import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import {
  hashBytes,
  hashText,
  ifRefused,
  isWorkspaceError,
  pathFromRoot,
  type IFiles,
  type IReportFile,
  type IReportSite
} from '../../../contract';
import { formatSize } from '../../../contract/text/format-size';
import { spoken } from '../../../contract/text/spoken';
import {
  EffectLog,
  JournaledFiles,
  MAX_KEPT
} from '../../../engine/effects/effect-log';
import { askCard } from '../../../engine/interrupts/ask-person';
import { denyList } from '../../../engine/privacy/deny-list';
import type { IRunContext } from '../../../engine/run/run-context';
import type { IWorkflowHost } from '../../../engine/workflows/workflow';
import { textToBase64 } from '../../../report';
import { toBase64 } from '../../../contract/text/to-base64';
import { bindingMark } from '../../../engine/calls/binding';

/** The name in the journal for writing a report. */
const WRITES = 'write_report';

/** The largest existing file that is replaced, in bytes. */
const MAX_TEXT = 50_000_000;

interface IPlacedFile {
  file: IReportFile;
  /** From the server's root. */
  path: string;
}

/**
 * Writes a report: each file is shown on a card first, whatever the rules say.
 *
 * @param config that of the node, which runs again with the answer.
 * @returns the paths that were written; `refused` if the person said no, or the
 * reason if it failed, as a sentence.
 */
export async function writeFiles(
  host: IWorkflowHost,
  site: Pick<IReportSite, 'write'>,
  folder: string,
  given: readonly IReportFile[],
  config: LangGraphRunnableConfig
): Promise<{ paths: string[]; refused: string | null }> {
  const { files, settings, trans, notebook } = host.run.options;
  const refused = (reason: string) => ({ paths: [], refused: reason });
  const isDenied = denyList(settings().privacy.deny);
  const places: IPlacedFile[] = [];
  for (const file of given) {
    const path = pathFromRoot([folder, file.path].filter(Boolean).join('/'));
    if (path === null || isDenied(path)) {
      return refused(
        trans.__(
          '%1 is on the list of files that Cellwright never opens, or outside the folder that Jupyter serves.',
          spoken(file.path)
        )
      );
    }
    places.push({ file, path });
  }
  const paths = places.map(({ path }) => path);
  if (paths.includes(notebook.path)) {
    return refused(
      trans.__(
        '%1 is the notebook that the report is written from. Give the report another name.',
        spoken(notebook.path)
      )
    );
  }
  const own = await begunFiles(host);
  const replacing = await Promise.all(
    paths.map(async path => !own.has(path) && (await isThere(files, path)))
  );
  // The approval is for the files that were shown: a file that has appeared
  // since is asked about. Sizes do not count: the ids inside a Word document,
  // and so its length, differ each time that it is made.
  const id = bindingMark(
    JSON.stringify([config.configurable?.checkpoint_ns, paths, replacing])
  );
  const answer = askCard(config, {
    kind: 'confirm',
    interrupt_id: id,
    title: trans._n('Write %1 file', 'Write %1 files', places.length),
    text: places
      .map(({ file, path }, index) =>
        replacing[index]
          ? trans.__(
              '%1, %2, replacing the file that is there',
              spoken(path),
              sizeOf(file)
            )
          : trans.__('%1, %2', spoken(path), sizeOf(file))
      )
      .join('\n'),
    yes: trans.__('Write'),
    no: trans.__('Back')
  });
  if (!answer?.confirmed) {
    return refused('');
  }
  try {
    await writeJournaled(host.run, site, `report-${host.id}-${id}`, places);
  } catch (error) {
    if (isWorkspaceError(error)) {
      return refused(error.message);
    }
    throw error;
  }
  return { paths, refused: null };
}

/** Files that did not exist when an earlier page began to write them. */
async function begunFiles({
  run: {
    options: { journal, at, runId }
  }
}: IWorkflowHost): Promise<ReadonlySet<string>> {
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

function sizeOf({ data }: IReportFile): string {
  return formatSize(
    typeof data === 'string'
      ? new TextEncoder().encode(data).length
      : data.length
  );
}

/**
 * Writes files as a call of the run: each is recorded before it is written, so
 * that a page that continues writes none twice, and undoing the turn undoes
 * them.
 *
 * @param callId the same each time for the same files.
 * @throws WorkspaceError
 */
async function writeJournaled(
  { options }: Pick<IRunContext, 'options'>,
  site: Pick<IReportSite, 'write'>,
  callId: string,
  places: readonly IPlacedFile[]
): Promise<void> {
  const { journal, at, runId, notebook, files, trans } = options;
  const paths = places.map(({ path }) => path);
  const mark = {
    callId,
    hash: hashText(JSON.stringify(paths)),
    time: Date.now()
  };
  const record = await journal.intend(
    at,
    {
      ...mark,
      runId,
      tool: WRITES,
      notebook: notebook.path,
      args: { paths }
    },
    // The person has said so on the report's card.
    { ...mark, decision: { type: 'approve' }, by: 'person' }
  );
  if (record.outcome?.state === 'done') {
    return;
  }
  const effects = new EffectLog({
    journal,
    at,
    trans,
    record,
    provenance: null,
    stale: false
  });
  const journaled = new JournaledFiles(files, effects);
  for (const place of places) {
    if (!(await writtenAsText(place, journaled))) {
      await writeAsBytes(place);
    }
  }
  await journal.finish(at, {
    callId,
    state: 'done',
    text: paths.join('\n'),
    time: Date.now()
  });

  async function writeAsBytes({ file, path }: IPlacedFile): Promise<void> {
    if (effects.replay('write')) {
      effects.checkRule();
    } else {
      await effects.note({
        kind: 'write',
        path,
        // An existing file that is not a short text cannot be restored.
        ...(!(await isThere(files, path)) && { before: null }),
        hash: hashBytes(
          typeof file.data === 'string'
            ? textToBase64(file.data)
            : toBase64(file.data)
        )
      });
    }
    await site.write(path, file);
  }
}

/** @returns whether it is text that can be restored. */
async function writtenAsText(
  { file: { data }, path }: IPlacedFile,
  files: IFiles
): Promise<boolean> {
  // A notebook is written in the form that the contents API requires.
  if (
    typeof data !== 'string' ||
    data.length > MAX_KEPT ||
    path.endsWith('.ipynb')
  ) {
    return false;
  }
  const now = await files
    .openText(path, MAX_TEXT)
    .catch(ifRefused({ version: null }, 'not-found'));
  if (now === null) {
    return false;
  }
  await files.writeText(path, data, now.version);
  return true;
}

/** Whether something exists at a path; true also if that cannot be checked. */
async function isThere(
  files: Pick<IFiles, 'stat'>,
  path: string
): Promise<boolean> {
  const found = await files
    .stat(path)
    .catch(ifRefused(null, 'not-found'))
    .catch(ifRefused(undefined));
  return found !== null;
}
