import { type AgentEvent, type ITranslator, textParts } from '../../contract';

import type { IPanelServices } from '../state/panel-services';
import type { IFoundThreads, IPanelState } from '../state/panel-state';
import type { ISettledState } from '../state/thread-view-state';
import { limitText } from './limit-text';
import { reportResultText } from './report-result-text';
import { visibleName, visibleProse } from '../render/visible-text';

/** Plain text for a cell; null when the cell is gone. */
export type CellLabel = (cellId: string) => string | null;

/** A sentence with labels in place of its cell marks. */
export function plainSentence(
  sentence: string,
  label: CellLabel,
  trans: ITranslator
): string {
  return textParts(sentence)
    .map(part =>
      'text' in part
        ? visibleProse(part.text)
        : (part.label ?? label(part.cellId) ?? trans.__('deleted cell'))
    )
    .join('');
}

/** What a conversation is called, also before it is stored under that name. */
export function conversationTitle(
  { record, thread }: IPanelState,
  { workspace, trans }: IPanelServices
): string {
  return (
    visibleProse(record?.title ?? '') ||
    plainSentence(
      thread.title,
      id => workspace.cellLabel(thread.path, id),
      trans
    )
  );
}

/** The question about conversations in a file beside the notebook. */
export function foundText(
  { file, waiting }: IFoundThreads,
  trans: ITranslator
): string {
  return trans._n(
    '%2 beside this notebook contains %1 conversation that was not written in this browser.',
    '%2 beside this notebook contains %1 conversations that were not written in this browser.',
    waiting,
    visibleName(file)
  );
}

/**
 * The text to announce for an event, or null for none.
 *
 * @param after the state with the event folded in.
 */
export function announcement(
  event: AgentEvent,
  after: ISettledState,
  label: CellLabel,
  trans: ITranslator
): string | null {
  const plain = (sentence: string) => plainSentence(sentence, label, trans);
  switch (event.type) {
    case 'run-started':
      return trans.__('Cellwright is working.');
    case 'queued':
      return event.text === null
        ? trans.__('The queued message was removed.')
        : trans.__('Message queued. It is delivered at the next step.');
    case 'review-opened':
      if (event.cards.length === 1 && event.cards[0].body.kind === 'question') {
        return trans.__(
          'A question for you: “%1”',
          visibleProse(event.cards[0].body.question)
        );
      }
      return [
        event.cards.length === 1
          ? trans.__('Review waiting: %1', plain(event.cards[0].sentence))
          : trans.__('%1 decisions are waiting.', event.cards.length),
        ...(event.limit
          ? [limitText(event.limit.then, event.limit.until - event.time, trans)]
          : [])
      ]
        .join('. ')
        .replace('.. ', '. ');
    case 'review-voided':
      return trans.__(
        'This needs your review again: %1',
        plain(event.card.voided ?? event.card.sentence)
      );
    case 'call-finished': {
      const text = plain(event.text);
      const texts = {
        failed: trans.__('Failed: %1', text),
        stopped: trans.__('Stopped: %1', text),
        rejected: null,
        done: text
      };
      const isCall = after.items[event.callId]?.kind === 'call';
      return isCall ? texts[event.state] : null;
    }
    case 'turn-rule':
      return event.on
        ? trans.__('The rest of this turn is approved as you chose.')
        : trans.__('You will review each step again.');
    case 'notice':
      return plain(event.text);
    case 'summary':
      return trans.__('Earlier messages were summarised.');
    case 'model-retry':
      return trans.__('%1 Trying again.', event.error.title);
    case 'final-answer':
      return trans.__('Cellwright has answered.');
    case 'interrupt-opened':
      return trans.__(
        'A question for you: “%1”',
        plain([event.interrupt.title, event.interrupt.text].join(' ').trim())
      );
    case 'interrupt-refused':
      return plain(event.problem);
    case 'interrupt-closed':
      return event.by === 'timeout'
        ? trans.__('The time to answer has run out.')
        : null;
    case 'report-line':
      return plain(event.text);
    case 'report-finished':
      return reportResultText(event.result, trans);
    case 'plan-step':
      return finishedStep(event, after, trans);
    case 'plan-level':
      return event.level === 'cell' ? trans.__('Asking at each cell.') : null;
    case 'memory-applied':
    case 'undone':
      return plain(event.text);
    case 'driver':
      return event.here
        ? null
        : trans.__('Another tab is working on this conversation.');
    case 'run-finished':
      return finishedRun(event, after, trans);
    default:
      return null;
  }
}

/**
 * The result of a plan's step; that it is running is announced by its calls.
 */
function finishedStep(
  event: AgentEvent & { type: 'plan-step' },
  after: ISettledState,
  trans: ITranslator
): string | null {
  const item = after.items[after.plan ?? ''];
  const steps = item?.kind === 'plan' ? item.steps : [];
  const at = steps.findIndex(({ id }) => id === event.step);
  if (at < 0) {
    return null;
  }
  const where = [at + 1, steps.length, visibleProse(steps[at].title)] as const;
  const texts: Partial<Record<typeof event.state, string>> = {
    succeeded: trans.__('Step %1 of %2 is done: “%3”', ...where),
    failed: trans.__('Step %1 of %2 failed: “%3”', ...where),
    skipped: trans.__('Step %1 of %2 was skipped: “%3”', ...where)
  };
  return texts[event.state] ?? null;
}

function finishedRun(
  event: AgentEvent & { type: 'run-finished' },
  after: ISettledState,
  trans: ITranslator
): string | null {
  const last = after.order
    .map(id => after.items[id])
    .findLast(({ kind }) => kind !== 'turn');
  return {
    // The answer itself was announced already.
    answered:
      last?.kind === 'final' ? null : trans.__('Cellwright has answered.'),
    stopped: trans.__('Stopped.'),
    limit: trans.__('Cellwright paused after many steps.'),
    interrupted: trans.__('The run was interrupted. It can go on from here.'),
    failed: event.error
      ? `${event.error.title} ${event.error.text}`
      : trans.__('The run failed.')
  }[event.outcome];
}
