import type { ITodo, ITranslator } from '../../../contract';
import { visibleText } from '../../render/visible-text';
import { usePanel, usePanelState } from '../common/panel-context';

/** The plan: where it is, how far, and all of it on demand. */
export function TodoList() {
  const store = usePanel();
  const { trans } = store.services;
  const todos = usePanelState(state => state.thread.todos);
  const answered = usePanelState(state => state.thread.answered);
  const open = usePanelState(state => state.open.todos ?? false);
  const completed = todos.filter(todo => todo.status === 'completed').length;
  const done = completed === todos.length;
  // "2 of 4" is where it stands, and the bar how much of it is behind. After
  // the answer nothing goes on any more: what is open was not done.
  const current = answered
    ? undefined
    : todos.find(todo => todo.status === 'in_progress');
  const at = done ? todos.length : completed + (current ? 1 : 0);
  return (
    <section
      className={'jp-Cellwright-todo' + (done ? ' jp-mod-done' : '')}
      aria-label={trans.__('Plan')}
    >
      <button
        type="button"
        className="jp-Cellwright-todoHead"
        aria-expanded={open}
        onClick={() => store.setOpen('todos', !open)}
      >
        <strong>
          {done
            ? trans.__('Done')
            : answered
              ? trans._n(
                  'Answered, %1 step not done',
                  'Answered, %1 steps not done',
                  todos.length - completed
                )
              : visibleText(
                  (current ?? todos.find(todo => todo.status === 'pending'))
                    ?.content ?? ''
                )}
        </strong>
        <span className="jp-Cellwright-todoCount">
          {trans.__('%1 of %2', at, todos.length)}
          <span aria-hidden="true">{open ? ' ▴' : ' ▾'}</span>
        </span>
      </button>
      <div
        className="jp-Cellwright-progress"
        role="progressbar"
        aria-label={trans.__('Plan')}
        aria-valuemin={0}
        aria-valuemax={todos.length}
        aria-valuenow={completed}
      >
        <div style={{ width: `${(100 * at) / todos.length}%` }} />
      </div>
      {open ? (
        <ol className="jp-Cellwright-todoItems">
          {todos.map((todo, index) => (
            <li
              key={index}
              className={`jp-mod-${answered ? 'answered' : todo.status}`}
              aria-current={
                !answered && todo.status === 'in_progress' ? 'step' : undefined
              }
            >
              <span aria-hidden="true">{mark(todo, answered)}</span>
              <span className="jp-Cellwright-hidden">
                {status(todo, answered, trans)}{' '}
              </span>
              {visibleText(todo.content)}
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}

function mark({ status }: ITodo, answered: boolean): string {
  switch (status) {
    case 'completed':
      return '✓';
    case 'in_progress':
      return answered ? '–' : '●';
    case 'pending':
      return answered ? '–' : '○';
  }
}

function status(
  { status: now }: ITodo,
  answered: boolean,
  trans: ITranslator
): string {
  if (now === 'completed') {
    return trans.__('Done:');
  }
  if (answered) {
    return trans.__('Not done:');
  }
  return now === 'in_progress' ? trans.__('Now:') : trans.__('To do:');
}
