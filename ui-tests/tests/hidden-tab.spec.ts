import type { Page } from '@playwright/test';

import { historyFaults } from '../support/history';
import { hide, makeHideable } from '../support/hidden-tab';
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
