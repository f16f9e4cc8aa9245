import { addIcon, ellipsesIcon, historyIcon } from '@jupyterlab/ui-components';

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
  const thisConversation = trans.__('This conversation');
  const work = trans.__('Work');
  const settings = trans.__('Settings');
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
        <addIcon.react tag="span" />
      </button>
      {threads ? (
        <button
          type="button"
          className="jp-Cellwright-iconButton"
          aria-label={trans.__('Conversations')}
          title={trans.__('Conversations')}
          onClick={() => store.show('threads')}
        >
          <historyIcon.react tag="span" />
        </button>
      ) : null}
      <MenuButton
        label={trans.__('Menu')}
        className="jp-Cellwright-iconButton"
        items={[
          begun
            ? {
                label: trans.__('Timeline'),
                hint: trans.__('Look back, compare, try again from a point'),
                group: thisConversation,
                onSelect: () => store.show('timeline')
              }
            : null,
          begun
            ? {
                label: trans.__('Log'),
                hint: trans.__('What was proposed, decided and done'),
                group: thisConversation,
                onSelect: () => store.show('audit')
              }
            : null,
          begun && threads
            ? {
                label: trans.__(
                  'Continue in a new conversation with a summary'
                ),
                group: thisConversation,
                onSelect: () => store.continueWithSummary()
              }
            : null,
          agent.reports
            ? {
                label: trans.__('Write a report…'),
                hint: trans.__('A document with its numbers traced to cells'),
                group: work,
                onSelect: () => store.writeReport()
              }
            : null,
          mcp
            ? {
                label: trans.__('MCP servers'),
                group: work,
                onSelect: () => store.show('servers')
              }
            : null,
          {
            label: trans.__('Model'),
            group: settings,
            onSelect: () => store.openModelForm()
          },
          {
            label: trans.__('Permissions'),
            group: settings,
            onSelect: () => store.show('policy')
          },
          agent.memories
            ? {
                label: trans.__('Memories'),
                group: settings,
                onSelect: () => store.show('learned')
              }
            : null,
          {
            label: trans.__('Model requests'),
            group: settings,
            onSelect: () => store.show('debug')
          },
          {
            label: trans.__('All settings'),
            group: settings,
            onSelect: () => preferences.openEditor()
          }
        ]}
      >
        <ellipsesIcon.react tag="span" />
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
