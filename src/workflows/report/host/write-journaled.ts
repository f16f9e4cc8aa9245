import {
  hashBytes,
  hashText,
  isWorkspaceError,
  type IFiles,
  type IReportFile,
  type IReportSite
} from '../../../contract';
import { EffectLog } from '../../../engine/effects/effect-log';
import {
  JournaledFiles,
  MAX_KEPT
} from '../../../engine/effects/journaled-files';
import type { IRunContext } from '../../../engine/run-context/run-context';
import { textToBase64, toBase64 } from '../../../report';
import { isThere } from './is-there';

/** The name in the journal for writing a report. */
export const WRITES = 'write_report';

/** The largest existing file that is replaced, in bytes. */
const MAX_TEXT = 50_000_000;

export interface IPlacedFile {
  file: IReportFile;
  /** From the server's root. */
  path: string;
}

/**
 * Writes files as a call of the run: each is recorded before it is written, so
 * that a page that continues writes none twice, and undoing the turn undoes
 * them.
 *
 * @param callId the same each time for the same files.
 * @throws WorkspaceError
 */
export async function writeJournaled(
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
  // The person has said so on the report's card.
  await journal.decide(at, {
    ...mark,
    decision: { type: 'approve' },
    by: 'person'
  });
  const record = await journal.intend(at, {
    ...mark,
    runId,
    tool: WRITES,
    notebook: notebook.path,
    args: { paths }
  });
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
      effects.checkAgain();
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
  let version: string | null = null;
  try {
    const now = await files.openText(path, MAX_TEXT);
    if (now === null) {
      return false;
    }
    ({ version } = now);
  } catch (error) {
    if (!isWorkspaceError(error) || error.code !== 'not-found') {
      throw error;
    }
    // The file is new.
  }
  await files.writeText(path, data, version);
  return true;
}
