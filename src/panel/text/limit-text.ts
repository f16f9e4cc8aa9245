import type { IReviewLimit, ITranslator } from '../../contract';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What happens to a card that nobody decides on, and when, in a sentence. */
export function limitText(
  { until, then }: IReviewLimit,
  now: number,
  trans: ITranslator
): string {
  const left = timeText(until - now, trans);
  return then === 'cancel'
    ? trans.__('If you don’t decide, the turn is stopped in %1.', left)
    : trans.__('If you don’t decide, this is rejected in %1.', left);
}

/** In minutes up to two hours, in hours up to two days. */
function timeText(left: number, trans: ITranslator): string {
  if (left < MINUTE) {
    return trans.__('less than a minute');
  }
  const unit = left >= 2 * DAY ? DAY : left >= 2 * HOUR ? HOUR : MINUTE;
  const count = Math.round(left / unit);
  return unit === DAY
    ? trans._n('%1 day', '%1 days', count)
    : unit === HOUR
      ? trans._n('%1 hour', '%1 hours', count)
      : trans._n('%1 minute', '%1 minutes', count);
}
