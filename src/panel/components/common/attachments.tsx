import type { IAttachment } from '../../../contract';
import { attachmentLabel, attachmentTitle } from '../../text/attachment-label';
import { attachmentKey } from '../../state/message';
import { focusComposer } from './focus-beyond';
import { usePanel, usePanelState } from './panel-context';

/** What goes along with the message being written; each can be taken off. */
export function DraftAttachments() {
  const store = usePanel();
  const { trans } = store.services;
  const attachments = usePanelState(state => state.attachments);
  const labelOf = useAttachmentLabel();
  if (attachments.length === 0) {
    return null;
  }
  return (
    <ul
      className="jp-Cellwright-attachments"
      aria-label={trans.__('Attached to this message')}
    >
      {attachments.map(attachment => (
        <li
          key={attachmentKey(attachment)}
          className="jp-Cellwright-attachment"
          title={attachmentTitle(attachment, trans)}
        >
          <span>{labelOf(attachment)}</span>
          <button
            type="button"
            aria-label={trans.__('Remove %1', labelOf(attachment))}
            title={trans.__('Remove')}
            onClick={event => {
              focusComposer(event.currentTarget);
              store.composing.detach(attachment);
            }}
          >
            <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What went along with a message; a cell can be gone to. */
export function SentAttachments({
  attachments
}: {
  attachments: IAttachment[];
}) {
  const store = usePanel();
  const { trans } = store.services;
  const labelOf = useAttachmentLabel();
  if (attachments.length === 0) {
    return null;
  }
  return (
    <ul className="jp-Cellwright-attachments" aria-label={trans.__('Attached')}>
      {attachments.map(attachment => (
        <li
          key={attachmentKey(attachment)}
          className="jp-Cellwright-attachment"
          title={attachmentTitle(attachment, trans)}
        >
          {attachment.kind === 'cell' ? (
            <button
              type="button"
              className="jp-Cellwright-cellReference"
              onClick={() =>
                store.revealCell(attachment.notebook, attachment.cellId)
              }
            >
              {labelOf(attachment)}
            </button>
          ) : (
            <span>{labelOf(attachment)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** With the labels that cells have at this moment. */
function useAttachmentLabel(): (attachment: IAttachment) => string {
  const store = usePanel();
  usePanelState(state => state.workspaceRevision);
  return attachment =>
    attachmentLabel(
      attachment,
      (path, cellId) => store.cellLabel(path, cellId),
      store.services.trans
    );
}
