import { focusComposer } from '../common/focus-beyond';
import { usePanel, usePanelState } from '../common/panel-context';
import { Button } from '../common/button';

/** Messages waiting for the next step, or for the end of this run. */
export function Queue() {
  const store = usePanel();
  const { trans } = store.services;
  const queued = usePanelState(state => state.thread.queued);
  const held = usePanelState(state => state.held);
  return (
    <ul
      className="jp-Cellwright-queue"
      aria-label={trans.__('Queued messages')}
    >
      {queued.map(({ messageId, text }) => (
        <QueuedMessage
          key={messageId}
          text={trans.__('Queued: “%1”', text)}
          onEdit={() => store.editQueued(messageId)}
          onRemove={() => store.removeQueued(messageId)}
        />
      ))}
      {held.map(({ messageId, text }) => (
        <QueuedMessage
          key={messageId}
          text={trans.__('After this run: “%1”', text)}
          onEdit={() => store.sending.editHeld(messageId)}
          onRemove={() => store.sending.removeHeld(messageId)}
        />
      ))}
    </ul>
  );
}

function QueuedMessage({
  text,
  onEdit,
  onRemove
}: {
  text: string;
  onEdit(): void;
  onRemove(): void;
}) {
  const { trans } = usePanel().services;
  return (
    <li className="jp-Cellwright-notice">
      <span className="jp-Cellwright-queueText" title={text}>
        {text}
      </span>{' '}
      <Button
        look="link"
        aria-label={trans.__('Edit the queued message')}
        onClick={event => {
          focusComposer(event.currentTarget);
          onEdit();
        }}
      >
        {trans.__('edit')}
      </Button>{' '}
      <Button
        look="link"
        aria-label={trans.__('Remove the queued message')}
        onClick={onRemove}
      >
        {trans.__('remove')}
      </Button>
    </li>
  );
}
