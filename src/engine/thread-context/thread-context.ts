import type { IThreadParts } from '../run-context/run-request';
import type { IRunDependencies } from '../run-context/run-dependencies';
import { isFenced } from '../errors/errors';
import type { AgentMemoryStore } from './agent-memory-store';
import type { MessageQueue } from './message-queue';
import type { EventLog } from './event-log';
import type { ThreadRecordWriter } from './thread-record-writer';

/** What a thread is, between its runs and beyond its page. */
export interface IThreadContext {
  parts: IRunDependencies;
  log: EventLog;
  record: ThreadRecordWriter;
  kept: AgentMemoryStore;
  queue: MessageQueue;
  /** Lets the thread go: another tab drives it by now. */
  onFenced(): void;
}

/** Resolves once everything that was shown and learnt is durable. */
export async function settle(state: IThreadContext): Promise<void> {
  await Promise.all([
    keepMemory(state),
    state.log.settled(),
    state.record.settled()
  ]);
}

/** Keeps what the model has learnt; what storage says is told, once. */
export async function keepMemory(state: IThreadContext): Promise<void> {
  try {
    await state.kept.keep(state.log.at);
  } catch (error) {
    noteFailure(state, error);
  }
}

/** Work that nobody waits for has failed. */
export function noteFailure(
  { log, onFenced }: IThreadContext,
  error: unknown
): void {
  if (isFenced(error)) {
    onFenced();
  } else {
    log.storageFailed(error);
  }
}

/** What a run of the thread is made with. */
export function threadParts(
  { log, kept, queue }: IThreadContext,
  controller: AbortController,
  onTurn: () => void = () => undefined
): IThreadParts {
  return {
    at: log.at,
    memory: kept.memory,
    controller,
    takeQueued: () => queue.take(),
    onTurn,
    onLearnt: () => kept.keep(log.at)
  };
}
