import type { Page } from '@playwright/test';

import type {} from './application';

/** A file of our JavaScript that the page has loaded. */
export interface IOurScript {
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
export async function noteRestored(page: Page): Promise<void> {
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
export function ourScripts(page: Page): Promise<IOurScript[]> {
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
export function kilobytes(scripts: readonly IOurScript[]): number {
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
  return Math.round(bytes / 100) / 10;
}

declare global {
  interface Window {
    /** ms from the start of the navigation. */
    cellwrightRestored: number;
  }
}
