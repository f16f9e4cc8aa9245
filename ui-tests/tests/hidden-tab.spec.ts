import type { Page } from '@playwright/test';

import { historyFaults } from '../support/history';
import { hide, makeHideable } from '../support/hidden-tab';
import {
  answer,
  call,
  type ScriptedModel,
  type Step
} from '../support/scripted-model';
import { expect, test } from '../support/test';

/** Ten steps that look at everything there is to look at. */
const LOOKING: Step[] = [
  call('list_files', {}),
  call('read_file', { path: 'FOLDER/data.csv' }),
  call('read_notebook', {}),
  call('inspect_variables', {}),
  call('read_notebook', { cells: ['cell-1'] }),
  call('list_files', { pattern: '*.csv' }),
  call('inspect_variables', { names: ['x'] }),
  call('read_file', { path: 'FOLDER/data.csv', start_line: 2 }),
  call('read_notebook', {}),
  call('list_files', {})
];

test('a run goes on at full speed in a tab that nobody sees', async ({
  begin,
  model,
  page,
  tmpPath
}) => {
  const plain = page as unknown as Page;
  await makeHideable(plain);
  const { panel, notebook } = await begin({
    cells: ['x = 1'],
    files: { 'data.csv': 'a,b\n1,2\n3,4\n' }
  });
  await notebook.command('notebook:run-all-cells');
  await expect.poll(() => notebook.kernelState()).toBe('idle');
  const look = async (end: string): Promise<number> => {
    const steps = JSON.stringify([...LOOKING, answer(end)]);
    await model.script(
      JSON.parse(steps.replaceAll('FOLDER', tmpPath)) as Step[]
    );
    await panel.say(`look at everything: ${end}`);
    await expect
      .poll(async () => (await model.requests()).length, { timeout: 30_000 })
      .toBe(LOOKING.length + 1);
    return timeOfStep(model);
  };

  // What is loaded for the first run only is no part of it.
  await look('Warm.');
  await panel.answered('Warm.');
  const seen = await look('Seen.');
  await panel.answered('Seen.');
  expect(await timerTakes(plain)).toBeLessThan(100);

  await hide(plain);
  expect(await timerTakes(plain)).toBeGreaterThan(900);
  const hidden = await look('Unseen.');
  test.info().annotations.push({
    type: 'ms a step',
    description: `${seen.toFixed(0)} seen, ${hidden.toFixed(0)} hidden`
  });
  // One timer a step would take a second each.
  expect(hidden / seen).toBeLessThan(2.5);
  const { messages } = (await model.lastRequest()).body;
  expect(historyFaults(messages)).toEqual([]);
});

/** ms from one request to the next, the median of a run. */
async function timeOfStep(model: ScriptedModel): Promise<number> {
  const times = (await model.requests()).map(({ time }) => time);
  const steps = times.slice(1).map((time, index) => time - times[index]);
  return steps.sort((one, other) => one - other)[steps.length >> 1];
}

function timerTakes(page: Page): Promise<number> {
  return page.evaluate(() => window.cellwrightCurtain.timerTakes());
}
