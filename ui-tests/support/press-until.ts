import type { Page } from '@playwright/test';

import type {} from './deadly';
import type { Files } from './files';
import type { Panel } from './panel';
import { expect } from './test';

/**
 * Waits for what happens to a page that can be killed: `dead`, the first of
 * these buttons that can be pressed, or null for nothing yet.
 */
export function nextPress(
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
 * The right answer to the card that asks whether code ran: the button to press,
 * by whether the file that the code opens first is there.
 *
 * @param timeout in ms, if the card may go by itself: the kernel may know.
 */
export async function answerToUnclear(
  panel: Panel,
  files: Files,
  timeout?: number
): Promise<'Run it' | 'Treat it as done'> {
  const card = panel.cards.filter({ hasText: 'May have run already' }).first();
  const text = await card.innerText({ timeout });
  const [, file = ''] = /open\("([^"]+)"/.exec(text) ?? [];
  return (await files.read(file)) === null ? 'Run it' : 'Treat it as done';
}

/**
 * Presses these buttons whenever possible, until the page is dead or `isThere`
 * is satisfied.
 *
 * @param isThere is told which button could be pressed.
 * @param timeout in ms.
 * @param first what is done before a button is pressed, by its name; may return
 * the name of another that is pressed instead.
 */
export async function pressUntil(
  page: Page,
  panel: Panel,
  presses: readonly string[],
  isThere: (found: string | null) => boolean | Promise<boolean>,
  timeout: number,
  first: Record<string, () => Promise<string | void>> = {}
): Promise<void> {
  await expect(async () => {
    const found = await nextPress(page, presses);
    if (found === 'dead' || (await isThere(found))) {
      return;
    }
    if (found) {
      const press = (await first[found]?.()) ?? found;
      // It may have gone in the meantime, with its page.
      await panel.button(press).first().click({ timeout: 1_000 });
    }
    throw new Error(
      `It is not there yet; pressed: ${found ?? 'nothing'}. There is: ${await panel.root.innerText({ timeout: 1_000 })}`
    );
  }).toPass({ intervals: [50], timeout });
}
