import type { ITodo, ITranslator } from '../../contract';
import { visibleText } from '../visible-text';
import { usePanel, usePanelState } from './panel-context';

/** The plan: where it is, how far, and all of it on demand. */
export function TodoList() {
  const store = usePanel();
  const { trans } = store.services;
  const todos = usePanelState(state => state.thread.todos);
  const answered = usePanelState(state => state.thread.answered);
  const open = usePanelState(state => state.open.todos ?? false);
  if (todos.length === 0) {
    return null;
  }
  const completed = answered
    ? todos.length
    : todos.filter(todo => todo.status === 'completed').length;
  const done = completed === todos.length;
  // "2 of 4" is where it stands, and the bar how much of it is behind.
  const current = todos.find(todo => todo.status === 'in_progress');
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
              className={`jp-mod-${done ? 'completed' : todo.status}`}
              aria-current={
                !done && todo.status === 'in_progress' ? 'step' : undefined
              }
            >
              <span aria-hidden="true">{mark(todo, done)}</span>
              <span className="jp-Cellwright-hidden">
                {status(todo, done, trans)}{' '}
              </span>
              {visibleText(todo.content)}
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}

function mark(todo: ITodo, done: boolean): string {
  return done || todo.status === 'completed'
    ? '✓'
    : todo.status === 'in_progress'
      ? '●'
      : '○';
}

function status(todo: ITodo, done: boolean, trans: ITranslator): string {
  return done || todo.status === 'completed'
    ? trans.__('Done:')
    : todo.status === 'in_progress'
      ? trans.__('Now:')
      : trans.__('To do:');
}
