import path from 'node:path';

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { expect } from './test';

/** Where screenshots of a run are saved. */
export const SHOTS = path.join(__dirname, '..', 'test-results', 'shots');

const LIGHT = 'JupyterLab Light';
const DARK = 'JupyterLab Dark';

/**
 * Checks what holds for every view: axe finds nothing serious in light or in
 * dark, and nothing sticks out sideways when the panel is narrow.
 *
 * @param selector what axe checks.
 */
export async function checkLooks(
  page: Page,
  name: string,
  selector = '#cellwright-panel'
): Promise<void> {
  for (const theme of [DARK, LIGHT]) {
    await setTheme(page, theme);
    await shoot(page, `${name}-${theme === DARK ? 'dark' : 'light'}`);
    await expectAccessible(page, `${name} in ${theme}`, selector);
  }
  expect.soft(await overflowing(page), `${name}, as it is`).toEqual([]);
}

/** Checks that axe finds nothing serious. @param selector what it checks. */
export async function expectAccessible(
  page: Page,
  name: string,
  selector = '#cellwright-panel'
): Promise<void> {
  const { violations, passes } = await new AxeBuilder({ page })
    .include(selector)
    .analyze();
  expect(passes.length).toBeGreaterThan(5);
  expect
    .soft(
      violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => ({
          id,
          nodes: nodes.map(node => `${node.html} ${node.failureSummary}`)
        })),
      name
    )
    .toEqual([]);
}

function shoot(page: Page, name: string): Promise<unknown> {
  return page.screenshot({ path: path.join(SHOTS, `${name}.png`) });
}

export async function setTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate(async name => {
    await window.jupyterapp.commands.execute('apputils:change-theme', {
      theme: name
    });
  }, theme);
  await expect(page.locator('body')).toHaveAttribute(
    'data-jp-theme-name',
    theme
  );
  await page.locator('#jupyterlab-splash').waitFor({ state: 'detached' });
  // Colours fade from one theme to the next.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(each => each instanceof CSSTransition)
        .map(each => each.finished)
    ).then(() => null)
  );
}

/** Elements of the panel that stick out of it, or are cut off, sideways. */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const panel = document.querySelector('#cellwright-panel')!;
    const { left, right } = panel.getBoundingClientRect();
    return [
      ...panel.querySelectorAll(
        'button, input, select, textarea, section, p, li, h2, h3'
      )
    ]
      .filter(element => {
        const box = element.getBoundingClientRect();
        return box.width > 1 && (box.left < left - 1 || box.right > right + 1);
      })
      .map(element => element.outerHTML.slice(0, 120));
  });
}
