import type { ITaskItem } from '../../state/thread-items';
import { visibleProse } from '../../render/visible-text';
import { usePanel } from '../common/panel-context';

/** A thin line with the name of the task, where a new task begins. */
export function TaskLine({ item }: { item: ITaskItem }) {
  const { trans } = usePanel().services;
  const task = visibleProse(item.task.split('\n')[0]);
  return (
    <div
      className="jp-Cellwright-taskLine"
      role="separator"
      aria-label={trans.__('New task: “%1”', task)}
      title={task}
    >
      <span>{task}</span>
    </div>
  );
}
