import type { ISettledState } from '../state/thread-view-state';

export function queuedAfter(
  settled: ISettledState,
  event: { messageId: string; text: string | null }
): ISettledState['queued'] {
  const { messageId, text } = event;
  if (text === null) {
    return without(settled.queued, messageId);
  }
  return settled.queued.some(message => message.messageId === messageId)
    ? settled.queued.map(message =>
        message.messageId === messageId ? { messageId, text } : message
      )
    : [...settled.queued, { messageId, text }];
}

export function without(
  queued: ISettledState['queued'],
  messageId: string
): ISettledState['queued'] {
  return queued.some(message => message.messageId === messageId)
    ? queued.filter(message => message.messageId !== messageId)
    : queued;
}
