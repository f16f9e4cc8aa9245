import type { Locator, Page } from '@playwright/test';

import {
  addExtension,
  bundleExtensions,
  watchSharedModules
} from '../support/extension';
import { historyFaults, toolTexts } from '../support/history';
import { answer, call } from '../support/scripted-model';
import { expect, test } from '../support/test';

test.beforeAll(() => bundleExtensions(['form-tool']));

// The panel is opened by hand, because in a real page an extension is there
// before the panel, too.
test.use({ openOnStart: false });

test('a tool asks by a form: filled in by keyboard, half of it outlives a reload, a bad answer stays at the card', async ({
  begin,
  model,
  page
}) => {
  const plain = page as unknown as Page;
  await watchSharedModules(plain);
  const { panel, notebook } = await begin({ panelOpen: false });
  const open = async (): Promise<void> => {
    await addExtension(plain, 'form-tool');
    await notebook.command('cellwright:open');
    await panel.ready('analysis.ipynb');
  };
  await open();
  const form = panel.root.getByRole('group', {
    name: 'Question: “How to sample”'
  });
  const field = (name: string): Locator => form.getByLabel(name);
  await model.script([
    call('ask_sampling', { table: 'df', rows: 5000 }),
    answer('Sampled.')
  ]);

  await test.step('the form has what the tool proposes', async () => {
    await panel.say('draw a sample');
    await expect(form).toContainText('The table df has 5000 rows.');
    await expect(field('Rows')).toHaveValue('1000');
  });

  await test.step('filled in by keyboard, and half of it is there after a reload', async () => {
    await field('Rows').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('9999');
    await page.keyboard.press('Tab');
    await expect(field('Method')).toBeFocused();
    await page.keyboard.type('first');
    await page.goto(`tree/${notebook.path}?reset`);
    await open();
    await expect(field('Rows')).toHaveValue('9999');
    await expect(field('Method').locator('option:checked')).toHaveText(
      'first rows'
    );
  });

  await test.step('an answer that does not fit is refused at the card and reaches no model', async () => {
    await form.getByRole('button', { name: 'Answer' }).click();
    await expect(form.getByRole('alert')).toHaveText(
      '“Rows” can be at most 5000.'
    );
    await expect(form).toBeFocused();
    expect(await model.requests()).toHaveLength(1);
  });

  await test.step('the good one is the result of the call', async () => {
    await field('Rows').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('250');
    await field('Seed').focus();
    await page.keyboard.type('7');
    await panel.decide();
    await panel.answered('Sampled.');
    await expect(panel.line('How to sample')).toContainText(
      '3 fields filled in'
    );
    const { messages } = (await model.lastRequest()).body;
    expect(historyFaults(messages)).toEqual([]);
    expect(toolTexts(messages)).toEqual([
      `The person answered: ${JSON.stringify({
        size: 250,
        method: 'first rows',
        seed: 7
      })}`
    ]);
  });

  await test.step('one that nobody answers in time says how long it waits, and is cancelled', async () => {
    await addTimedTool(plain);
    await model.script([
      call('ask_in_time', {}),
      answer('Gone on without you.')
    ]);
    // Watched inside the page: from outside it may be gone before it is seen.
    const seen = await plain.evaluateHandle(() => {
      const texts: string[] = [];
      new MutationObserver(() => {
        const question = document.querySelector(
          '#cellwright-panel [role="group"][aria-label^="Question: “Is it right"]'
        );
        texts.push(question?.textContent ?? '');
      }).observe(document.querySelector('#cellwright-panel')!, {
        childList: true,
        characterData: true,
        subtree: true
      });
      return texts;
    });
    await panel.say('ask me and do not wait');
    await panel.answered('Gone on without you.');
    expect((await seen.jsonValue()).join('\n')).toMatch(
      /Without an answer, it is cancelled in [1-8]\ss\./
    );
    await expect(
      panel.line('Is it right so far · cancelled, nobody answered in time')
    ).toBeVisible();
    const { messages } = (await model.lastRequest()).body;
    expect(historyFaults(messages)).toEqual([]);
    expect(toolTexts(messages).at(-1)).toBe('The person did not answer.');
  });
});

/** A tool of an extension that asks, and waits only for a moment. */
async function addTimedTool(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { IToolRegistry } = window.shared.cellwright as {
      IToolRegistry: unknown;
    };
    const app = window.jupyterapp as unknown as {
      registerPlugin(plugin: object): void;
      activatePlugin(id: string): Promise<void>;
    };
    app.registerPlugin({
      id: 'example:ask-in-time',
      requires: [IToolRegistry],
      activate: (_: unknown, tools: { register(tool: object): void }) =>
        tools.register({
          name: 'ask_in_time',
          description: 'Ask the person, and do not wait for long.',
          parameters: { type: 'object', properties: {} },
          effect: 'read',
          interrupt: () => ({
            kind: 'confirm',
            title: 'Is it right so far',
            text: 'The first half is done.',
            timeout: 8000,
            on_timeout: 'cancel'
          })
        })
    });
    await app.activatePlugin('example:ask-in-time');
  });
}
