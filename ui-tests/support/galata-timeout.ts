import * as utils from '@jupyterlab/galata/lib/utils';

const { waitForCondition } = utils;

/** What Playwright says if the browser has dropped a promise it waits for. */
const COLLECTED = 'Resulting promise was garbage collected';

/**
 * Galata's own helpers give up after 15 s, and no option of theirs changes
 * that. On a busy machine they wait as long as `expect` does. Now and then
 * Chromium collects the promise of JupyterLab's start that they wait for, while
 * the page goes on starting; then they ask again.
 *
 * @param ms used where a helper names no time itself.
 */
export function setGalataTimeout(ms: number): void {
  Object.assign(utils, {
    waitForCondition: (
      condition: Parameters<typeof waitForCondition>[0],
      timeout = ms
    ) => waitForCondition(() => unlessCollected(condition), timeout)
  });
}

async function unlessCollected(
  condition: Parameters<typeof waitForCondition>[0]
): Promise<boolean> {
  try {
    return await condition();
  } catch (error) {
    if (error instanceof Error && error.message.includes(COLLECTED)) {
      return false;
    }
    throw error;
  }
}
