import type { Page } from '@playwright/test';

import type {} from './deadly';
import type { Panel } from './panel';
import { expect } from './test';

/**
 * Waits for what happens to a page that can be killed: `dead`, the first of
 * these buttons that can be pressed, or null for nothing yet.
 */
export function stand(
  page: Page,
  presses: readonly string[]
): Promise<string | null> {
  return page.evaluate(wanted => {
    if (window.cellwrightDeath.dead) {
      return 'dead';
    }
    const names = [
      ...document.querySelectorAll('#cellwright-panel button:enabled')
    ].map(each => each.getAttribute('aria-label') ?? each.textContent);
    return wanted.find(press => names.includes(press)) ?? null;
  }, presses);
}

/**
 * Presses these buttons whenever possible, until the page is dead or `isThere`
 * is satisfied.
 *
 * @param isThere is told which button could be pressed.
 * @param timeout in ms.
 * @param first what is done before a button is pressed, by its name.
 */
export async function goOn(
  page: Page,
  panel: Panel,
  presses: readonly string[],
  isThere: (found: string | null) => boolean | Promise<boolean>,
  timeout: number,
  first: Record<string, () => Promise<void>> = {}
): Promise<void> {
  await expect(async () => {
    const found = await stand(page, presses);
    if (found === 'dead' || (await isThere(found))) {
      return;
    }
    if (found) {
      await first[found]?.();
      // It may have gone in the meantime, with its page.
      await panel.button(found).first().click({ timeout: 1_000 });
    }
    throw new Error(
      `It is not there yet; pressed: ${found ?? 'nothing'}. There is: ${await panel.root.innerText({ timeout: 1_000 })}`
    );
  }).toPass({ intervals: [50], timeout });
}
