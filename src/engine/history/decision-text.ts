import {
  cellMark,
  type AgentEvent,
  type Decision,
  type IEffectRecord,
  type InterruptAnswer,
  type ITranslator
} from '../../contract';

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
    case 'write':
      return effect.before === null
        ? trans.__('Created %1', effect.path)
        : trans.__('Wrote %1', effect.path);
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
  switch (type) {
    case 'approve':
      return trans.__('Approved: %1', what);
    case 'edit':
      return trans.__('Edited and approved: %1', what);
    case 'reject':
      return trans.__('Rejected: %1', what);
    case 'respond':
      return trans.__('Answered: %1', what);
  }
}

export function answerText(
  title: string,
  answer: InterruptAnswer | null,
  trans: ITranslator
): string {
  if (answer === null || 'cancelled' in answer) {
    return trans.__('Not answered: %1', title);
  }
  if ('confirmed' in answer) {
    return answer.confirmed
      ? trans.__('Confirmed: %1', title)
      : trans.__('Declined: %1', title);
  }
  return trans.__('Answered: %1', title);
}

export function endOf(
  event: Extract<AgentEvent, { type: 'run-finished' }>,
  trans: ITranslator
): string {
  switch (event.outcome) {
    case 'answered':
      return trans.__('The run ended with an answer');
    case 'stopped':
      return trans.__('The run was stopped');
    case 'limit':
      return trans.__('The run paused at its limit of requests');
    case 'interrupted':
      return trans.__('The page was closed during the run');
    case 'failed':
      return event.error
        ? trans.__('The run failed: %1', event.error.title)
        : trans.__('The run failed');
  }
}
