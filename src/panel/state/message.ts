import type {
  AgentMode,
  IAttachment,
  IPlanOrder,
  IReportOrder
} from '../../contract';

/** Something the person wants to say, on its way to the agent. */
export interface IMessage {
  messageId: string;
  text: string;
  attachments: IAttachment[];
  mode: AgentMode;
  /** Path of the notebook it is meant for; the one in front where null. */
  notebook: string | null;
  /** Makes it a report. */
  report?: IReportOrder;
  /** What plan mode is asked for besides the words. */
  plan?: IPlanOrder;
  /** Keys of memories that do not count for it. */
  without?: string[];
}

/** What others can put into the panel for the person. */
export interface IAskRequest {
  prompt: string;
  attachments?: IAttachment[];
  /** The composer's own where not given. */
  mode?: AgentMode;
  /** Path of the notebook it is meant for; the one in front where not given. */
  notebook?: string;
  /** Sends it; it only stands in the composer where not given. */
  send?: boolean;
}

/** Whether two attachments are the same thing. */
export function isSameAttachment(
  one: IAttachment,
  other: IAttachment
): boolean {
  return attachmentKey(one) === attachmentKey(other);
}

/** Tells an attachment from others of a message. */
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
      // The whole of it is megabytes; its beginning and end are those of others.
      return `image ${name} ${imageId ?? data.length} ${data.slice(middle, middle + 64)}`;
    }
  }
}
