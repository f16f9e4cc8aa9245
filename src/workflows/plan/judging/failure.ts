import type { ITranslator } from '../../../contract';
import type { IStepWork } from '../state/step-outcome';
import { ERROR_PATTERNS } from './error-patterns';

/**
 * Why a step failed, as far as its calls show; null if they show no failure. A
 * failed call that the same tool repeated successfully is not a failure.
 *
 * @param promises whether the step was expected to produce something.
 */
export function failureOf(
  { calls, text, stopped }: IStepWork,
  promises: boolean,
  trans: ITranslator
): string | null {
  if (stopped) {
    return stopped;
  }
  const failed = calls.find(
    (call, at) =>
      isFailure(call) &&
      !calls
        .slice(at + 1)
        .some(later => later.tool === call.tool && !isFailure(later))
  );
  if (failed) {
    return trans.__(
      '%1 failed: %2',
      failed.tool,
      tellingLine(failed.text).slice(0, 200)
    );
  }
  const isEmpty =
    text.trim() === '' && calls.every(call => call.text.trim() === '');
  return promises && isEmpty ? trans.__('It gave no result.') : null;
}

/** The line that names the error; the last line if none does. */
function tellingLine(text: string): string {
  const lines = text.trim().split('\n');
  const named = lines.findLast(line =>
    ERROR_PATTERNS.some(pattern => pattern.test(line))
  );
  return (named ?? lines.at(-1) ?? '').trim();
}

function isFailure({ isError, text }: IStepWork['calls'][number]): boolean {
  return isError || ERROR_PATTERNS.some(pattern => pattern.test(text));
}
