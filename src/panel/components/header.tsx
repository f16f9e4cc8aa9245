import { conversationTitle } from '../text/announcement';
import { focusComposer } from './common/focus-beyond';
import { MenuButton } from './common/menu-button';
import { usePanel, usePanelState } from './common/panel-context';
import { isBusy } from '../state/is-busy';

/** The title of the conversation, and the buttons for everything around it. */
export function Header() {
  const store = usePanel();
  const { agent, trans, preferences, threads, mcp } = store.services;
  const title = usePanelState(state =>
    conversationTitle(state, store.services)
  );
  const begun = usePanelState(state => state.thread.order.length > 0);
  const shown = title || trans.__('New conversation');
  return (
    <div className="jp-Cellwright-header">
      <h2 title={shown}>{shown}</h2>
      <BranchSelect />
      <button
        type="button"
        className="jp-Cellwright-iconButton"
        aria-label={trans.__('New conversation')}
        title={trans.__('New conversation')}
        onClick={event => {
          store.newConversation();
          focusComposer(event.currentTarget);
        }}
      >
        <span aria-hidden="true">+</span>
      </button>
      {threads ? (
        <button
          type="button"
          className="jp-Cellwright-iconButton"
          aria-label={trans.__('Conversations')}
          title={trans.__('Conversations')}
          onClick={() => store.show('threads')}
        >
          <span aria-hidden="true">◷</span>
        </button>
      ) : null}
      <MenuButton
        label={trans.__('Menu')}
        className="jp-Cellwright-iconButton"
        items={[
          ...(begun && threads
            ? [
                {
                  label: trans.__(
                    'Continue in a new conversation with a summary'
                  ),
                  onSelect: () => store.continueWithSummary()
                }
              ]
            : []),
          ...(begun
            ? [
                {
                  label: trans.__('Timeline'),
                  hint: trans.__('Look back, compare, try again from a point'),
                  onSelect: () => store.show('timeline')
                },
                {
                  label: trans.__('Log'),
                  hint: trans.__('What was proposed, decided and done'),
                  onSelect: () => store.show('audit')
                }
              ]
            : []),
          ...(agent.reports
            ? [
                {
                  label: trans.__('Write a report…'),
                  hint: trans.__('A document with its numbers traced to cells'),
                  onSelect: () => store.writeReport()
                }
              ]
            : []),
          {
            label: trans.__('What runs without asking'),
            onSelect: () => store.show('policy')
          },
          ...(agent.memories
            ? [
                {
                  label: trans.__('What it learned'),
                  onSelect: () => store.show('learned')
                }
              ]
            : []),
          ...(mcp
            ? [
                {
                  label: trans.__('MCP servers'),
                  onSelect: () => store.show('servers')
                }
              ]
            : []),
          {
            label: trans.__('Choose a model'),
            onSelect: () => store.openModelForm()
          },
          {
            label: trans.__('Requests to the model'),
            onSelect: () => store.show('debug')
          },
          {
            label: trans.__('All settings'),
            onSelect: () => preferences.openEditor()
          }
        ]}
      >
        <span aria-hidden="true">⋯</span>
      </MenuButton>
    </div>
  );
}

/** The versions of the conversation, if there is more than one. */
function BranchSelect() {
  const store = usePanel();
  const { trans } = store.services;
  const record = usePanelState(state => state.record);
  const busy = usePanelState(isBusy);
  if (!record || record.branches.length < 2) {
    return null;
  }
  return (
    <select
      className="jp-Cellwright-mode"
      aria-label={trans.__('Version of the conversation')}
      title={
        busy
          ? trans.__('Versions can be switched once the run has ended.')
          : trans.__('Version of the conversation')
      }
      disabled={busy || record.damaged !== undefined}
      value={record.branch}
      onChange={event => store.switchBranch(event.target.value)}
    >
      {record.branches.map(({ id }, index) => (
        <option key={id} value={id}>
          {trans.__('Version %1', index + 1)}
        </option>
      ))}
    </select>
  );
}
