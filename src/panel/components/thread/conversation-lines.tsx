import { visibleText } from '../../render/visible-text';
import { NoticeLine } from '../common/notice-line';
import { usePanel, usePanelState } from '../common/panel-context';

/** Another tab drives the conversation: said, with the way to take it over. */
export function DriverLine() {
  const store = usePanel();
  const { trans } = store.services;
  const driver = usePanelState(state => state.thread.driver);
  if (!driver || driver.here) {
    return null;
  }
  return (
    <div className="jp-Cellwright-notice jp-Cellwright-driver">
      <span>
        {driver.free
          ? trans.__('The tab that was working on this is gone.')
          : trans.__('Another tab is working on this conversation.')}
        {driver.held ? ` ${visibleText(driver.held)}` : null}
      </span>{' '}
      <button
        type="button"
        className="jp-Cellwright-link"
        disabled={driver.held !== null}
        title={driver.held ? visibleText(driver.held) : undefined}
        onClick={() => store.takeOver()}
      >
        {driver.free ? trans.__('Go on here') : trans.__('Work here instead')}
      </button>
    </div>
  );
}

/** An earlier message is being written anew. */
export function ResendLine() {
  const store = usePanel();
  const { trans } = store.services;
  const resending = usePanelState(state => state.resending !== null);
  return resending ? (
    <NoticeLine
      text={trans.__(
        'This replaces an earlier message. What came after it stays in the earlier version.'
      )}
      label={trans.__('Leave it as it was')}
      onPress={() => store.composing.endResend()}
    />
  ) : null;
}

/** The next message begins a conversation with a summary of another one. */
export function SummaryLine() {
  const store = usePanel();
  const { trans } = store.services;
  const continues = usePanelState(state => state.continues);
  return continues ? (
    <NoticeLine
      text={trans.__(
        'Begins with a summary of “%1”.',
        visibleText(continues.title)
      )}
      label={trans.__('Leave the summary out')}
      onPress={() => store.main.setState({ continues: null })}
    />
  ) : null;
}

/** The conversation of the notebook in front, where another one is shown. */
export function ElsewhereLine() {
  const store = usePanel();
  const { trans } = store.services;
  const path = usePanelState(() => store.conversations.elsewhere);
  if (path === null) {
    return null;
  }
  return (
    <div className="jp-Cellwright-elsewhereLine">
      <button
        type="button"
        className="jp-Cellwright-link"
        onClick={() => void store.conversations.goTo(path)}
      >
        {trans.__(
          'Conversation of %1',
          visibleText(path.slice(path.lastIndexOf('/') + 1))
        )}
      </button>
    </div>
  );
}

/** A conversation that can be looked at and not gone on with. */
export function DamagedLine({ why }: { why: string }) {
  const store = usePanel();
  const { trans } = store.services;
  return (
    <div className="jp-Cellwright-notice" role="status">
      {trans.__('This conversation can be read, but not continued.')}{' '}
      {visibleText(why)}{' '}
      <button
        type="button"
        className="jp-Cellwright-link"
        onClick={() => store.newConversation()}
      >
        {trans.__('New conversation')}
      </button>
    </div>
  );
}
