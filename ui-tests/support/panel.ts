import { expect } from '@jupyterlab/galata';
import type { Locator, Page } from '@playwright/test';

/**
 * In ms: polls more often than Playwright's default, since all tests wait for
 * these.
 */
const OFTEN = [50];

/** Cellwright's panel as a person uses it: by role and name. */
export class Panel {
  constructor(private readonly _page: Pick<Page, 'locator' | 'keyboard'>) {}

  /** Found by its id: a query by role searches all of JupyterLab each time. */
  get root(): Locator {
    return this._page.locator('#cellwright-panel');
  }

  get composer(): Locator {
    return this.root.getByRole('textbox', { name: 'Message Cellwright' });
  }

  get send(): Locator {
    return this.root.getByRole('button', { name: 'Send', exact: true });
  }

  get stop(): Locator {
    return this.root.getByRole('button', { name: 'Stop', exact: true });
  }

  get log(): Locator {
    return this.root.getByRole('log', { name: 'Conversation' });
  }

  /** Cards that wait for a decision. */
  get cards(): Locator {
    return this.root.getByRole('group', { name: /^Review: / });
  }

  /** The text of the last error, with its buttons. */
  get error(): Locator {
    return this.log.locator('.jp-Cellwright-error').last();
  }

  get finalAnswer(): Locator {
    return this.log.locator('.jp-Cellwright-said.jp-mod-final').last();
  }

  get settings(): Locator {
    return this.root.getByRole('form', { name: 'Model settings' });
  }

  /**
   * Uses the model of the form, which has to answer first unless it was tested.
   *
   * @param anyway it fails, and is used all the same.
   */
  async useModel({ anyway = false } = {}): Promise<void> {
    const press = (name: RegExp) =>
      this.settings.getByRole('button', { name }).click();
    await press(/^Use (this model|it anyway)$/);
    if (anyway) {
      await expect(
        this.settings.getByRole('alert').or(this.settings.getByRole('table'))
      ).toBeVisible();
      await press(/^Use it anyway$/);
    }
    await expect(this.settings).toHaveCount(0);
  }

  /** The notice before the first message to a provider. */
  get disclosure(): Locator {
    return this.root.getByRole('group', { name: 'Before the first message' });
  }

  /** A line of the thread. */
  line(text: string | RegExp): Locator {
    return this.log.locator('.jp-Cellwright-line').filter({ hasText: text });
  }

  button(name: string | RegExp): Locator {
    return this.root.getByRole('button', { name, exact: true });
  }

  /** A part of a view, as a server on the page of servers. */
  region(name: string): Locator {
    return this.root.getByRole('region', { name, exact: true });
  }

  /**
   * Chooses an item in the menu of its header. Opens the menu again if it was
   * closed in the meantime: JupyterLab gives focus to the notebook that it
   * restores after a reload, and on a busy machine it does so late.
   */
  async choose(name: string | RegExp): Promise<void> {
    const item = this.root.getByRole('menuitem', { name });
    await expect(async () => {
      if (!(await item.isVisible())) {
        await this.button('Menu').click();
      }
      await item.click({ timeout: 10_000 });
    }).toPass();
  }

  /** Waits until it is bound to a notebook whose kernel is idle. */
  async ready(notebook: string): Promise<void> {
    // While a run goes on, only the name stands there, or nothing if it is narrow.
    const line = this.root.getByTitle(new RegExp(`${notebook} · .*idle`));
    await expect
      .poll(() => line.count(), {
        message: `the panel is at ${notebook}, whose kernel is idle`,
        intervals: OFTEN
      })
      .toBe(1);
  }

  async say(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.send.click();
  }

  /** Confirms where the first message to a provider goes, and sends it. */
  async tell(): Promise<void> {
    await this.disclosure.getByRole('button', { name: /^Send to / }).click();
  }

  /** Opens a card that is folded to its line, once it is there. */
  async unfold(card: Locator = this.cards): Promise<void> {
    await card.waitFor();
    const line = card.locator('.jp-Cellwright-cardFold');
    if (await line.isVisible()) {
      await line.click();
    }
  }

  /** Approves all cards; those below the edge have to be in view first. */
  async approveAll(): Promise<void> {
    const button = this.button('Approve all');
    await button.waitFor();
    await expect(async () => {
      if (await button.isVisible()) {
        await button.click({ timeout: 1000 });
      }
      await expect(button).toHaveCount(0, { timeout: 1000 });
    }).toPass();
  }

  /** Approves the only pending card, once it is there. */
  async approve(card: Locator = this.cards): Promise<void> {
    await this.unfold(card);
    await card.getByRole('button', { name: 'Approve' }).click();
  }

  /**
   * Presses a key that decides, where focus is or is put, once the card there
   * has been shown for a moment.
   */
  async decide(key = 'ControlOrMeta+Enter', on?: Locator): Promise<void> {
    await on?.focus();
    const page = this.root.page();
    await expect(
      page.locator('[data-cellwright-unseen]:focus-within')
    ).toHaveCount(0);
    await page.keyboard.press(key);
  }

  async reject(reason: string, card: Locator = this.cards): Promise<void> {
    await this.unfold(card);
    await card.getByRole('button', { name: 'Reject' }).click();
    await card.getByRole('textbox', { name: /^Reason/ }).fill(reason);
    await card.getByRole('button', { name: 'Send rejection' }).click();
  }

  /** Makes the card's editor writable and replaces its code. */
  async edit(code: string, card: Locator = this.cards): Promise<void> {
    await this.unfold(card);
    await card.getByRole('button', { name: 'Edit' }).click();
    await expect(this.editor(card)).toBeFocused();
    await this.write(code, card);
  }

  editor(card: Locator = this.cards): Locator {
    return card.getByRole('textbox', { name: /^Proposed/ });
  }

  /** Replaces the text in a card's writable editor. */
  async write(code: string, card: Locator = this.cards): Promise<void> {
    await this.editor(card).click();
    await this._page.keyboard.press('ControlOrMeta+a');
    await this._page.keyboard.insertText(code);
  }

  /**
   * Waits until the run has ended with an answer that contains a text. The
   * answer alone appears earlier, which is too early for what happens only at
   * the end of the run.
   */
  async answered(
    text: string | RegExp,
    { timeout }: { timeout?: number } = {}
  ): Promise<void> {
    await expect
      .poll(() => this.finalAnswer.allTextContents(), {
        intervals: OFTEN,
        timeout
      })
      .toEqual([
        typeof text === 'string'
          ? expect.stringContaining(text)
          : expect.stringMatching(text)
      ]);
    await this.settled(timeout);
  }

  /** Waits until nothing is going on any more. */
  async settled(timeout?: number): Promise<void> {
    await expect(this.send).toBeVisible({ timeout });
  }
}
