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

/** ms until the sentence changes; null if it stays. */
export function nextChange(
  { until }: IReviewLimit,
  now: number
): number | null {
  const left = until - now;
  if (left < MINUTE) {
    return null;
  }
  // The number is rounded, so it changes in the middle of a unit.
  const unit = unitOf(left);
  const past = (left + unit / 2) % unit;
  return Math.min(past, left - lowest(unit)) + 1;
}

function timeText(left: number, trans: ITranslator): string {
  if (left < MINUTE) {
    return trans.__('less than a minute');
  }
  const unit = unitOf(left);
  const count = Math.round(left / unit);
  return unit === DAY
    ? trans._n('%1 day', '%1 days', count)
    : unit === HOUR
      ? trans._n('%1 hour', '%1 hours', count)
      : trans._n('%1 minute', '%1 minutes', count);
}

/** In minutes up to two hours, in hours up to two days. */
function unitOf(left: number): number {
  return left >= lowest(DAY) ? DAY : left >= lowest(HOUR) ? HOUR : MINUTE;
}

/** The time left from which this unit is used. */
function lowest(unit: number): number {
  return unit === MINUTE ? MINUTE : 2 * unit;
}
