import type {
  IAgentError,
  IBranch,
  IJournal,
  IRunRecord,
  ITranslator,
  RunOutcome
} from '../../contract';
import { explainRunError, isFenced } from '../errors';
import { isModelCallLimit } from '../middleware/call-model';
import { knownCellsAfterTurn } from '../context/notebook-changes';
import { workflowIn } from '../workflows/workflow';
import { answerOpenCalls } from './graph-position';
import type { AgentGraph } from './middleware-chain';
import type { Cards } from '../interrupts/cards';
import type { Run } from './run';
import type { IRunDriver } from './stream-run';
import type { IWorkflowDriver } from '../workflows/workflow-driver';
import { settle, type IThreadContext } from '../thread/thread-context';

/** How long Stop waits for running calls before it answers for them, in ms. */
const STOP_PATIENCE = 800;

/**
 * Leaves a thread in which every call is answered, and every line and card is
 * closed. All of it is durable before the end of the run is reported.
 */
export async function finishRun(
  state: IThreadContext,
  run: Run,
  {
    graph,
    driver,
    cards,
    outcome
  }: {
    graph: AgentGraph | null;
    driver: IRunDriver | null;
    cards: Cards;
    outcome: IEnding['outcome'];
  }
): Promise<{
  /** Whether there is something that could be undone. */
  changed: boolean;
  /** Whether it is stored that every call is answered. */
  isAnswered: boolean;
}> {
  const { log, parts } = state;
  const { journal, tell, trans } = parts;
  if (run.signal.aborted) {
    await run.calls.settled(STOP_PATIENCE);
  }
  cards.close();
  await keeping(state, run.workflowCalls.end(outcome));
  const isAnswered =
    !graph ||
    ((await keeping(
      state,
      answerOpenCalls(graph, log.at, parts, outcome).then(() => true)
    )) ??
      false);
  if (driver && 'leave' in driver) {
    await keeping(state, (driver as IWorkflowDriver).leave(outcome));
    if (outcome === 'answered' || outcome === 'stopped') {
      state.memoryStore.memory.plan = undefined;
    }
  }
  for (const callId of run.calls.open) {
    run.emit({
      type: 'call-finished',
      callId,
      state: 'stopped',
      text: trans.__('Stopped before it was done'),
      result: '',
      images: 0
    });
  }
  const hadTools = run.turn.forgetTools();
  if (run.turn.allow([...run.turn.effects], false) || hadTools) {
    tell({ type: 'turn-rule', on: false, effects: [] });
  }
  const { memory, mode, notebook } = run.options;
  if (workflowIn(mode) === null && notebook.isOpen && memory.cells) {
    memory.cells = knownCellsAfterTurn(memory, notebook);
  }
  const changed = await keeping(
    state,
    changedSomething(journal, log.at, run.options.runId)
  );
  await settle(state);
  return { changed: changed ?? false, isAnswered };
}

/**
 * Reports how a run ended, once everything is stored.
 *
 * @param left what a later page needs to know of the run.
 */
export function tellFinished(
  { parts, record }: IThreadContext,
  runId: string,
  ending: IEnding,
  left: IRunRecord | null,
  changed = false
): void {
  parts.tell({
    type: 'run-finished',
    runId,
    ...ending,
    ...(changed && { changed })
  });
  record.note({ run: left, pending: 0 });
}

/**
 * A storage error must not keep a run from ending; the history is repaired when
 * it is sent.
 */
async function keeping<T>(
  { log }: IThreadContext,
  work: Promise<T>
): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isFenced(error)) {
      throw error;
    }
    log.storageFailed(error);
    return undefined;
  }
}

/** How a run ended, and why, for the person. */
export interface IEnding {
  outcome: RunOutcome;
  error?: IAgentError;
}

/** What an error that ended a run's stream means. */
export function outcomeOfError(
  run: Run,
  error: unknown,
  trans: ITranslator
): IEnding {
  if (run.endReason) {
    return { outcome: 'failed', error: { ...run.endReason, retryable: false } };
  }
  if (run.signal.aborted) {
    return { outcome: 'stopped' };
  }
  if (isModelCallLimit(error)) {
    const { modelCalls } = run.options.settings().limits;
    return {
      outcome: 'limit',
      error: {
        code: 'limit',
        title: trans.__('This took many steps.'),
        text: trans._n(
          'Cellwright paused after %1 request to the model. Press Continue to let it go on.',
          'Cellwright paused after %1 requests to the model. Press Continue to let it go on.',
          modelCalls
        ),
        retryable: true
      }
    };
  }
  console.warn('Cellwright: the run ended with an error', error);
  return { outcome: 'failed', error: explainRunError(error, trans) };
}

/** How a run ended whose stream ended without an error. */
export function endingOf({ cut }: Run, trans: ITranslator): IEnding {
  switch (cut) {
    case null:
      return { outcome: 'answered' };
    case 'length':
      return {
        outcome: 'limit',
        error: {
          code: 'cut-off',
          title: trans.__('The answer was cut off.'),
          text: trans.__(
            'It reached the most that the model writes at once. Press Continue to have it go on from there.'
          ),
          retryable: true
        }
      };
    case 'content_filter':
      return {
        outcome: 'failed',
        error: {
          code: 'refused',
          title: trans.__('The answer was stopped.'),
          text: trans.__(
            'The content filter of the model’s provider ended it in the middle. Rephrase your message, or choose another model.'
          ),
          retryable: false,
          chooseModel: true
        }
      };
  }
}

/** Whether a run did something that could be undone. */
async function changedSomething(
  journal: IJournal,
  at: IBranch,
  runId: string
): Promise<boolean> {
  const calls = await journal.calls(at, runId);
  return calls.some(({ effects }) =>
    effects.some(
      effect =>
        effect.kind !== 'shell' &&
        (effect.kind !== 'run' || effect.cellId !== null)
    )
  );
}
