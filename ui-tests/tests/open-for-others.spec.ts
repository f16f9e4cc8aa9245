import type { Page } from '@playwright/test';

import {
  addExtension,
  bundleExtensions,
  watchSharedModules
} from '../support/extension';
import { textOf, toolNames, toolTexts } from '../support/history';
import { answer, call, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

test.beforeAll(() =>
  bundleExtensions(['tool', 'middleware', 'provider', 'agent'])
);

test('another extension’s tool, middleware, provider and agent count from the next message on', async ({
  begin,
  model,
  page
}) => {
  const plain = page as unknown as Page;
  await watchSharedModules(plain);
  const asked: string[] = [];
  await page.route('https://rates.example.org/**', async route => {
    asked.push(route.request().url());
    await route.fulfill({
      body: '1.1',
      headers: { 'access-control-allow-origin': '*' }
    });
  });
  const { panel, notebook } = await begin();

  await test.step('nothing of them is there before', async () => {
    await model.script([answer('As it comes.')]);
    await panel.say('before');
    await panel.answered('As it comes.');
    expect(toolNames((await model.lastRequest()).body)).not.toContain(
      'exchange_rate'
    );
  });

  await test.step('a tool: offered as declared, asked about in its own words and by its effect', async () => {
    await addExtension(plain, 'tool');
    await addExtension(plain, 'middleware');
    const args = { from: 'EUR', to: 'USD', date: '2026-11-20' };
    await model.script([
      call('exchange_rate', { from: 'EUR' }),
      call('exchange_rate', args),
      answer('It is 1.1.')
    ]);
    await panel.say('how much is the euro');
    const card = panel.root.getByRole('group', {
      name: 'Review: Ask rates.example.org for EUR/USD on 2026-11-20.'
    });
    await expect(
      card.getByText('Look up a rate', { exact: true })
    ).toBeVisible();
    await expect(
      card.getByText('uses the network', { exact: true })
    ).toBeVisible();
    expect(asked).toEqual([]);
    await panel.approve(card);
    await panel.answered('It is 1.1.');
    await expect(panel.line('Looked up EUR/USD')).toBeVisible();
    expect(asked).toEqual([
      'https://rates.example.org/2026-11-20?base=EUR&quote=USD'
    ]);
    const { tools, messages } = (await model.lastRequest()).body;
    expect(tools).toContainEqual({
      type: 'function',
      function: expect.objectContaining({
        name: 'exchange_rate',
        parameters: {
          type: 'object',
          properties: {
            from: { type: 'string', description: 'ISO code, e.g. EUR' },
            to: { type: 'string' },
            date: { type: 'string', description: 'YYYY-MM-DD' }
          },
          required: ['from', 'to', 'date']
        }
      })
    });
    const [misfit, rate] = toolTexts(messages).slice(-2);
    expect(misfit).toContain('do not fit');
    expect(rate).toBe('1.1');
  });

  await test.step('a middleware: what it adds is sent', async () => {
    const [first] = (await model.lastRequest()).body.messages;
    expect(textOf(first)).toContain('Plots use the palette "colorblind"');
  });

  await test.step('a provider: is in the form, and its model of another copy of LangChain answers', async () => {
    await addExtension(plain, 'provider');
    await panel.button('Model: scripted-model').click();
    await panel.settings.getByLabel('Provider').selectOption('Parrot');
    await panel.settings.getByLabel('Model', { exact: true }).fill('grey');
    await panel.useModel({ anyway: true });
    await expect(panel.button('Model: Parrot grey')).toBeVisible();
    await panel.say('Polly wants a cracker');
    await expect(panel.log.locator('.jp-Cellwright-said').last()).toContainText(
      'Polly wants a cracker'
    );
    await panel.settled();
    await panel.button('Model: Parrot grey').click();
    await panel.settings
      .getByLabel('Provider')
      .selectOption({ label: 'OpenAI' });
    await panel.settings.getByLabel('Base URL').fill(model.baseUrl);
    await panel.settings
      .getByLabel('Model', { exact: true })
      .fill('scripted-model');
    await panel.useModel();
  });

  await test.step('the agent: a command of theirs starts it in a thread of its own and hears the answer', async () => {
    await addExtension(plain, 'agent');
    await model.script([
      cell('print("not in this mode")'),
      answer('It is about penguins.')
    ]);
    await notebook.command('example:summary');
    await notebook.command('apputils:display-notifications');
    await expect(page.getByText('It is about penguins.')).toBeVisible();
    await expect(panel.log).not.toContainText('It is about penguins.');
    const { body } = await model.lastRequest();
    expect(toolNames(body)).not.toContain('jupyter_cell');
    expect(toolTexts(body.messages)[0]).toContain('There is no tool');
    expect(await notebook.code()).toHaveLength(0);
  });
});
