import type {
  IAgentError,
  IBranch,
  IJournal,
  ITranslator,
  RunOutcome
} from '../../contract';
import { explainRunError } from '../errors/explain-run-error';
import { isModelCallLimit } from '../middleware/model-call-limit';
import type { Run } from './run';

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

/** Whether a run did something that could be undone. */
export async function changedSomething(
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
