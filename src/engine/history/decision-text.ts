import {
  cellMark,
  type AgentEvent,
  type Decision,
  type IEffectRecord,
  type InterruptAnswer,
  type ITranslator
} from '../../contract';
import { spoken } from '../../contract/text/spoken';

export function effectText(effect: IEffectRecord, trans: ITranslator): string {
  switch (effect.kind) {
    case 'insert':
      return trans.__('Inserted %1', cellMark(effect.cellId));
    case 'source':
      return trans.__('Changed %1', cellMark(effect.cellId));
    case 'delete':
      return trans.__('Deleted the cell %1', effect.cellId);
    case 'move':
      return trans.__('Moved %1', cellMark(effect.cellId));
    case 'run':
      return effect.cellId === null
        ? trans.__('Sent code to the kernel')
        : trans.__('Sent %1 to the kernel', cellMark(effect.cellId));
    case 'restart':
      return trans.__('Restarted the kernel');
    case 'write':
      return effect.before === null
        ? trans.__('Created %1', spoken(effect.path))
        : trans.__('Wrote %1', spoken(effect.path));
    case 'shell':
      return trans.__('Sent a command to the server');
  }
}

export function decisionText(
  type: Decision['type'],
  title: string | undefined,
  trans: ITranslator
): string {
  const what = title || trans.__('a call');
  return {
    approve: trans.__('Approved: %1', what),
    edit: trans.__('Edited and approved: %1', what),
    reject: trans.__('Rejected: %1', what),
    respond: trans.__('Answered: %1', what)
  }[type];
}

export function answerText(
  title: string,
  answer: InterruptAnswer | null,
  trans: ITranslator
): string {
  if (answer === null || 'cancelled' in answer) {
    return trans.__('Not answered: “%1”', title);
  }
  if ('confirmed' in answer) {
    return answer.confirmed
      ? trans.__('Confirmed: “%1”', title)
      : trans.__('Declined: “%1”', title);
  }
  return 'action' in answer
    ? actionText(title, answer, trans)
    : trans.__('Answered: “%1”', title);
}

function actionText(
  title: string,
  answer: Extract<InterruptAnswer, { action: string }>,
  trans: ITranslator
): string {
  const words = 'words' in answer ? answer.words : '';
  const change = trans.__('Asked for a change: “%1”. “%2”', title, words);
  return {
    accept:
      'level' in answer && answer.level !== 'cell'
        ? trans.__('Accepted, with fewer cards while it runs: “%1”', title)
        : trans.__('Accepted: “%1”', title),
    approve: trans.__('Approved: “%1”', title),
    reject: trans.__('Rejected: “%1”', title),
    change,
    modify: change,
    edit: trans.__('Edited: “%1”', title),
    first: trans.__('Chose the first plan: “%1”', title),
    skip: trans.__('Skipped: “%1”', title),
    run: trans.__('Asked to run cells again: “%1”', title),
    save: trans.__('Approved, to be saved: “%1”', title),
    back: trans.__('Sent back: “%1”. “%2”', title, words),
    discard: trans.__('Discarded: “%1”', title),
    done: trans.__('Counted as done: “%1”', title),
    again: trans.__('Tried again: “%1”', title),
    stop: trans.__('Stopped the plan: “%1”', title),
    proceed: trans.__('Went on without an answer: “%1”', title),
    reuse: trans.__('Answered as last time: “%1”', title),
    answer: trans.__('Answered: “%1”', title)
  }[answer.action];
}

/**
 * How the log describes an event of a plan; null for events that are only
 * shown.
 */
export function planEventText(
  event: Extract<AgentEvent, { plan: string }>,
  titleOf: (step: string) => string,
  trans: ITranslator
): string | null {
  switch (event.type) {
    case 'plan-proposed':
      return trans._n(
        'A plan of %1 step',
        'A plan of %1 steps',
        event.steps.length
      );
    case 'plan-step': {
      const title = titleOf(event.step);
      switch (event.state) {
        case 'succeeded':
          return trans.__('Step done: “%1”', title);
        case 'failed':
          return event.reason
            ? trans.__('Step failed: “%1”. “%2”', title, event.reason)
            : trans.__('Step failed: “%1”', title);
        case 'skipped':
          return trans.__('Step skipped: “%1”', title);
        default:
          return null;
      }
    }
    case 'plan-level':
      return {
        cell: trans.__('The plan asks about each cell'),
        step: trans.__('The plan asks about each step'),
        outside: trans.__(
          'The plan asks only for shell commands, network tools and files outside the notebook’s folder'
        )
      }[event.level];
    case 'memory-applied':
      return event.text;
    case 'plan-ended':
      return event.outcome === 'stopped'
        ? trans.__('The plan was stopped')
        : trans.__('The plan ended');
    default:
      return null;
  }
}

export function endOf(
  { outcome, error }: Extract<AgentEvent, { type: 'run-finished' }>,
  trans: ITranslator
): string {
  return {
    answered: trans.__('The run ended with an answer'),
    stopped: trans.__('The run was stopped'),
    limit: trans.__('The run paused at its request limit'),
    interrupted: trans.__('The page was closed during the run'),
    failed: error
      ? trans.__('The run failed: %1', error.title)
      : trans.__('The run failed')
  }[outcome];
}
