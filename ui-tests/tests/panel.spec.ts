import type { Page } from '@playwright/test';

import { textOf } from '../support/history';
import { answer, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

// The size of a small laptop screen.
test.use({ viewport: { width: 1280, height: 720 } });

test('the panel opens from its tab, the palette and the notebook’s toolbar, is told of while it is closed, and can be moved to the other side', async ({
  begin,
  model,
  page
}) => {
  await test.step('opened and closed', async () => {
    const { panel, notebook } = await begin();
    const tab = page.getByRole('tab', { name: /^Cellwright/ });

    await test.step('it opens at 380 px the first time, and then as the person left it', async () => {
      const width = async () =>
        Math.round((await panel.root.boundingBox())?.width ?? 0);
      await expect.poll(width).toBeGreaterThan(375);
      expect(await width()).toBeLessThan(385);
      await page.sidebar.setWidth(310, 'right');
      const left = await width();
      expect(left).toBeLessThan(330);
      await tab.click();
      await expect(panel.root).toBeHidden();
      await tab.click();
      await expect(panel.root).toBeVisible();
      await expect.poll(width).toBe(left);
    });

    await test.step('a review that waits out of sight is on the icon’s badge and in the page’s title', async () => {
      await model.script([
        cell('print("seen")', { held: true }),
        answer('Seen.')
      ]);
      await panel.say('propose a cell');
      await tab.click();
      await expect(panel.root).toBeHidden();
      await model.release();
      await expect(page).toHaveTitle(/^\(1\) Review waiting – /);
      await expect(tab).toHaveAttribute('data-cellwright-pending', '1');
      await expect(tab).toHaveAccessibleName(/1 review is waiting/);

      await tab.click();
      await expect(panel.cards).toBeVisible();
      await expect(page).not.toHaveTitle(/Review waiting/);
      await expect(tab).not.toHaveAttribute('data-cellwright-pending');
      await panel.approve();
      await expect.poll(() => notebook.outputText(0)).toBe('seen\n');
      await panel.answered('Seen.');
    });

    await test.step('what every request begins with is at most 8,000 characters', async () => {
      const [{ body }] = await model.requests();
      const system = body.messages.filter(({ role }) => role === 'system');
      const fixed =
        system.map(textOf).join('').length + JSON.stringify(body.tools).length;
      expect(fixed).toBeGreaterThan(2000);
      expect(fixed).toBeLessThanOrEqual(8000);
    });

    await test.step('its tab closes and opens it', async () => {
      await tab.click();
      await expect(panel.root).toBeHidden();
      await tab.click();
      await expect(panel.composer).toBeVisible();
      await expect(page.getByRole('region', { name: 'Cellwright' })).toHaveId(
        'cellwright-panel'
      );
      await tab.click();
    });

    await test.step('the command palette', async () => {
      await notebook.command('apputils:activate-command-palette');
      const palette = page.locator('.lm-CommandPalette-input');
      await palette.fill('Cellwright: Open');
      await page
        .locator('.lm-CommandPalette-item', { hasText: 'Cellwright: Open' })
        .first()
        .click();
      await expect(panel.composer).toBeFocused();
      await tab.click();
      await expect(panel.root).toBeHidden();
    });

    await test.step('the toolbar button of the notebook', async () => {
      await page
        .locator('.jp-NotebookPanel-toolbar')
        .getByRole('button', { name: /Cellwright/ })
        .click();
      await expect(panel.composer).toBeFocused();
    });

    await test.step('without a notebook it says what is missing', async () => {
      await notebook.close();
      await expect(
        panel.root.getByText('No notebook is open. Open one to begin.')
      ).toBeVisible();
      await panel.composer.fill('hello');
      await expect(panel.send).toBeDisabled();
    });
  });

  await test.step('moved to the other side and back, it keeps an edit, what is typed and the place that was scrolled to', async () => {
    const { panel } = await begin();
    const lines = Array.from({ length: 60 }, (_, n) => `- line ${n + 1}`);
    await model.script([
      answer(lines.join('\n')),
      cell('print("proposed")'),
      answer('Done.')
    ]);
    await panel.say('a long answer');
    await panel.answered('line 60');
    await panel.say('propose a cell');
    await panel.edit('print("edited")');
    await panel.composer.fill('half a thought');
    const place = () => panel.log.evaluate(node => node.scrollTop);
    const end = await place();
    await panel.log.hover();
    await page.mouse.wheel(0, -400);
    await expect.poll(place).toBeLessThan(end - 100);
    const before = await place();

    const moved = async (stack: string) => {
      await page
        .getByRole('tab', { name: /^Cellwright/ })
        .click({ button: 'right' });
      await page.getByText('Switch Sidebar Side').click();
      await expect(page.locator(`${stack} #cellwright-panel`)).toBeVisible();
    };
    for (const stack of ['#jp-left-stack', '#jp-right-stack']) {
      await moved(stack);
      await expect.poll(place).toBe(before);
      await expect(panel.composer).toHaveValue('half a thought');
      await expect(panel.editor()).toHaveText('print("edited")');
    }
    await panel.write('print("edited again")');
    await panel.approve();
    await panel.answered('Done.');
    expect((await model.requests()).length).toBe(3);
  });
});

test.describe('without the setting that opens it', () => {
  test.use({ openOnStart: false });

  test('the panel is restored as it was left: closed after a closed, open after an open one', async ({
    begin,
    page
  }) => {
    const plain = page as unknown as Page;
    await noteRestored(plain);
    const { panel } = await begin({ panelOpen: false });
    const before = async () =>
      (await ourScripts(plain)).filter(script => script.before);
    const commandsLoaded = () =>
      page.waitForFunction(() =>
        window.jupyterapp.commands.hasCommand('cellwright:explain-cell')
      );
    await expect(panel.root).toBeHidden();
    await commandsLoaded();
    const closed = await ourScripts(plain);

    await page.getByRole('tab', { name: 'Cellwright' }).click();
    await expect(panel.composer).toBeVisible();
    await page.waitForResponse(
      response =>
        response.url().includes('/api/workspaces') &&
        response.request().method() === 'PUT' &&
        (response.request().postData() ?? '').includes('cellwright-panel')
    );

    await test.step('at start it loads at most 60 KB, and opened at most 420 KB more', async () => {
      expect(kilobytes(await before())).toBeGreaterThan(5);
      expect(kilobytes(await before())).toBeLessThanOrEqual(60);
      const opened = await ourScripts(plain);
      expect(kilobytes(opened) - kilobytes(closed)).toBeGreaterThan(50);
      expect(kilobytes(opened) - kilobytes(closed)).toBeLessThanOrEqual(420);
    });

    await page.reload();
    await expect(panel.composer).toBeVisible();
    // The same with an open panel, which is loaded once JupyterLab is ready.
    expect(kilobytes(await before())).toBeLessThanOrEqual(60);
  });
});

/** A file of our JavaScript that the page has loaded. */
interface IOurScript {
  name: string;
  bytes: number;
  /** Whether it was requested before JupyterLab was restored. */
  before: boolean;
}

/**
 * Runs before the page loads: records when JupyterLab is restored. It sees that
 * before any extension does, so that what an extension loads then counts as
 * later.
 */
async function noteRestored(page: Page): Promise<void> {
  await page.addInitScript(() => {
    performance.setResourceTimingBufferSize(5000);
    let app: typeof window.jupyterapp;
    Object.defineProperty(window, 'jupyterapp', {
      configurable: true,
      get: () => app,
      set: (value: typeof app) => {
        app = value;
        void value.restored.then(() => {
          window.cellwrightRestored = performance.now();
        });
      }
    });
  });
}

/** By file and not by time, so that it is the same on a slow machine. */
function ourScripts(page: Page): Promise<IOurScript[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(each => each as PerformanceResourceTiming)
      .filter(({ name }) => /\/extensions\/cellwright\/.*\.js(\?|$)/.test(name))
      .map(({ name, decodedBodySize, startTime }) => ({
        name: new URL(name).pathname.split('/').pop()!,
        bytes: decodedBodySize,
        before: startTime < window.cellwrightRestored
      }))
  );
}

/** Rounded to one decimal, as in `npm run bench`. */
function kilobytes(scripts: readonly IOurScript[]): number {
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
  return Math.round(bytes / 100) / 10;
}

declare global {
  interface Window {
    /** ms from the start of the navigation. */
    cellwrightRestored: number;
  }
}
