import type {
  IAgentError,
  IBranch,
  IJournal,
  ITranslator,
  RunOutcome
} from '../../contract';
import { explainRunError } from '../errors/explain-run-error';
import { isModelCallLimit } from '../middleware/call-model';
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
