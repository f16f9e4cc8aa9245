import type { Page } from '@playwright/test';

import { historyFaults, toolTexts } from '../support/history';
import { Laptop } from '../support/laptop';
import { answer, cell } from '../support/scripted-model';
import { letEnd, runsOf, slowly } from '../support/slow-code';
import { expect, test } from '../support/test';

test('a laptop that sleeps, and a network that is gone: the page goes on where it was, and nothing runs twice', async ({
  begin,
  model,
  page,
  request
}) => {
  test.slow();
  const plain = page as unknown as Page;
  const laptop = await Laptop.of(plain);
  const { panel, notebook } = await begin();

  await test.step('while a cell runs: what it did meanwhile is its result', async () => {
    await model.script([cell(slowly('S')), answer('Awake again.')]);
    await panel.say('take your time');
    await panel.approve();
    await expect.poll(() => runsOf(request, notebook, 'S')).toBe(1);
    await laptop.shut();
    await letEnd(request, notebook, 'S');
    await expect.poll(() => notebook.kernelState()).toBe('idle');
    expect(await model.requests()).toHaveLength(1);
    await laptop.open();
    await expect(panel.finalAnswer).toContainText('Awake again.', {
      timeout: 45_000
    });
    expect(await runsOf(request, notebook, 'S')).toBe(1);
    expect(await notebook.outputText(0)).toBe('ended\n');
    const { messages } = (await model.lastRequest()).body;
    expect(historyFaults(messages)).toEqual([]);
    expect(toolTexts(messages).at(-1)).toContain('ended');
  });

  await test.step('while a card waits: it waits, and what is approved runs', async () => {
    await model.script([cell('print("after")'), answer('Ran after.')]);
    await panel.say('one more');
    await expect(panel.cards).toContainText('after');
    await laptop.shut();
    await laptop.open();
    await panel.approve();
    await expect(panel.finalAnswer).toContainText('Ran after.', {
      timeout: 45_000
    });
    expect(await notebook.outputText(1)).toBe('after\n');
  });

  await test.step('while the model writes: it is asked the same again', async () => {
    await model.script([
      { text: 'word '.repeat(400), chunkSize: 5, delayMs: 60 },
      answer('Said in the end.')
    ]);
    await panel.say('write for long');
    await expect(panel.log).toContainText('word word');
    await laptop.shut();
    await expect.poll(async () => (await model.lastRequest()).gone).toBe(true);
    await laptop.open();
    const goOn = panel.button('Retry').or(panel.button('Continue'));
    await expect(
      panel.finalAnswer.filter({ hasText: 'Said in the end.' }).or(goOn)
    ).toBeVisible({ timeout: 45_000 });
    if (await goOn.isVisible()) {
      await goOn.click();
    }
    await expect(panel.finalAnswer).toContainText('Said in the end.');
    const [cut, again] = await model.requests();
    expect(again.body).toEqual(cut.body);
  });
});
