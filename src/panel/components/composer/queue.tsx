import { Notice } from '../common/notice';
import { usePanel, usePanelState } from '../common/panel-context';

/** Messages waiting for the next step, or for the end of this run. */
export function Queue() {
  const { store, trans } = usePanel();
  const { sending } = store;
  const queued = usePanelState(state => state.thread.queued);
  const held = usePanelState(state => state.held);
  const waiting = [
    ...queued.map(({ messageId: id, text }) => {
      const onRemove = () =>
        store.send({ type: 'queue', messageId: id, text: null });
      return {
        id,
        text: trans.__('Queued: “%1”', text),
        onRemove,
        onEdit: () => {
          onRemove();
          sending.giveBack({ text });
        }
      };
    }),
    ...held.map(({ messageId: id, text }) => ({
      id,
      text: trans.__('After this run: “%1”', text),
      onEdit: () => sending.editHeld(id),
      onRemove: () => sending.removeHeld(id)
    }))
  ];
  return (
    <ul
      className="jp-Cellwright-queue"
      aria-label={trans.__('Queued messages')}
    >
      {waiting.map(({ id, text, onEdit, onRemove }) => (
        <li key={id}>
          <Notice
            actions={[
              {
                label: trans.__('edit'),
                name: trans.__('Edit the queued message'),
                onPress: onEdit
              },
              {
                label: trans.__('remove'),
                name: trans.__('Remove the queued message'),
                stays: true,
                onPress: onRemove
              }
            ]}
          >
            <span className="jp-Cellwright-queueText" title={text}>
              {text}
            </span>
          </Notice>
        </li>
      ))}
    </ul>
  );
}
