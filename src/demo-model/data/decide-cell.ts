import {
  type CellStage,
  type IAttempt,
  type IDataState,
  done
} from './data-state';
import { type IRanCell, interestingMeasures, tableOf } from './findings';
import { loadCells } from '../reading/load-cells';
import { plotCells } from './plot-cells';
import {
  comparisonCells,
  correlationTable,
  measuresOf,
  summaryCells
} from './table-cells';
import { tableOfCode } from './table-of-code';
import { hasWish, wantsSkip } from '../reading/wishes';

/** Number of retries; after that the job continues without the cell. */
const MAX_FAILURES = 2;
const MAX_REJECTIONS = 2;
const MAX_NOT_RUN = 3;
const MAX_LOST = 3;

/** What to do about a cell of a data job. */
export type CellDecision =
  | { kind: 'done'; attempt: IAttempt }
  | { kind: 'insert'; code: string }
  | { kind: 'change'; code: string; cellId: string }
  | { kind: 'skip' };

/** What a job knows besides the conversation. */
export interface IDataFrameOfWork {
  /** Whether the data is made up rather than read from a file. */
  example: boolean;
  /** Whether the comparison is of numeric columns with each other. */
  correlations: boolean;
}

/** The next action for a cell; never something that was rejected or failed before. */
export function decideCell(
  state: IDataState,
  stage: CellStage,
  frame: IDataFrameOfWork
): CellDecision {
  const finished = done(state, stage);
  if (finished) {
    return { kind: 'done', attempt: finished };
  }
  const all = state.attempts[stage];
  const gone = all.filter(attempt => attempt.lost);
  const vanished = gone
    .filter(attempt => attempt.call.outcome !== 'failed')
    .at(-1);
  const tries = all.filter(
    attempt => !attempt.lost && attempt.call.outcome !== 'not-run'
  );
  if (gone.length > MAX_LOST) {
    return { kind: 'skip' };
  }
  if (vanished?.call.cellId && tries.length === 0) {
    return {
      kind: 'change',
      code: vanished.code,
      cellId: vanished.call.cellId
    };
  }
  if (isSettled(state, all, tries)) {
    return { kind: 'skip' };
  }
  const tried = new Set(
    tries.flatMap(attempt => [compact(attempt.proposed), compact(attempt.code)])
  );
  const code = candidates(state, stage, frame).find(
    candidate => !tried.has(compact(candidate))
  );
  if (code === undefined) {
    return { kind: 'skip' };
  }
  const broken = all
    .filter(attempt => attempt.call.outcome === 'failed')
    .at(-1);
  const refused = all.some(
    attempt =>
      attempt.call.name === 'edit_cell' && attempt.call.outcome === 'not-run'
  );
  return broken?.call.cellId && !refused
    ? { kind: 'change', code, cellId: broken.call.cellId }
    : { kind: 'insert', code };
}

function isSettled(
  state: IDataState,
  all: IAttempt[],
  tries: IAttempt[]
): boolean {
  const last = tries.at(-1);
  const count = (outcome: string) =>
    tries.filter(attempt => attempt.call.outcome === outcome).length;
  const declined =
    last?.call.outcome === 'rejected' &&
    wantsSkip(last.call.reason) &&
    !hasWish(last.call.reason, state.profile ?? undefined);
  return (
    declined ||
    last?.call.outcome === 'stopped' ||
    count('failed') > MAX_FAILURES ||
    count('rejected') > MAX_REJECTIONS ||
    all.filter(attempt => attempt.call.outcome === 'not-run').length >
      MAX_NOT_RUN ||
    tries.some(attempt => /ModuleNotFoundError/.test(attempt.call.text))
  );
}

function candidates(
  state: IDataState,
  stage: CellStage,
  { example, correlations }: IDataFrameOfWork
): string[] {
  const { profile, wishes } = state;
  if (stage === 'load') {
    return loadCells({
      path: example ? null : state.csv,
      head: state.head,
      wishes,
      errors: state.attempts.load.map(attempt => attempt.call.text).join('\n')
    });
  }
  if (!profile) {
    return [];
  }
  if (stage === 'summary') {
    return summaryCells(profile, wishes).map(cell => cell.code);
  }
  if (stage === 'table') {
    const measures = measuresOf(profile, wishes);
    const first =
      correlations && measures.length >= 2
        ? [correlationTable(profile.variable, measures).code]
        : [];
    return [
      ...first,
      ...comparisonCells(profile, wishes).map(cell => cell.code)
    ];
  }
  return plotCells(profile, wishes, interesting(state)).map(cell => cell.code);
}

function interesting(state: IDataState): string[] {
  const table = done(state, 'table');
  const summary = done(state, 'summary');
  if (!table) {
    return [];
  }
  const cell = tableOfCode(table.code);
  return interestingMeasures(
    cell,
    tableOf(cell, ranCell(table)),
    summary ? tableOf(tableOfCode(summary.code), ranCell(summary)) : null
  );
}

/** A successful attempt, in the form findings refer to. */
export function ranCell({ call }: IAttempt): IRanCell {
  return {
    cellId: call.cellId ?? '',
    count: call.count,
    output: call.text.split('\n').slice(1).join('\n')
  };
}

function compact(code: string): string {
  return code.replace(/\s+/g, ' ').trim();
}
