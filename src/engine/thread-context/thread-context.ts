import type { IThreadParts } from '../run-context/run-request';
import type { IRunDependencies } from '../run-context/run-dependencies';
import { isFenced } from '../errors/errors';
import type { ICallQuestions } from '../run-context/call-questions';
import type { AgentMemoryStore } from './agent-memory-store';
import type { MessageQueue } from './message-queue';
import type { EventLog } from './event-log';
import type { ThreadRecordWriter } from './thread-record-writer';

/** The parts of a thread that last from run to run, and across pages. */
export interface IThreadContext {
  parts: IRunDependencies;
  log: EventLog;
  record: ThreadRecordWriter;
  memoryStore: AgentMemoryStore;
  queue: MessageQueue;
  questions: ICallQuestions;
  /** Releases the thread, since another tab has taken it over. */
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

/** Stores what the model has learnt; a storage failure is reported once. */
export async function keepMemory(state: IThreadContext): Promise<void> {
  try {
    await state.memoryStore.keep(state.log.at);
  } catch (error) {
    noteFailure(state, error);
  }
}

/** Handles the failure of work that nobody awaits. */
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

/** What the thread contributes to a run. */
export function threadParts(
  { log, memoryStore, queue, questions }: IThreadContext,
  controller: AbortController,
  onTurn: () => void = () => undefined
): IThreadParts {
  return {
    at: log.at,
    memory: memoryStore.memory,
    controller,
    questions,
    takeQueued: () => queue.take(),
    onTurn,
    onLearnt: () => memoryStore.keep(log.at)
  };
}
