import type { ITranslator } from '../../contract';

/** "1.4 s", "12 s", "2 min 05 s"; empty below a second, which nobody waits for. */
export function durationText(ms: number, trans: ITranslator): string {
  const seconds = ms / 1000;
  if (seconds < 1) {
    return '';
  }
  if (seconds < 10) {
    return trans.__('%1 s', seconds.toFixed(1));
  }
  if (seconds < 60) {
    return trans.__('%1 s', Math.round(seconds));
  }
  const whole = Math.round(seconds);
  return trans.__(
    '%1 min %2 s',
    Math.floor(whole / 60),
    String(whole % 60).padStart(2, '0')
  );
}

/** The same in whole seconds: "3 s", "2 min 05 s" */
export function secondsText(seconds: number, trans: ITranslator): string {
  return seconds < 60
    ? trans.__('%1 s', seconds)
    : durationText(seconds * 1000, trans);
}

/** A point in time, as short as possible: the time if today, else the date. */
export function whenText(time: number, now = Date.now()): string {
  const date = new Date(time);
  return date.toDateString() === new Date(now).toDateString()
    ? timeText(time)
    : date.toLocaleDateString(undefined, {
        year: 'numeric',
        month: 'short',
        day: 'numeric'
      });
}

/** Hours and minutes. */
export function timeText(time: number): string {
  return new Date(time).toLocaleTimeString(undefined, {
    hour: '2-digit',
    minute: '2-digit'
  });
}
