import type { Page } from '@playwright/test';

import { arm, died, makeDeadly } from '../support/deadly';
import { answerToUnclear } from '../support/press-until';
import { historyFaults } from '../support/history';
import { answer, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

/** How often the page is killed; a hundred times take a quarter of an hour. */
const KILLS = Number(process.env.CELLWRIGHT_KILLS ?? 6);
/** Seed of the random numbers; a failure is reproduced with the same seed. */
const SEED = Number(process.env.CELLWRIGHT_SEED ?? 1);
/** Most ms from the click on Approve to the kill. */
const LATEST = 1_500;

/**
 * Numbers from 0 to 1, reproducible by seed (a linear congruential generator).
 */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Counts its runs in a file, prints before and after waiting, and has a value.
 */
const counting = (name: string, seconds: number): string =>
  [
    'import time',
    `open("${name}.runs", "a").write("x")`,
    'print("begun", flush=True)',
    `time.sleep(${seconds.toFixed(2)})`,
    `print("ended ${name}")`,
    '6 * 7'
  ].join('\n');

test('a page that is killed while approved code is on its way, runs or has ended runs it once, and asks where nobody knows', async ({
  begin,
  files,
  model,
  page: labPage
}) => {
  test.setTimeout(60_000 + KILLS * 180_000);
  const page = labPage as unknown as Page;
  await makeDeadly(page);
  const { panel, notebook } = await begin();
  const next = random(SEED);
  for (let kill = 0; kill < KILLS; kill++) {
    const name = `kill_${SEED}_${kill}`;
    const seconds = next() < 0.4 ? 0 : next();
    const ms = Math.round(next() * LATEST);
    await test.step(`${name}: ${seconds.toFixed(2)} s of code, ${ms} ms after Approve`, async () => {
      await model.script([cell(counting(name, seconds)), answer('Done.')], {
        byHistory: true
      });
      await panel.button('New conversation').click();
      await panel.say(name);
      const approve = panel.cards
        .first()
        .getByRole('button', { name: 'Approve', exact: true });
      await approve.waitFor();
      await arm(page, { at: 'delay', when: 'after', ms });
      await approve.click();
      await died(page);
      await page.goto(`tree/${notebook.path}`);
      const done = panel.finalAnswer.filter({ hasText: 'Done.' });
      const continueButton = panel.button('Continue');
      const question = panel.cards.filter({
        hasText: 'May have run already'
      });
      await expect(async () => {
        if ((await question.count()) > 0) {
          await panel
            .button(await answerToUnclear(panel, files))
            .click({ timeout: 1_000 });
        }
        // A decision that was not durable yet must be made again.
        for (const button of [approve, continueButton]) {
          if (await button.isEnabled({ timeout: 200 }).catch(() => false)) {
            await button.click({ timeout: 1_000 });
          }
        }
        await expect(done).toBeVisible({ timeout: 500 });
      }).toPass({ timeout: 120_000 });
      expect(await files.read(`${name}.runs`), name).toBe('x');
      const { messages } = (await model.lastRequest()).body;
      expect(historyFaults(messages)).toEqual([]);
      // Recovered cells appear once the notebook and its kernel are there,
      // which may be after the stored answer.
      await expect(async () => {
        const cells = (await notebook.code()).filter(({ source }) =>
          source.includes(`"${name}.runs"`)
        );
        expect(cells, name).toHaveLength(1);
        // What was printed while nobody listened, or not saved, may be missing.
        const text = (cells[0].outputs ?? [])
          .map(output => output.text || String(output.data?.['text/plain']))
          .join('');
        const whole = `begun\nended ${name}\n42`;
        expect(whole, name).toContain(text);
      }).toPass({ timeout: 60_000 });
    });
  }
});
