import type { Page } from '@playwright/test';

import { personTexts, toolTexts } from '../support/history';
import { answer, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

test('the whole job can be done by keyboard alone @core', async ({
  begin,
  model,
  page
}) => {
  await forbidMouse(page as unknown as Page);
  await model.script([
    cell('print("proposed")', { text: 'Paragraph.\n\n'.repeat(60) }),
    cell('print("second")'),
    cell('print("third")'),
    answer('All by keyboard.', ['One more thing']),
    answer('And the chip.')
  ]);
  const { panel, notebook } = await begin();
  const { keyboard } = page;

  await test.step('the shortcut opens the panel, with the cursor where one writes', async () => {
    await notebook.command('application:toggle-right-area');
    await expect(panel.root).toBeHidden();
    await keyboard.press('ControlOrMeta+Alt+k');
    await expect(panel.composer).toBeFocused();
  });

  await test.step('Shift+Enter breaks the line, Enter sends', async () => {
    await keyboard.type('first line');
    await keyboard.press('Shift+Enter');
    await keyboard.type('second line');
    await keyboard.press('Enter');
    await expect(panel.cards).toContainText('proposed');
    expect(personTexts((await model.lastRequest()).body.messages)).toEqual([
      'first line\nsecond line'
    ]);
  });

  await test.step('Tab reaches the thread, the card and its buttons', async () => {
    await tabTo(page as unknown as Page, 'Edit');
    await keyboard.press('Enter');
    const editor = panel.cards.getByRole('textbox', { name: 'Proposed code' });
    await expect(editor).toBeFocused();
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type('print("edited by keyboard")');
  });

  await test.step('Esc goes from the editor to the card and from there to the composer, and stops nothing', async () => {
    await keyboard.press('Escape');
    await expect(panel.cards).toBeFocused();
    await keyboard.press('Escape');
    await expect(panel.composer).toBeFocused();
    await keyboard.press('Escape');
    await expect(panel.cards).toBeVisible();
  });

  await test.step('Ctrl+Enter approves what was edited', async () => {
    await keyboard.press('Shift+Tab');
    await tabTo(page as unknown as Page, 'Reject', 'Shift+Tab');
    await panel.decide();
    await expect(panel.cards).toContainText('second');
    expect((await notebook.sources()).at(-1)).toBe(
      'print("edited by keyboard")'
    );
  });

  await test.step('a rejection takes its reason', async () => {
    await tabTo(page as unknown as Page, 'Reject', 'Shift+Tab');
    await keyboard.press('ControlOrMeta+Shift+Backspace');
    await expect(
      panel.cards.getByRole('textbox', { name: /^Reason/ })
    ).toBeFocused();
    await keyboard.type('shorter please');
    await panel.decide('Enter');
    await expect(panel.cards).toContainText('third');
    expect(toolTexts((await model.lastRequest()).body.messages)[1]).toContain(
      'shorter please'
    );
  });

  await test.step('what is scrolled away can be jumped to', async () => {
    await panel.log.focus();
    await keyboard.press('Home');
    // Scrolling is smooth; a jump before it has ended would be carried along.
    await expect.poll(() => panel.log.evaluate(log => log.scrollTop)).toBe(0);
    await expect(panel.button('Jump to latest')).toBeVisible();
    await keyboard.press('ControlOrMeta+Alt+k');
    await tabTo(page as unknown as Page, 'Jump to latest', 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(panel.cards).toBeInViewport();
    await expect(panel.button('Jump to latest')).toBeHidden();
  });

  await test.step('an approval and a chip with Enter', async () => {
    await panel.composer.focus();
    await tabTo(page as unknown as Page, 'Approve', 'Shift+Tab');
    await panel.decide('Enter');
    await panel.answered('All by keyboard.');
    await tabTo(page as unknown as Page, 'One more thing', 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(panel.composer).toBeFocused();
    await keyboard.press('Enter');
    await panel.answered('And the chip.');
  });

  await test.step('Esc in the composer stops when no card is open', async () => {
    await model.script([{ text: 'word '.repeat(20), chunkSize: 5, held: 10 }]);
    await panel.composer.focus();
    await keyboard.type('go on');
    await keyboard.press('Enter');
    await expect(panel.log).toContainText('word word');
    await keyboard.press('Escape');
    await panel.settled();
    await expect(panel.log.getByText('Stopped.')).toBeVisible();
  });
});

/** Moves focus until a button with that name has it. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      return (
        element?.getAttribute('aria-label') ?? element?.textContent?.trim()
      );
    });
    if (focused === name) {
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`No "${name}" was reached with ${key}.`);
}

/** Any use of the mouse would be a mistake in the test itself. */
async function forbidMouse(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.addEventListener(
      'mousedown',
      () => {
        throw new Error('The mouse was used.');
      },
      true
    );
  });
  page.on('pageerror', error => {
    expect(error.message).not.toContain('The mouse was used.');
  });
}
