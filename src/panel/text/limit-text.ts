import type { IReviewLimit, ITranslator } from '../../contract';
import type { ICallItem, IInterruptItem } from '../state/thread-items';
import { secondsText } from './time-text';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What happens to what nobody answers. */
type End =
  IReviewLimit['then'] | 'default' | 'drop' | 'go-on' | 'skip' | 'stop-plan';

/** What happens to a card that nobody answers, and when, in a sentence. */
export function limitText(end: End, ms: number, trans: ITranslator): string {
  const left = timeText(ms, trans);
  return {
    cancel: trans.__('Without an answer, the turn stops in %1.', left),
    default: trans.__('Without an answer, the default is used in %1.', left),
    drop: trans.__('Without an answer, it is cancelled in %1.', left),
    'go-on': trans.__('Without an answer, it goes on in %1.', left),
    reject: trans.__('Without an answer, it counts as rejected in %1.', left),
    skip: trans.__('Without an answer, it is skipped in %1.', left),
    'stop-plan': trans.__('Without an answer, the plan stops in %1.', left)
  }[end];
}

/** When the time of an item is over, and what happens then; null for never. */
export function limitOf(
  item: ICallItem | IInterruptItem
): { until: number; then: End } | null {
  if (item.kind === 'call') {
    return item.review?.limit ?? null;
  }
  const { kind, until, stops, on_timeout: then } = item.interrupt;
  const ends: Partial<Record<typeof kind, End>> = {
    clarification: 'go-on',
    plan: 'reject',
    step: 'skip',
    failure: 'stop-plan'
  };
  return until === undefined
    ? null
    : {
        until,
        then: stops
          ? 'cancel'
          : then === 'default'
            ? 'default'
            : (ends[kind] ?? 'drop')
      };
}

/** In seconds up to two minutes, in minutes up to two hours, in hours up to two days. */
function timeText(left: number, trans: ITranslator): string {
  if (left < 2 * MINUTE) {
    return secondsText(Math.max(0, Math.round(left / 1000)), trans);
  }
  const unit = left >= 2 * DAY ? DAY : left >= 2 * HOUR ? HOUR : MINUTE;
  const count = Math.round(left / unit);
  return unit === DAY
    ? trans._n('%1 day', '%1 days', count)
    : unit === HOUR
      ? trans._n('%1 hour', '%1 hours', count)
      : trans._n('%1 minute', '%1 minutes', count);
}
