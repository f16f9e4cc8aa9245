import {
  hashText,
  type IReportCell,
  type IReportNotebook,
  type StaleMark
} from '../../contract';

/**
 * For each cell with outputs, why they may not be what the cell would give now.
 */
export function staleMarks({
  cells,
  kernel
}: IReportNotebook): Map<string, StaleMark[]> {
  const marks = new Map<string, StaleMark[]>();
  let highest = 0;
  for (const cell of cells) {
    if (cell.type !== 'code') {
      continue;
    }
    marks.set(cell.id, [
      ...ofRun(cell, kernel?.epoch ?? null),
      ...(cell.executionCount !== null && cell.executionCount < highest
        ? (['out-of-order'] as const)
        : [])
    ]);
    highest = Math.max(highest, cell.executionCount ?? 0);
  }
  return marks;
}

function ofRun(
  { run, source }: IReportCell,
  epoch: string | null
): StaleMark[] {
  if (run === null) {
    return ['unknown'];
  }
  return [
    ...(run.hash === hashText(source) ? [] : (['changed'] as const)),
    ...(run.kernel === null
      ? (['unknown'] as const)
      : run.kernel === epoch
        ? []
        : (['other-kernel'] as const))
  ];
}
