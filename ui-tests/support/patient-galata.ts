import * as utils from '@jupyterlab/galata/lib/utils';

const { waitForCondition } = utils;

/**
 * Galata's own helpers give up after 15 s, and no option of theirs changes
 * that. On a busy machine they wait as long as `expect` does.
 *
 * @param ms used where a helper names no time itself.
 */
export function patientGalata(ms: number): void {
  Object.assign(utils, {
    waitForCondition: (
      condition: Parameters<typeof waitForCondition>[0],
      timeout = ms
    ) => waitForCondition(condition, timeout)
  });
}
