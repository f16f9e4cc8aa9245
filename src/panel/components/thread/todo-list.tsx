import { visibleProse } from '../../render/visible-text';
import { usePanel, usePanelState } from '../common/panel-context';
import { ProgressSection, StepLine } from '../common/progress-section';

/**
 * The todo list: the current item, the progress, and the whole list on request.
 */
export function TodoList() {
  const { trans } = usePanel();
  const todos = usePanelState(state => state.thread.todos);
  const answered = usePanelState(state => state.thread.answered);
  const completed = todos.filter(todo => todo.status === 'completed').length;
  const done = completed === todos.length;
  // "2 of 4" is the current position; the bar is how much is done. After the
  // answer nothing is in progress: what is still open was not done.
  const current = answered
    ? undefined
    : todos.find(todo => todo.status === 'in_progress');
  const at = done ? todos.length : completed + (current ? 1 : 0);
  return (
    <ProgressSection
      name={trans.__('To-do list')}
      title={
        done
          ? trans.__('Done')
          : answered
            ? trans._n(
                'Answered, %1 step not done',
                'Answered, %1 steps not done',
                todos.length - completed
              )
            : visibleProse(
                (current ?? todos.find(todo => todo.status === 'pending'))
                  ?.content ?? ''
              )
      }
      count={trans.__('%1 of %2', at, todos.length)}
      isDone={done}
      now={completed}
      most={todos.length}
      shares={[(100 * at) / todos.length]}
    >
      {open =>
        open ? (
          <ol className="jp-Cellwright-todoItems">
            {todos.map(({ content, status }, index) => (
              <StepLine
                key={index}
                state={
                  status === 'completed'
                    ? 'done'
                    : answered
                      ? 'undone'
                      : status === 'in_progress'
                        ? 'now'
                        : 'todo'
                }
              >
                {visibleProse(content)}
              </StepLine>
            ))}
          </ol>
        ) : null
      }
    </ProgressSection>
  );
}
