import type { IThreads } from '../../contract';

/** Ids of the messages and calls that a thread imported from a file. */
export type FromFile = ReadonlySet<string>;

export const NOTHING_FROM_FILE: FromFile = new Set();

/** What a thread imported from a file; empty for any other thread. */
export async function fromFileOf(
  threads: IThreads,
  threadId: string
): Promise<FromFile> {
  const record = await threads.get(threadId);
  if (!record?.imported) {
    return NOTHING_FROM_FILE;
  }
  const messages = (await threads.imported?.(threadId)) ?? [];
  return new Set(
    messages.flatMap(message => {
      switch (message.role) {
        case 'person':
          return [message.id];
        case 'model':
          return [message.id, ...message.calls.map(({ id }) => id)];
        case 'tool':
          return [message.callId];
      }
    })
  );
}
