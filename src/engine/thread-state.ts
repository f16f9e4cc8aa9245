import type { IRunParts } from './begin-run';
import { isFenced } from './errors';
import type { KeptMemory } from './kept-memory';
import type { MessageQueue } from './message-queue';
import type { ThreadLog } from './thread-log';
import type { KeptRecord } from './thread-record';

/** What a thread is, between its runs and beyond its page. */
export interface IThreadState {
  parts: IRunParts;
  log: ThreadLog;
  record: KeptRecord;
  kept: KeptMemory;
  queue: MessageQueue;
  /** Lets the thread go: another tab drives it by now. */
  onFenced(): void;
}

/** Resolves once everything that was shown and learnt is durable. */
export async function settle(state: IThreadState): Promise<void> {
  await Promise.all([
    keepMemory(state),
    state.log.settled(),
    state.record.settled()
  ]);
}

/** Keeps what the model has learnt; what storage says is told, once. */
export async function keepMemory({
  kept,
  log,
  onFenced
}: IThreadState): Promise<void> {
  try {
    await kept.keep(log.at);
  } catch (error) {
    if (isFenced(error)) {
      onFenced();
    } else {
      log.storageFailed(error);
    }
  }
}
