import { closeIcon, fileUploadIcon } from '@jupyterlab/ui-components';
import { useRef, type InputHTMLAttributes, type ReactNode } from 'react';

import type { IAttachment } from '../../../contract';
import { attachmentLabel, attachmentTitle } from '../../text/attachment-label';
import { visibleName, visibleText } from '../../render/visible-text';
import { attachmentKey } from '../../state/message';
import { focusComposer } from './focus';
import { Button, IconButton } from './button';
import { Hint } from './notice';
import { usePanel, usePanelNow, usePanelState } from './panel-context';

/**
 * The attachments of the draft, each of which can be removed, and a note on
 * those that will not be sent.
 */
export function DraftAttachments() {
  const { store, trans } = usePanel();
  const attachments = usePanelState(state => state.attachments);
  const reading = usePanelState(state => state.reading);
  const labelOf = useAttachmentLabel();
  const notAttached = usePanelState(state => state.notAttached);
  const waits = usePanelState(state => state.sendWhenRead);
  const notes = [
    waits ? trans.__('Your message is sent once its files are read.') : '',
    notAttached,
    useStaysNote()
  ].filter(note => note !== '');
  return (
    <>
      {attachments.length + reading.length > 0 ? (
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
              <Button
                aria-label={trans.__(
                  'Remove %1',
                  attachment.kind === 'cell'
                    ? labelOf(attachment)
                    : visibleName(labelOf(attachment))
                )}
                title={trans.__('Remove')}
                onClick={event => {
                  focusComposer(event.currentTarget);
                  store.composing.detach(attachment);
                }}
              >
                <closeIcon.react tag="span" />
              </Button>
            </li>
          ))}
          {reading
            .flatMap(({ names }) => names)
            .map((name, index) => (
              <li key={index} className="jp-Cellwright-attachment" aria-busy>
                <span>
                  {trans.__('%1 (is being read…)', visibleName(name))}
                </span>
              </li>
            ))}
        </ul>
      ) : null}
      <Hint role="status">{visibleText(notes.join(' '))}</Hint>
    </>
  );
}

/**
 * Why pictures or documents of the draft would not be sent, shown before
 * sending; empty if they will be.
 */
function useStaysNote(): string {
  const { models, preferences, trans } = usePanelNow();
  const pictures = usePanelState(
    state => state.attachments.filter(({ kind }) => kind === 'image').length
  );
  const others = usePanelState(
    state =>
      state.attachments.filter(
        ({ kind }) => kind === 'document' || kind === 'resource'
      ).length
  );
  if (pictures + others > 0 && preferences.current.privacy.schemasOnly) {
    return trans.__(
      '“Schemas only” is on: only the names of pictures and documents are sent.'
    );
  }
  return models.abilities.images !== false || pictures === 0
    ? ''
    : trans.__(
        '%1 can’t see pictures. It is only told that there is one.',
        models.label
      );
}

/** Lets the person choose pictures, PDFs and texts from their disk. */
export function AttachButton() {
  const { store, trans } = usePanel();
  const [field, choose] = useFileField(
    files => void store.composing.addFiles(files),
    { multiple: true }
  );
  return (
    <>
      <IconButton
        label={trans.__('Attach a file')}
        icon={fileUploadIcon}
        onClick={choose}
      />
      {field}
    </>
  );
}

/** A field for files that nobody sees, and what opens it. */
export function useFileField(
  onChoose: (files: File[]) => void,
  attributes: InputHTMLAttributes<HTMLInputElement>
): [field: ReactNode, choose: () => void] {
  const input = useRef<HTMLInputElement>(null);
  const field = (
    <input
      ref={input}
      type="file"
      hidden
      {...attributes}
      onChange={({ target }) => {
        onChoose([...(target.files ?? [])]);
        // Lets the same file be chosen again.
        target.value = '';
      }}
    />
  );
  return [field, () => input.current?.click()];
}

/** The attachments of a sent message; a cell is a link to the cell. */
export function SentAttachments({
  attachments
}: {
  attachments: IAttachment[];
}) {
  const { store, trans } = usePanel();
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
            <Button
              className="jp-Cellwright-cellReference"
              onClick={() =>
                store.revealCell(attachment.notebook, attachment.cellId)
              }
            >
              {labelOf(attachment)}
            </Button>
          ) : (
            <span>{labelOf(attachment)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Labels attachments with the current labels of cells. */
function useAttachmentLabel(): (attachment: IAttachment) => string {
  const { store } = usePanelNow();
  return attachment =>
    attachmentLabel(
      attachment,
      (path, cellId) => store.cellLabel(path, cellId),
      store.services.trans
    );
}
