import path from 'node:path';

import type { Page } from '@playwright/test';

import { ServerProcess } from '../../src/testing/mcp/server-process';
import { testWithServer } from '../support/jupyter-server';
import { answer, cell } from '../support/scripted-model';
import { expect } from '../support/test';
import { everythingKept, Traffic } from '../support/traffic';

const KEY = 'sk-cellwright-managed-93c4d7';
const SERVER_KEY = 'mcp-cellwright-managed-5e1a08';
const ROOT = path.resolve(__dirname, '..', '..');

const test = testWithServer({
  labextension: 'jupyter-secrets-manager',
  // Selects the extension's store that outlives the page.
  data: [path.join(ROOT, 'ui-tests', 'secrets-connector')]
});

test.use({ chosen: 'demo' });

test('a key goes to the secrets manager where that is installed and nowhere else, works after a reload, and is gone from it when it is forgotten', async ({
  begin,
  model,
  page
}) => {
  const plain = page as unknown as Page;
  const traffic = new Traffic(plain);
  const { panel } = await begin();
  const form = panel.settings;
  const choose = async (): Promise<void> => {
    await panel.button(/^Model: /).click();
    await form.getByLabel('Provider').selectOption('OpenAI');
    await form.getByLabel('Base URL').fill(model.baseUrl);
    await form.getByLabel('Model', { exact: true }).fill('scripted-model');
  };
  /** The content of the secrets manager's store. */
  const managed = (): Promise<string> =>
    plain.evaluate(() => localStorage['jupyter-secrets:secrets'] ?? '');

  await test.step('entered, remembered and used', async () => {
    await model.script([cell('20 + 3'), answer('It is 23.')], { key: KEY });
    await choose();
    await expect(form).toContainText(
      'It is stored by the secrets manager of this Jupyter'
    );
    await form.getByLabel('API key').fill(KEY);
    await form.getByLabel('Remember on this device').check();
    await panel.useModel();
    await panel.say('calculate');
    await panel.tell();
    await panel.approve();
    await panel.answered('It is 23.');
  });

  await test.step('a new page has it from there and asks for none', async () => {
    await model.script([{ text: 'With the key.' }], { key: KEY });
    await page.reload();
    await expect(panel.root.getByText(/idle$/)).toBeVisible();
    await panel.say('go on');
    await expect(panel.log).toContainText('With the key.');
    await panel.settled();
    expect((await model.lastRequest()).hasKey).toBe(true);
  });

  await test.step('it is in no place of ours, and is sent to the model alone', async () => {
    const secrets = await managed();
    expect(secrets).toContain(KEY);
    const stored = await everythingKept(plain);
    const others = stored.replaceAll(JSON.stringify(secrets), '');
    expect(others).not.toBe(stored);
    expect(others).not.toContain(KEY);
    expect(others).not.toContain([...KEY].join('\\u0000'));
    // Our own store encrypts, so its key would be there.
    expect(others).not.toContain('CryptoKey');
    expect(traffic.console.join('\n')).not.toContain(KEY);
    expect(traffic.frames.join('\n')).not.toContain(KEY);
    expect(
      traffic.requests.filter(
        ({ url, text }) =>
          text.includes(KEY) && !url.startsWith(`${model.baseUrl}/`)
      )
    ).toEqual([]);
  });

  await test.step('so does the key of an MCP server, which goes to its address alone', async () => {
    const server = await ServerProcess.node('modern.mjs');
    const headers = () =>
      traffic.requests.filter(({ text }) => text.includes(SERVER_KEY));
    const openServers = async (): Promise<void> => {
      await panel.choose('MCP servers');
    };
    const row = panel.root.getByRole('region', { name: 'team', exact: true });
    try {
      await openServers();
      await panel.button('Add a server').click();
      const added = panel.root.getByRole('form', { name: 'New MCP server' });
      await added.getByLabel('Address').fill(server.url);
      await added.getByLabel('Name', { exact: true }).fill('team');
      await added.getByLabel('Authentication').selectOption('bearer');
      await added.getByLabel('Key', { exact: true }).fill(SERVER_KEY);
      await added.getByLabel('Remember on this device').check();
      await added.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(row).toContainText('Connected (protocol 2026-07-28)');
      await expect.poll(managed).toContain(SERVER_KEY);
      const before = headers().length;
      await page.reload();
      await expect(panel.root.getByText(/idle$/)).toBeVisible();
      await openServers();
      await expect(row).toContainText('Connected (protocol 2026-07-28)');
      expect(headers().length).toBeGreaterThan(before);
      expect(headers().filter(({ url }) => url !== server.url)).toEqual([]);
      const others = (await everythingKept(plain)).replaceAll(
        JSON.stringify(await managed()),
        ''
      );
      expect(others).not.toContain(SERVER_KEY);
      await panel.button('Remove: team').click();
      await plain
        .getByRole('dialog')
        .getByRole('button', { name: 'Remove', exact: true })
        .click();
      await expect.poll(managed).not.toContain(SERVER_KEY);
      await panel.button('Back to the conversation').click();
    } finally {
      await server.end();
    }
  });

  await test.step('forgotten, the manager has it no more', async () => {
    await choose();
    await form.getByRole('button', { name: 'Forget the key' }).click();
    await expect.poll(managed).not.toContain(KEY);
    await panel.useModel({ anyway: true });
    await model.script([{ text: 'Never.' }], { key: KEY });
    await page.reload();
    await expect(panel.root.getByText(/idle$/)).toBeVisible();
    // The conversation is back.
    await panel.say('without it');
    await expect(panel.error).toContainText('The key was not accepted.');
    expect((await model.lastRequest()).hasKey).toBe(false);
  });
});
