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
