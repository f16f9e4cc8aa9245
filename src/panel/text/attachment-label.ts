import { fileName, type IAttachment, type ITranslator } from '../../contract';

import { visibleName, visibleText } from '../render/visible-text';

/**
 * The text of a chip: "[5]", "selection in [5]", "penguins", "a.csv".
 * @param label current label of a cell; null when it is gone.
 */
export function attachmentLabel(
  attachment: IAttachment,
  label: (path: string, cellId: string) => string | null,
  trans: ITranslator
): string {
  switch (attachment.kind) {
    case 'cell': {
      const cell =
        label(attachment.notebook, attachment.cellId) ??
        trans.__('deleted cell');
      return attachment.selection === undefined
        ? cell
        : trans.__('selection in %1', cell);
    }
    case 'file':
      return visibleText(fileName(attachment.path));
    default:
      return visibleText(attachment.name);
  }
}

/** The full text of a chip, if there is more to say. */
export function attachmentTitle(
  attachment: IAttachment,
  trans: ITranslator
): string {
  switch (attachment.kind) {
    case 'cell':
      return attachment.selection === undefined
        ? trans.__('A cell of %1', visibleName(fileName(attachment.notebook)))
        : visibleText(attachment.selection);
    case 'variable':
      return trans.__('A variable');
    case 'file':
      return visibleText(attachment.path);
    case 'document':
      return attachment.mimeType === 'application/pdf'
        ? trans._n('A PDF of %1 page', 'A PDF of %1 pages', attachment.pages)
        : trans.__('A text');
    case 'resource':
      return trans.__(
        '“%1”, read from the MCP server “%2” when you send',
        visibleText(attachment.uri),
        visibleText(attachment.server)
      );
    case 'image':
      return trans.__(
        'A picture of %1 × %2 px',
        attachment.width,
        attachment.height
      );
  }
}
