import { createServer } from 'node:net';

import { historyFaults, personTexts } from '../support/history';
import { cell, type Step } from '../support/scripted-model';
import { expect, test } from '../support/test';

const CUT: Step = { ...cell('print("half")'), cutAfter: 3 };

test('an answer streams in; what a model’s server refuses ends in a sentence that says what to do, and what is cut off is asked again', async ({
  begin,
  model,
  page
}) => {
  test.slow();
  const { panel, notebook } = await begin();

  await test.step('an answer streams in as it is written', async () => {
    const words = Array.from({ length: 40 }, (_, i) => `word${i}`).join(' ');
    await model.script([{ text: `**Bold** ${words}`, chunkSize: 8, held: 20 }]);
    // Watched inside the page: checking from outside may take longer than a
    // chunk.
    const lengths = await page.evaluateHandle(() => {
      const root = document.querySelector('#cellwright-panel')!;
      const seen: number[] = [];
      new MutationObserver(() => {
        const text = root.querySelector('.jp-Cellwright-said');
        const length = text?.textContent?.length ?? 0;
        if (length > 0 && length !== seen.at(-1)) {
          seen.push(length);
        }
      }).observe(root, { childList: true, subtree: true, characterData: true });
      return seen;
    });
    await panel.say('write something');
    const text = panel.log.locator('.jp-Cellwright-said');
    await expect(text).toContainText('word9');
    await expect(text).not.toContainText('word39');
    await model.release();
    await expect(text).toHaveText(`Bold ${words}`);
    await panel.settled();
    await expect(text.locator('strong')).toHaveText('Bold');
    const sizes = await lengths.jsonValue();
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
  });

  await test.step('what is refused ends in a sentence that says what to do; a cut one is asked again quietly', async () => {
    const faults: [
      name: string,
      step: Step,
      sentence: RegExp,
      button: string
    ][] = [
      [
        'wrong key',
        { status: 401, body: { error: { message: 'Incorrect API key.' } } },
        /The key was not accepted\..*Enter the key again/,
        'Choose a model'
      ]
    ];
    for (const [name, step, sentence, button] of faults) {
      await test.step(name, async () => {
        await model.script([step, { text: `Answered after ${name}.` }]);
        await panel.say(`try ${name}`);
        await expect(panel.error).toHaveText(sentence);
        await expect(
          panel.error.getByRole('button', { name: button })
        ).toBeVisible();
        await panel.say('go on');
        await expect(panel.log).toContainText(`Answered after ${name}.`);
        await panel.settled();
        const { body } = await model.lastRequest();
        expect(historyFaults(body.messages)).toEqual([]);
        expect(personTexts(body.messages).at(-1)).toBe('go on');
      });
    }

    await test.step('a server that does not allow this page (CORS)', async () => {
      await model.script([{ text: 'never seen' }], { cors: false });
      await panel.say('try without CORS');
      await expect(panel.error).toHaveText(
        /The model can’t be reached\..*does not allow requests from this page \(CORS\).*jupyter-server-proxy/
      );
      await model.script([{ text: 'CORS is allowed now.' }]);
      await panel.error.getByRole('button', { name: 'Retry' }).click();
      await expect(panel.log).toContainText('CORS is allowed now.');
      await panel.settled();
    });

    await test.step('a server that is not there', async () => {
      const port = await closedPort();
      await panel.button('Model: scripted-model').click();
      await panel.settings
        .getByLabel('Base URL')
        .fill(`http://127.0.0.1:${port}/v1`);
      await panel.useModel({ anyway: true });
      await panel.say('is somebody there');
      await panel.button(`Send to 127.0.0.1:${port}`).click();
      await expect(panel.error).toHaveText(
        new RegExp(`127\\.0\\.0\\.1:${port} is not running`)
      );
      await panel.error.getByRole('button', { name: 'Choose a model' }).click();
      await panel.settings.getByLabel('Base URL').fill(model.baseUrl);
      await panel.useModel();
      await model.script([{ text: 'Here I am.' }]);
      await panel.error.getByRole('button', { name: 'Retry' }).click();
      await expect(panel.log).toContainText('Here I am.');
      await panel.settled();
    });

    await test.step('a cut stream: asked again quietly', async () => {
      await panel.button('New conversation').click();
      await model.script([CUT, { text: 'Fine after it.' }]);
      await panel.say('try a cut stream');
      await expect(panel.log).toContainText('Fine after it.');
      await panel.settled();
      await expect(panel.log.locator('.jp-Cellwright-error')).toHaveCount(0);
      expect(await model.requests()).toHaveLength(2);
    });

    // Half of a call must never pass for a whole one.
    expect(await notebook.code()).toHaveLength(0);
  });
});

/** A port on which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise(resolve => server.close(resolve));
  return port;
}
