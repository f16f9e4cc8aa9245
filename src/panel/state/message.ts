import type {
  AgentMode,
  IAttachment,
  IPlanOrder,
  IReportOrder
} from '../../contract';

/** A message of the person, on its way to the agent. */
export interface IMessage {
  messageId: string;
  text: string;
  attachments: IAttachment[];
  mode: AgentMode;
  /** Path of the notebook it is meant for; null for the one in front. */
  notebook: string | null;
  /** Makes it a request for a report. */
  report?: IReportOrder;
  /** Instructions for plan mode besides the text. */
  plan?: IPlanOrder;
  /** Keys of memories that are ignored for it. */
  without?: string[];
}

/** What other extensions can put into the panel. */
export interface IAskRequest {
  prompt: string;
  attachments?: IAttachment[];
  /** Defaults to the mode of the composer. */
  mode?: AgentMode;
  /** Path of the notebook it is meant for; defaults to the one in front. */
  notebook?: string;
  /** Sends it; by default it is only put into the composer. */
  send?: boolean;
}

/** Whether two attachments are the same. */
export function isSameAttachment(
  one: IAttachment,
  other: IAttachment
): boolean {
  return attachmentKey(one) === attachmentKey(other);
}

/** Identifies an attachment among those of a message. */
export function attachmentKey(attachment: IAttachment): string {
  switch (attachment.kind) {
    case 'cell':
      return `cell ${attachment.notebook} ${attachment.cellId} ${attachment.selection ?? ''}`;
    case 'variable':
      return `variable ${attachment.name}`;
    case 'file':
      return `file ${attachment.path}`;
    case 'document': {
      const { name, documentId, pages, content } = attachment;
      return `document ${name} ${documentId ?? pages} ${content?.pages[0]?.slice(0, 64) ?? ''}`;
    }
    case 'resource':
      return `resource ${attachment.server} ${attachment.uri}`;
    case 'image': {
      const { name, imageId, data = '' } = attachment;
      const middle = Math.floor(data.length / 2);
      // The whole data may be megabytes, and images share their beginnings and
      // ends, so take a piece from the middle.
      return `image ${name} ${imageId ?? data.length} ${data.slice(middle, middle + 64)}`;
    }
  }
}
