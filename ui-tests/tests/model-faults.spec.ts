import { createServer } from 'node:net';

import { historyFaults, personTexts, toolTexts } from '../support/history';
import { answer, cell, type Step } from '../support/scripted-model';
import { expect, test } from '../support/test';

const RATE_LIMIT: Step = {
  status: 429,
  headers: { 'retry-after': '1' },
  body: { error: { message: 'Slow down.' } }
};
const BROKEN: Step = { status: 500, body: { error: { message: 'Oops.' } } };
const CUT: Step = { ...cell('print("half")'), cutAfter: 3 };

test('an answer streams in; what a model’s server refuses ends in a sentence that says what to do, and what it gets wrong is asked again or repaired', async ({
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

  await test.step('what is refused ends in a sentence that says what to do; a busy, a failing and a cut server are asked again quietly', async () => {
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
      ],
      [
        'unknown model',
        {
          status: 404,
          body: {
            error: {
              message: 'The model does not exist',
              code: 'model_not_found'
            }
          }
        },
        /The model was not found..*does not offer scripted-model/,
        'Choose a model'
      ],
      [
        'a web page in the place of an answer',
        { html: true },
        /That was not a model’s answer..*Check the base URL/,
        'Retry'
      ],
      [
        'too long a conversation',
        {
          status: 400,
          body: {
            error: {
              message: "This model's maximum context length is 4096 tokens.",
              code: 'context_length_exceeded'
            }
          }
        },
        /The conversation is too long for the model\./,
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

    for (const [name, step] of [
      ['a rate limit with retry-after', RATE_LIMIT],
      ['a server error', BROKEN],
      ['a cut stream', CUT]
    ] as const) {
      await test.step(`${name}: asked again quietly`, async () => {
        await panel.button('New conversation').click();
        await model.script([step, { text: `Fine after ${name}.` }]);
        await panel.say(`try ${name}`);
        await expect(panel.log).toContainText(`Fine after ${name}.`);
        await panel.settled();
        await expect(panel.log.locator('.jp-Cellwright-error')).toHaveCount(0);
        const requests = await model.requests();
        expect(requests).toHaveLength(2);
        if (step === RATE_LIMIT) {
          // At least as long as the server asked for; timers may fire slightly
          // early.
          expect(requests[1].time - requests[0].time).toBeGreaterThan(990);
        }
      });
    }

    await test.step('a server that stays broken: only then Retry is offered', async () => {
      await model.script([
        { repeat: 4, step: BROKEN },
        { text: 'Back again.' }
      ]);
      await panel.say('try for long');
      await expect(panel.error).toContainText('The model’s server failed.');
      await panel.error.getByRole('button', { name: 'Retry' }).click();
      await expect(panel.log).toContainText('Back again.');
      const { body } = await model.lastRequest();
      expect(historyFaults(body.messages)).toEqual([]);
      expect(
        personTexts(body.messages).filter(text => text === 'try for long')
      ).toHaveLength(1);
    });

    // Half of a call must never pass for a whole one.
    expect(await notebook.code()).toHaveLength(0);
  });

  await test.step('malformed arguments, unknown tools, empty answers and loose streams are repaired', async () => {
    await test.step('malformed arguments and an unknown tool go back to the model', async () => {
      await model.script([
        {
          calls: [
            { name: 'jupyter_cell', rawArgs: '{"code": print(1)}' },
            { name: 'jupyter_cell', rawArgs: '{"code": "print(1' },
            { name: 'run_python', args: { code: 'print(2)' } },
            { name: 'jupyter_cell', args: { kode: 'print(3)' } }
          ]
        },
        cell('print("repaired")'),
        answer('Repaired.')
      ]);
      await panel.say('make mistakes');
      await panel.approve();
      await panel.answered('Repaired.');
      const requests = await model.requests();
      expect(requests.flatMap(r => historyFaults(r.body.messages))).toEqual([]);
      const [malformed, cut, unknown, misfit] = toolTexts(
        requests[1].body.messages
      );
      expect(malformed).toContain('not valid JSON');
      expect(cut).toContain('ends in the middle');
      expect(cut).not.toContain('output limit');
      expect(unknown).toContain('There is no tool "run_python"');
      expect(misfit).toContain('do not fit');
      expect(await notebook.sources()).toEqual([
        '# Analysis',
        'print("repaired")'
      ]);
    });

    await test.step('an empty answer is asked again, and told when it stays empty', async () => {
      await model.script([{ empty: true }, { text: 'Something after all.' }]);
      await panel.say('say nothing first');
      await expect(panel.log).toContainText('Something after all.');
      await panel.settled();

      await model.script([
        { repeat: 3, step: { empty: true } },
        { text: 'Words at last.' }
      ]);
      await panel.say('say nothing at all');
      await panel.answered('The model sent nothing usable');
      expect(await model.requests()).toHaveLength(3);
      await panel.say('then say something');
      await expect(panel.log).toContainText('Words at last.');
      expect(historyFaults((await model.lastRequest()).body.messages)).toEqual(
        []
      );
      await panel.settled();
    });
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
