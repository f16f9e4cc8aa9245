import type { Page } from '@playwright/test';

/**
 * Makes pages that can be hidden as Chromium hides a background tab: no frame
 * is drawn, and timers are delayed. Chromium fires them once a second and later
 * once a minute; here they never fire, so whatever progress there is did not
 * wait for one. Installed before any script of the page.
 */
export async function makeHideable(page: Page): Promise<void> {
  await page.addInitScript(installCurtain);
}

/** From now on, nobody sees the page. */
export async function hide(page: Page): Promise<void> {
  await page.evaluate(() => window.cellwrightCurtain.hide());
}

declare global {
  interface Window {
    cellwrightCurtain: {
      hide(): void;
      /**
       * Sets a timer of 0 ms. @returns a function that says whether it has
       * fired.
       */
      setTimer(): () => boolean;
    };
  }
}

/**
 * Runs in the page. It contains everything it needs, since it is sent as text.
 */
function installCurtain(): void {
  /** The longest delay of a timer: 24 days. */
  const NEVER = 2 ** 31 - 1;
  let isHidden = false;
  for (const [name, value] of [
    ['hidden', () => isHidden],
    ['visibilityState', () => (isHidden ? 'hidden' : 'visible')]
  ] as const) {
    Object.defineProperty(document, name, { get: value, configurable: true });
  }
  const { setTimeout: timer, setInterval: ticker } = window;
  const throttled = (
    set: (act: TimerHandler, ms?: number, ...args: unknown[]) => number
  ) =>
    ((act: TimerHandler, ms = 0, ...args: unknown[]) =>
      set.call(
        window,
        act,
        isHidden ? NEVER : ms,
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
    setTimer() {
      let fired = false;
      setTimeout(() => (fired = true));
      return () => fired;
    }
  };
}
