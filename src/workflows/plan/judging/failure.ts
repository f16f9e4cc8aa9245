import type { ITranslator } from '../../../contract';
import type { IStepWork } from '../state/step-outcome';
import { ERROR_PATTERNS } from './error-patterns';

/**
 * Why the work on a step failed, as far as its calls tell; null where they do
 * not. A call that failed and was made again by the same tool, and well, is no
 * failure.
 *
 * @param promises whether the step was to give something.
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

/** The line that names the error; the last one where none does. */
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
