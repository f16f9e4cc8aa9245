import {
  type ICellRun,
  type IToolContext,
  type IToolResult,
  type ITranslator,
  cellMark,
  ranCellMark
} from '../../../contract';
import { runText } from './run-text';
import { firstLine } from '../../../contract/text/truncate-text';

/** Maximum length of a description or an error on a line of the thread. */
const LINE_LENGTH = 80;

/** A cell that ran, and its purpose. */
export interface IRunCell {
  id: string;
  description?: string;
  /** Whether the same call gave it its source. */
  edited?: boolean;
  /** Where it was inserted; see `position`. */
  place?: string;
}

/** The result of running a cell, for the model and for the thread. */
export async function runResult(
  run: ICellRun,
  cell: IRunCell,
  context: Pick<
    IToolContext,
    'files' | 'images' | 'names' | 'notebook' | 'trans' | 'values'
  >,
  imagesBefore = 0
): Promise<IToolResult> {
  const name = context.names.of(cell.id);
  const { images, ...texts } = await runText(
    run,
    {
      name: `cell ${name}`,
      place: cell.place,
      retry: `Correct it with edit_cell (cell_id "${name}", run true), or go another way.`
    },
    context,
    imagesBefore
  );
  return {
    ...texts,
    ...runFacts(run),
    ...(images.length > 0 ? { images } : {}),
    summary: summary(run, cell, context.trans),
    cellId: cell.id
  };
}

/** Properties of the result that do not depend on what ran. */
export function runFacts(
  run: ICellRun
): Pick<IToolResult, 'ok' | 'stopped' | 'stuck' | 'ms'> {
  return {
    ok: run.status === 'ok',
    ...(run.status === 'stopped' ? { stopped: true } : {}),
    ...(run.stuck ? { stuck: true } : {}),
    ms: run.ms
  };
}

/** The error of a run on one line, for a person; null if there is none. */
export function runError(run: ICellRun): string | null {
  const error = run.outputs.find(output => output.type === 'error');
  return error
    ? firstLine(`${error.name}: ${error.message.trim()}`, LINE_LENGTH)
    : null;
}

function summary(run: ICellRun, cell: IRunCell, trans: ITranslator): string {
  // A cell that failed runs again and is [7] then: its line stays about [6].
  const mark =
    run.status === 'ok'
      ? cellMark(cell.id)
      : ranCellMark(cell.id, run.executionCount);
  if (run.assumed) {
    return trans.__('Cell %1 was treated as done, as you said', mark);
  }
  const description = firstLine(cell.description ?? '', LINE_LENGTH);
  const error = runError(run);
  const summaries: Record<ICellRun['status'], string> = {
    ok: description
      ? trans.__('Ran cell %1: “%2”', mark, description)
      : cell.edited
        ? trans.__('Edited and ran cell %1', mark)
        : trans.__('Ran cell %1', mark),
    error: error
      ? trans.__('Cell %1 failed: “%2”', mark, error)
      : trans.__('Cell %1 failed', mark),
    stopped: run.stuck
      ? trans.__(
          'Cell %1 was stopped, but the kernel is still busy. Restart it to go on.',
          mark
        )
      : trans.__('Stopped cell %1', mark),
    interrupted: trans.__('Cell %1 was interrupted from outside', mark),
    restarted: trans.__(
      'The kernel was restarted while cell %1 ran. Its variables are gone.',
      mark
    ),
    died: trans.__(
      'The kernel died while cell %1 ran. Its variables are gone.',
      mark
    ),
    flooded: trans.__(
      'Cell %1 wrote too much output and was interrupted',
      mark
    ),
    closed: trans.__('The notebook was closed while cell %1 ran', mark)
  };
  return summaries[run.status];
}
