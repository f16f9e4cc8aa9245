import type { Page } from '@playwright/test';

import { historyFaults } from '../support/history';
import { answer, call, type Step } from '../support/scripted-model';
import { expect, test } from '../support/test';

/** Ten steps that look at everything that can be looked at. */
const LOOKING: Step[] = [
  call('list_files', {}),
  call('read_file', { path: 'data.csv' }),
  call('read_notebook', {}),
  call('inspect_variables', {}),
  call('read_notebook', { cells: ['cell-1'] }),
  call('list_files', { pattern: '*.csv' }),
  call('inspect_variables', { names: ['x'] }),
  call('read_file', { path: 'data.csv', start_line: 2 }),
  call('read_notebook', {}),
  call('list_files', {})
];

test('a run goes on at full speed in a tab that nobody sees', async ({
  begin,
  model,
  page
}) => {
  const plain = page as unknown as Page;
  await makeHideable(plain);
  const { panel, notebook } = await begin({
    cells: ['x = 1'],
    files: { 'data.csv': 'a,b\n1,2\n3,4\n' }
  });
  await notebook.command('notebook:run-all-cells');
  await expect.poll(() => notebook.kernelState()).toBe('idle');
  const look = async (end: string): Promise<void> => {
    await model.script([...LOOKING, answer(end)]);
    await panel.say(`look at everything: ${end}`);
    await expect
      .poll(async () => (await model.requests()).length)
      .toBe(LOOKING.length + 1);
  };

  // Loads what only the first run loads, so that it is not measured.
  await look('Warm.');
  await panel.answered('Warm.');
  await hide(plain);
  const timer = await plain.evaluateHandle(() =>
    window.cellwrightCurtain.setTimer()
  );
  await look('Unseen.');
  expect(await timer.evaluate(hasFired => hasFired())).toBe(false);
  const { messages } = (await model.lastRequest()).body;
  expect(historyFaults(messages)).toEqual([]);
});

/**
 * Makes pages that can be hidden as Chromium hides a background tab: no frame
 * is drawn, and timers are delayed. Chromium fires them once a second and later
 * once a minute; here they never fire, so whatever progress there is did not
 * wait for one. Installed before any script of the page.
 */
async function makeHideable(page: Page): Promise<void> {
  await page.addInitScript(installCurtain);
}

/** From now on, nobody sees the page. */
async function hide(page: Page): Promise<void> {
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
