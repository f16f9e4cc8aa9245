import { addIcon, ellipsesIcon, historyIcon } from '@jupyterlab/ui-components';

import { conversationTitle } from '../text/announcement';
import { focusComposer } from './common/focus';
import { IconButton } from './common/button';
import { Select } from './common/field';
import { MenuButton, type IMenuItem } from './common/menu-button';
import { usePanel, usePanelState } from './common/panel-context';
import { isBusy } from '../state/panel-state';

/** The title of the conversation, and the buttons for everything around it. */
export function Header() {
  const { store, trans, preferences } = usePanel();
  const title = usePanelState(state =>
    conversationTitle(state, store.services)
  );
  const begun = usePanelState(state => state.thread.order.length > 0);
  const shown = title || trans.__('New conversation');
  return (
    <div className="jp-Cellwright-header">
      <h2 title={shown}>{shown}</h2>
      <BranchSelect />
      <IconButton
        label={trans.__('New conversation')}
        icon={addIcon}
        onClick={event => {
          store.newConversation();
          focusComposer(event.currentTarget);
        }}
      />
      <IconButton
        label={trans.__('Conversations')}
        icon={historyIcon}
        onClick={() => store.show({ name: 'threads' })}
      />
      <MenuButton
        label={trans.__('Menu')}
        className="jp-Cellwright-iconButton"
        items={[
          ...underHeading(
            trans.__('This conversation'),
            begun && {
              label: trans.__('Timeline'),
              hint: trans.__('Look back, compare, try again from a point'),
              onSelect: () => store.show({ name: 'timeline' })
            },
            begun && {
              label: trans.__('Log'),
              hint: trans.__('What was proposed, decided and done'),
              onSelect: () => store.show({ name: 'audit' })
            },
            begun && {
              label: trans.__('Continue in a new conversation with a summary'),
              onSelect: () => store.continueWithSummary()
            }
          ),
          ...underHeading(
            trans.__('Work'),
            {
              label: trans.__('Write a report…'),
              hint: trans.__('A document with its numbers traced to cells'),
              onSelect: () => store.sending.writeReport()
            },
            {
              label: trans.__('MCP servers'),
              onSelect: () => store.show({ name: 'servers' })
            }
          ),
          ...underHeading(
            trans.__('Settings'),
            {
              label: trans.__('Model'),
              onSelect: () => store.openModelForm()
            },
            {
              label: trans.__('Permissions'),
              onSelect: () => store.show({ name: 'policy' })
            },
            {
              label: trans.__('Memories'),
              onSelect: () => store.show({ name: 'learned' })
            },
            {
              label: trans.__('Model requests'),
              onSelect: () => store.show({ name: 'debug' })
            },
            {
              label: trans.__('All settings'),
              onSelect: () => preferences.openEditor()
            }
          )
        ]}
      >
        <ellipsesIcon.react tag="span" />
      </MenuButton>
    </div>
  );
}

/** The entries that are offered now, under their heading. */
function underHeading(
  group: string,
  ...items: (IMenuItem | false | null | undefined)[]
): IMenuItem[] {
  return items.flatMap(item => (item ? { ...item, group } : []));
}

/** The versions of the conversation, if there is more than one. */
function BranchSelect() {
  const { store, trans } = usePanel();
  const record = usePanelState(state => state.record);
  const busy = usePanelState(isBusy);
  if (!record || record.branches.length < 2) {
    return null;
  }
  return (
    <Select
      aria-label={trans.__('Version of the conversation')}
      title={
        busy
          ? trans.__('Versions can be switched once the run has ended.')
          : trans.__('Version of the conversation')
      }
      disabled={busy || record.damaged !== undefined}
      value={record.branch}
      options={record.branches.map(({ id }, index) => ({
        value: id,
        label: trans.__('Version %1', index + 1)
      }))}
      onChange={branch => store.send({ type: 'switch', branch })}
    />
  );
}
