import { focusComposer } from './card-focus';
import { MenuButton } from './menu-button';
import { usePanel, usePanelState } from './panel-context';

/** What the conversation is about, and the way to everything around it. */
export function Header() {
  const store = usePanel();
  const { trans, preferences } = store.services;
  const title = usePanelState(state => state.thread.title);
  const shown = title || trans.__('New conversation');
  return (
    <div className="jp-Cellwright-header">
      <h2 title={shown}>{shown}</h2>
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
      <MenuButton
        id="header-menu"
        label={trans.__('Menu')}
        className="jp-Cellwright-iconButton"
        items={[
          {
            label: trans.__('What runs without asking'),
            onSelect: () => store.show('policy')
          },
          {
            label: trans.__('Choose a model'),
            onSelect: () => store.setup.open()
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
