import path from 'node:path';

import type { Locator, Page } from '@playwright/test';

import { expectAccessible, setTheme, SHOTS } from '../support/looks';
import { answer, cell, type ScriptedModel } from '../support/scripted-model';
import { expect, test } from '../support/test';
import { Traffic } from '../support/traffic';

const PLOT =
  'import matplotlib.pyplot as plt\nplt.figure(figsize=(3, 2))\nplt.plot([1, 4, 9])\nplt.show()';

interface IProviderCase {
  /** Its name in the form's list. */
  title: string;
  model: string;
  key: string;
  address(model: ScriptedModel): string;
  /** Path of each request of a conversation, below the address. */
  path: string;
  /** Headers sent besides those of every browser. */
  headers: string[];
}

const CASES: IProviderCase[] = [
  {
    title: 'OpenAI (responses API)',
    model: 'gpt-5-mini',
    key: 'sk-responses-51c0',
    address: model => model.baseUrl,
    path: '/v1/responses',
    headers: ['authorization', 'content-type']
  },
  {
    title: 'Anthropic',
    model: 'claude-sonnet-5',
    key: 'sk-ant-9d27',
    address: model => model.address,
    path: '/v1/messages',
    headers: [
      'anthropic-dangerous-direct-browser-access',
      'anthropic-version',
      'content-type',
      'x-api-key'
    ]
  },
  {
    title: 'Google Gemini',
    model: 'gemini-2.5-flash',
    key: 'AIza-44e1',
    address: model => model.address,
    path: '/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
    headers: ['content-type', 'x-goog-api-key']
  },
  {
    title: 'vLLM and other OpenAI-compatible servers',
    model: 'qwen3-vl',
    key: '',
    address: model => model.baseUrl,
    path: '/v1/chat/completions',
    headers: ['content-type']
  },
  {
    title: 'Ollama',
    model: 'qwen3-vl',
    key: 'ollama-7b30',
    address: model => model.address,
    path: '/api/chat',
    headers: ['authorization', 'content-type']
  }
];

/** Headers that a browser sends by itself. */
const BROWSER =
  /^(host|connection|content-length|accept.*|user-agent|origin|sec-.*|cache-control|pragma)$/;

test.describe('a provider chosen in the panel', () => {
  test.use({ chosen: 'demo' });

  test('each one lists its models, is tested, and does a job with a cell and a plot, by plain headers and with its key in one of them; the form says what the browser lacks', async ({
    begin,
    model,
    page
  }) => {
    await page.addInitScript(() => {
      delete (window as { LanguageModel?: unknown }).LanguageModel;
    });
    await test.step('each one lists its models, is tested, and does a job with a cell and a plot, by plain headers and with its key in one of them', async () => {
      const traffic = new Traffic(page as unknown as Page);
      const { panel } = await begin();
      const form = panel.settings;
      let current = 'Demo (scripted, not an AI)';

      for (const [index, one] of CASES.entries()) {
        await test.step(one.title, async () => {
          await model.script(
            [
              cell(PLOT, {
                text: `I draw for ${one.title}.`,
                usage: { prompt_tokens: 600, completion_tokens: 50 }
              }),
              {
                ...answer(`Seen by ${one.title}.`),
                usage: { prompt_tokens: 300, completion_tokens: 50 }
              }
            ],
            { models: ['other-model', one.model], key: one.key || undefined }
          );
          await panel.button(`Model: ${current}`).click();
          await form.getByLabel('Provider').selectOption(one.title);
          await form.getByLabel('Base URL').fill(one.address(model));
          if (one.key) {
            await form.getByLabel('API key').fill(one.key);
          }
          await form.getByRole('button', { name: 'Fetch models' }).click();
          await expect(form.getByRole('status')).toHaveText(
            'The server offers 2 models.'
          );
          await form.getByLabel('Model', { exact: true }).fill(one.model);
          await form.getByText('More', { exact: true }).click();
          await form.getByLabel('Can see images').selectOption('Yes');
          await form.getByRole('button', { name: 'Test connection' }).click();
          await expect(
            form.getByText(/ answered in \d+\.\d s\./)
          ).toBeVisible();
          await panel.useModel();
          current = one.model;

          await panel.say(`draw for ${one.title}`);
          await expect(panel.disclosure).toContainText(
            `This goes to ${one.model} at 127.0.0.1:`
          );
          await panel.tell();
          await panel.approve();
          await panel.answered(`Seen by ${one.title}.`);
          await expect(panel.log).toContainText(`I draw for ${one.title}.`);
          await expect(
            panel.root.getByRole('img', {
              name: `${index + 1},000 tokens in this conversation`
            })
          ).toBeVisible();

          const requests = await model.requests();
          expect(requests.map(each => each.path)).toEqual([one.path, one.path]);
          for (const { headers } of requests) {
            expect(
              Object.keys(headers)
                .filter(name => !BROWSER.test(name))
                .sort()
            ).toEqual(one.headers);
          }
          const sent = JSON.stringify(requests[1].body);
          expect(sent).toContain('iVBORw0KGgo');
          expect(sent).toContain('jupyter_cell');
          if (one.key) {
            for (const { url, text } of traffic.requests) {
              expect(text.split(one.key).length - 1).toBe(
                url.startsWith(`${model.address}/`) &&
                  !text.startsWith('OPTIONS') &&
                  text.includes(one.key)
                  ? 1
                  : 0
              );
            }
          }
        });
      }
    });

    await test.step('the form says what the browser lacks, and passes axe and fits from 280 px on', async () => {
      const { panel } = await begin();
      const form = panel.settings;
      const plain = page as unknown as Page;
      await panel.button(/^Model: /).click();

      await test.step('Chrome’s model is there, but cannot be chosen here', async () => {
        const option = form.getByRole('option', {
          name: /^Chrome’s built-in model/
        });
        await expect(option).toBeDisabled();
        await expect(option).toContainText(
          'This browser has no built-in model. Chrome 138 or newer has one'
        );
      });

      await test.step('usual servers are at hand', async () => {
        await form
          .getByLabel('Provider')
          .selectOption('vLLM and other OpenAI-compatible servers');
        expect(
          await form
            .getByLabel('Server')
            .getByRole('option')
            .evaluateAll(options => options.map(each => each.textContent))
        ).toEqual([
          'Another server',
          'vLLM',
          'llama.cpp',
          'LM Studio',
          'OpenRouter',
          'Azure OpenAI'
        ]);
        await form.getByLabel('Server').selectOption('Azure OpenAI');
        await expect(form.getByLabel('Base URL')).toHaveValue(
          'https://YOUR-RESOURCE.openai.azure.com/openai/v1'
        );
      });

      await test.step('what does not work is said at the form', async () => {
        await model.script([], {
          models: ['some-model'],
          answers: {
            check_connection: [
              {
                status: 401,
                body: { error: { message: 'Incorrect API key.' } }
              }
            ]
          }
        });
        await form.getByLabel('Base URL').fill(model.baseUrl);
        await form.getByLabel('Model', { exact: true }).fill('some-model');
        await form.getByRole('button', { name: 'Test connection' }).click();
        await expect(form.getByRole('alert')).toContainText(
          'The key was not accepted.'
        );
        // Visible, however long the form is.
        await expect(form.getByRole('alert')).toBeInViewport({ ratio: 1 });
        await look('refused', form, plain, width =>
          page.sidebar.setWidth(width, 'right')
        );
      });
    });
  });

  test('Chrome’s built-in model does a job where the browser has it, and no request leaves the page', async ({
    begin,
    page,
    baseURL
  }) => {
    // Fakes the browser's model, of which Chromium only has the interface.
    await page.addInitScript(() => {
      const answers = [
        ['rea', 'dy'],
        [
          '```json\n{"name": "jupyter_cell", ',
          '"arguments": {"code": "6 * 7"}}\n```'
        ],
        ['{"name": "final_answer", "arguments": {"answer": "It is ', '42."}}']
      ];
      const asked: unknown[] = [];
      const states = ['unavailable'];
      Object.assign(window, {
        asked,
        LanguageModel: {
          availability: async () => states.pop() ?? 'available',
          create: async (options: unknown) => ({
            promptStreaming: (prompt: unknown) => {
              asked.push({ options, prompt });
              const [first, second] = answers[asked.length - 1];
              return new ReadableStream({
                start: controller => {
                  controller.enqueue(first);
                  controller.enqueue(second);
                  controller.close();
                }
              });
            },
            destroy: () => undefined
          })
        }
      });
    });
    const traffic = new Traffic(page as unknown as Page);
    const { panel, notebook } = await begin();
    const form = panel.settings;
    await panel.button(/^Model: /).click();
    await form.getByLabel('Provider').selectOption('Chrome’s built-in model');
    await expect(form.getByLabel('API key')).toHaveCount(0);
    await form.getByRole('button', { name: 'Test connection' }).click();
    await expect(form.getByRole('alert')).toContainText(
      'Chrome says that this computer cannot run its built-in model.'
    );
    await form.getByRole('button', { name: 'Test connection' }).click();
    await expect(form.getByText(/answered in \d+\.\d s\./)).toBeVisible();
    await panel.useModel();
    await panel.say('calculate');
    await panel.approve();
    await panel.answered('It is 42.');
    expect(await notebook.outputText(0)).toBe('42');
    const asked = await page.evaluate(() =>
      JSON.stringify((window as { asked?: unknown[] }).asked)
    );
    expect(asked).toContain('Result of your call');
    expect(traffic.hosts).toEqual([new URL(baseURL!).host]);
  });
});

/**
 * Checks with axe and takes screenshots in light and dark; nothing may stick
 * out at either width.
 */
async function look(
  name: string,
  form: Locator,
  page: Page,
  setWidth: (pixels: number) => Promise<unknown>
): Promise<void> {
  for (const theme of ['JupyterLab Light', 'JupyterLab Dark']) {
    await setTheme(page, theme);
    for (const width of [281, 520]) {
      await test.step(`${name}, ${theme}, ${width} px`, async () => {
        await setWidth(width);
        await form.screenshot({
          path: path.join(SHOTS, `form-${name}-${theme}-${width}.png`)
        });
        const sideways = await form.evaluate(element => {
          const panel = element.closest('#cellwright-panel')!;
          const { left, right } = panel.getBoundingClientRect();
          return [...element.querySelectorAll('*')]
            .filter(each => {
              const box = each.getBoundingClientRect();
              return (
                box.width > 1 && (box.left < left - 1 || box.right > right + 1)
              );
            })
            .map(each => each.outerHTML.slice(0, 120));
        });
        expect.soft(sideways).toEqual([]);
      });
    }
    await expectAccessible(page, `${name} in ${theme}`);
  }
}
