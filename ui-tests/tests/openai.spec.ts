import type { Page } from '@playwright/test';

import { answer, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';
import { everythingKept, Traffic } from '../support/traffic';

const KEY = 'sk-cellwright-3f9c27d1';

test.describe('a model connected in the panel', () => {
  test.use({ chosen: 'demo' });

  test('its models are listed, its key goes to it alone and is kept nowhere, and the page talks to no third host', async ({
    begin,
    model,
    page,
    baseURL
  }) => {
    const traffic = new Traffic(page as unknown as Page);
    await model.script(
      [cell('20 + 3', { text: 'I calculate it.' }), answer('It is 23.')],
      { key: KEY, models: ['small-model', 'scripted-model'] }
    );
    const { panel } = await begin();
    const form = panel.settings;

    await test.step('the form asks for server, key and model', async () => {
      await panel.button('Connect a model').click();
      await form.getByLabel('Provider').selectOption('OpenAI');
      await expect(form.getByLabel('Server')).toContainText('Another server');
      await form.getByLabel('Base URL').fill(model.baseUrl);
    });

    await test.step('the list of models comes from the server', async () => {
      await form.getByLabel('API key').fill(KEY);
      await form.getByRole('button', { name: 'Fetch models' }).click();
      await expect(form.getByRole('status')).toHaveText(
        'The server offers 2 models.'
      );
      expect(
        await form
          .locator('datalist option')
          .evaluateAll(options =>
            options.map(each => each.getAttribute('value'))
          )
      ).toEqual(['scripted-model', 'small-model']);
    });

    await test.step('the chosen model does the job', async () => {
      await form.getByLabel('Model', { exact: true }).fill('scripted-model');
      await panel.useModel();
      await expect(panel.button('Model: scripted-model')).toBeVisible();
      await panel.say('calculate');
      await panel.tell();
      await panel.approve();
      await panel.answered('It is 23.');
      const requests = await model.requests();
      expect(requests.map(({ hasKey }) => hasKey)).toEqual([true, true]);
      expect(requests[0].body.model).toBe('scripted-model');
    });

    await test.step('the key is in no storage, no page and no request but the model’s', async () => {
      await page.notebook.save();
      expect(await everythingKept(page as unknown as Page)).not.toContain(KEY);
      const holding = traffic.requests.filter(({ text }) => text.includes(KEY));
      expect(holding.length).toBeGreaterThan(2);
      expect(
        holding.filter(({ url }) => !url.startsWith(`${model.baseUrl}/`))
      ).toEqual([]);
      for (const { text } of holding) {
        expect(text.split(KEY).length - 1).toBe(1);
        expect(text).toContain(`"authorization":"Bearer ${KEY}"`);
      }
      expect(traffic.frames.filter(text => text.includes(KEY))).toEqual([]);
      expect(traffic.console.filter(text => text.includes(KEY))).toEqual([]);
      // The choice itself is stored, or this would prove nothing.
      expect(
        traffic.requests.some(
          ({ url, text }) =>
            url.includes('/api/settings/cellwright') &&
            text.includes('scripted-model')
        )
      ).toBe(true);
    });

    await test.step('no third host is asked for anything', () => {
      expect(traffic.hosts).toEqual(
        [new URL(baseURL!).host, new URL(model.baseUrl).host].sort()
      );
    });

    await test.step('after a reload the model is still chosen and the key is gone', async () => {
      await page.reload();
      await expect(panel.button('Model: scripted-model')).toBeVisible();
      await expect(panel.root.getByText(/idle$/)).toBeVisible();
      await panel.say('once more');
      await expect(panel.error).toContainText('The key was not accepted.');
      expect((await model.lastRequest()).hasKey).toBe(false);
    });
  });
});
