import { visibleName, visibleText } from '../../render/visible-text';
import { Notice } from '../common/notice';
import { usePanel, usePanelState } from '../common/panel-context';
import { Button } from '../common/button';

/** Shown while an earlier message is being edited. */
export function ResendLine() {
  const store = usePanel();
  const { trans } = store.services;
  const resending = usePanelState(state => state.resending !== null);
  return resending ? (
    <Notice
      actions={[
        {
          label: trans.__('Leave it as it was'),
          onPress: () => store.composing.endResend()
        }
      ]}
    >
      {trans.__(
        'This replaces an earlier message. What came after it stays in the earlier version.'
      )}
    </Notice>
  ) : null;
}

/**
 * Shown when the next message begins a conversation with a summary of another.
 */
export function SummaryLine() {
  const store = usePanel();
  const { trans } = store.services;
  const continues = usePanelState(state => state.continues);
  return continues ? (
    <Notice
      actions={[
        {
          label: trans.__('Leave the summary out'),
          onPress: () => store.main.setState({ continues: null })
        }
      ]}
    >
      {trans.__('Begins with a summary of “%1”.', visibleText(continues.title))}
    </Notice>
  ) : null;
}

/**
 * A link to the conversation of the notebook in front, if another one is shown.
 */
export function ElsewhereLine() {
  const store = usePanel();
  const { trans } = store.services;
  const path = usePanelState(() => store.conversations.elsewhere);
  if (path === null) {
    return null;
  }
  return (
    <div className="jp-Cellwright-elsewhereLine">
      <Button look="link" onClick={() => void store.conversations.goTo(path)}>
        {trans.__(
          'Conversation of %1',
          visibleName(path.slice(path.lastIndexOf('/') + 1))
        )}
      </Button>
    </div>
  );
}

/** Shown for a conversation that can be read but not continued. */
export function DamagedLine({ why }: { why: string }) {
  const store = usePanel();
  const { trans } = store.services;
  return (
    <Notice
      role="status"
      actions={[
        {
          label: trans.__('New conversation'),
          stays: true,
          onPress: () => store.newConversation()
        }
      ]}
    >
      {trans.__('This conversation can be read, but not continued.')}{' '}
      {visibleText(why)}
    </Notice>
  );
}
