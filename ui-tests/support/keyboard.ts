import type { Locator, Page } from '@playwright/test';

/** Key presses after which something counts as unreachable. */
const ENOUGH = 60;

/** Moves focus with the keyboard until it is where it should be. */
export async function tabTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' | 'ArrowDown' = 'Tab'
): Promise<void> {
  for (let presses = 0; presses < ENOUGH; presses++) {
    if (await target.evaluate(node => node === document.activeElement)) {
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`It was not reached with ${key}.`);
}
