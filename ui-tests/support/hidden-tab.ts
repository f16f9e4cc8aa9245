import type { Page } from '@playwright/test';

/**
 * Makes pages that can be hidden as Chromium hides a tab behind another one:
 * no frame is drawn, and timers fire once a second, all together. Installed
 * before any script of the page.
 */
export async function makeHideable(page: Page): Promise<void> {
  await page.addInitScript(installCurtain);
}

/** From now on nobody sees the page. */
export async function hide(page: Page): Promise<void> {
  await page.evaluate(() => window.cellwrightCurtain.hide());
}

declare global {
  interface Window {
    cellwrightCurtain: {
      hide(): void;
      /** ms that a timer of no time takes. */
      timerTakes(): Promise<number>;
    };
  }
}

/** Runs in the page. Holds everything it needs, since it is sent as text. */
function installCurtain(): void {
  const TICK = 1000;
  let isHidden = false;
  for (const [name, value] of [
    ['hidden', () => isHidden],
    ['visibilityState', () => (isHidden ? 'hidden' : 'visible')]
  ] as const) {
    Object.defineProperty(document, name, { get: value, configurable: true });
  }
  /** Until just after the first tick that follows a time. */
  const late = (ms: number): number => {
    const now = performance.now();
    const tick = Math.floor((now + Math.max(0, ms)) / TICK) + 1;
    return Math.ceil(tick * TICK - now) + 1;
  };
  const { setTimeout: timer, setInterval: ticker } = window;
  const throttled = (
    set: (act: TimerHandler, ms?: number, ...args: unknown[]) => number
  ) =>
    ((act: TimerHandler, ms = 0, ...args: unknown[]) =>
      set.call(
        window,
        act,
        isHidden ? late(ms) : ms,
        ...args
      )) as unknown as typeof window.setTimeout;
  window.setTimeout = throttled(timer);
  window.setInterval = throttled(ticker);
  const frame = window.requestAnimationFrame;
  window.requestAnimationFrame = act =>
    isHidden ? 0 : frame.call(window, act);

  window.cellwrightCurtain = {
    hide() {
      isHidden = true;
      document.dispatchEvent(new Event('visibilitychange'));
      window.dispatchEvent(new Event('blur'));
    },
    async timerTakes() {
      // From one tick to the next.
      await new Promise(resolve => setTimeout(resolve));
      const begin = performance.now();
      await new Promise(resolve => setTimeout(resolve));
      return performance.now() - begin;
    }
  };
}
