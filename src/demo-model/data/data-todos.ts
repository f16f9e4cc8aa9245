import type { IDataFrameOfWork } from './decide-cell';
import type { CellStage } from './data-state';

/** What the todo list of a data job is made from. */
export interface IDataPlan {
  /** Whether it has to find a file first. */
  looks: boolean;
  stages: CellStage[];
  /** Name of the file or the data frame. */
  name: string;
  frame: IDataFrameOfWork;
}

/**
 * The todo list in the format of `write_todos`.
 * @param current `look`, a cell's stage, or `check`, at which all is done.
 */
export function dataTodos(
  plan: IDataPlan,
  current: string
): { content: string; status: string }[] {
  const order = [
    ...(plan.looks ? [{ stage: 'look', content: 'Look at the files' }] : []),
    ...plan.stages.map(stage => ({ stage, content: content(plan, stage) })),
    { stage: 'check', content: 'Report what was found' }
  ];
  const at = order.findIndex(todo => todo.stage === current);
  return order.map(({ stage, content }, index) => ({
    content,
    status:
      index < at || current === 'check'
        ? 'completed'
        : stage === current
          ? 'in_progress'
          : 'pending'
  }));
}

function content({ name, frame }: IDataPlan, stage: CellStage): string {
  switch (stage) {
    case 'load':
      return frame.example ? 'Make up data' : `Load ${name}`;
    case 'summary':
      return 'Summarise the columns';
    case 'table':
      return frame.correlations ? 'Correlate' : 'Compare';
    case 'plot':
      return 'Draw a plot';
  }
}
