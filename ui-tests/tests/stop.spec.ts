import { historyFaults, toolTexts } from '../support/history';
import { answer, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

test('stop interrupts a sleeping cell within a second, and the next message works on a valid thread', async ({
  begin,
  model
}) => {
  await model.script([
    cell('import time\nprint("before")\ntime.sleep(60)'),
    cell('6 * 7'),
    answer('It is 42.')
  ]);
  const { panel, notebook } = await begin();
  await panel.say('sleep a minute');
  await panel.approve();
  await expect
    .poll(() => notebook.outputText(0), { intervals: [50] })
    .toContain('before');

  const clicked = Date.now();
  await panel.stop.click();
  await panel.settled();
  await expect
    .poll(() => notebook.kernelState(), { intervals: [20] })
    .toBe('idle');
  expect(Date.now() - clicked).toBeLessThan(1000);
  await expect(panel.line(/Stopped cell \[1\]/)).toBeVisible();

  await panel.say('then multiply');
  await panel.approve();
  await expect(panel.finalAnswer).toContainText('It is 42.');
  expect((await notebook.code()).map(each => each.execution_count)).toEqual([
    1, 2
  ]);
  const requests = await model.requests();
  expect(requests.map(each => historyFaults(each.body.messages))).toEqual([
    [],
    [],
    []
  ]);
  expect(toolTexts(requests[1].body.messages)[0]).toContain(
    'The person stopped cell'
  );
});
