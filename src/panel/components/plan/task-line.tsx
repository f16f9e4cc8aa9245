import type { ITaskItem } from '../../state/thread-items';
import { visibleText } from '../../render/visible-text';
import { usePanel } from '../common/panel-context';

/** A thin line where a new task begins, with its name. */
export function TaskLine({ item }: { item: ITaskItem }) {
  const { trans } = usePanel().services;
  const task = visibleText(item.task.split('\n')[0]);
  return (
    <div
      className="jp-Cellwright-taskLine"
      role="separator"
      aria-label={trans.__('New task: %1', task)}
      title={task}
    >
      <span>{task}</span>
    </div>
  );
}
