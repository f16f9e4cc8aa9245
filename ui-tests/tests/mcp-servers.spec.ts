import type { Page } from '@playwright/test';

import { ServerProcess } from '../../src/testing/mcp/server-process';
import { checkLooks } from '../support/looks';
import { expect, test } from '../support/test';

test.use({ chosen: 'demo' });

test('a server is signed in to at a window that hands over to this page alone, and the page of servers holds in light and dark, narrow and wide', async ({
  begin,
  page,
  request
}) => {
  const plain = page as unknown as Page;
  const locked = await ServerProcess.node('oauth.mjs');
  const weather = await ServerProcess.sample();
  try {
    const { panel, notebook } = await begin();
    const view = panel.root.getByRole('region', { name: 'MCP servers' });
    const form = panel.root.getByRole('form', { name: 'New MCP server' });
    const add = async (
      name: string,
      url: string,
      auth?: string
    ): Promise<void> => {
      await panel.button('Add a server').click();
      await form.getByLabel('Address').fill(url);
      await form.getByLabel('Name', { exact: true }).fill(name);
      if (auth) {
        await form.getByLabel('Authentication').selectOption(auth);
      }
      await form.getByRole('button', { name: 'Test' }).click();
    };

    await test.step('the callback page is served, with its script beside it', async () => {
      const served = await request.get(
        'lab/extensions/cellwright/static/sign-in.html'
      );
      expect(served.headers()['content-type']).toContain('text/html');
      expect(await served.text()).toContain('src="sign-in.js"');
    });

    await test.step('a server without a key is tested, added and used', async () => {
      await panel.choose('MCP servers');
      await add('weather', weather.url);
      await expect(form).toContainText(
        'answered (protocol 2026-07-28): 1 tool'
      );
      await form.getByRole('button', { name: 'Add' }).click();
      await expect(view).toContainText('Connected (protocol 2026-07-28)');
    });

    await test.step('one behind OAuth says that signing in is wanted, and is signed in to', async () => {
      await add('locked', locked.url, 'oauth');
      await expect(form.getByRole('alert')).toBeVisible();
      await form.getByRole('button', { name: 'Add' }).click();
      const opening = plain.context().waitForEvent('page');
      await panel.button('Sign in: locked').click();
      const opened = await opening;
      const row = panel.root.getByRole('region', { name: 'locked' });
      await expect(row).toContainText('Connected (protocol');
      await expect(panel.button('Sign out: locked')).toBeVisible();
      await expect.poll(() => opened.isClosed()).toBe(true);
    });

    await test.step('a token that has expired is refreshed without a window', async () => {
      const row = panel.root.getByRole('region', { name: 'locked' });
      locked.tell('expire');
      await expect.poll(() => locked.lines).toContain('expired');
      const used = row.getByRole('switch', { name: 'Use locked' });
      await used.click();
      await expect(row).toContainText('Off');
      await used.click();
      await expect(row).toContainText('Connected (protocol');
      expect(locked.lines).toContain(`token refresh_token ${locked.url}`);
      expect(plain.context().pages()).toHaveLength(1);
    });

    await test.step('the demo uses the sample server, and its call asks first', async () => {
      await panel.button('Back to the conversation').click();
      await panel.say('What is the weather on Torgersen?');
      await expect(panel.cards).toContainText('weather');
      await panel.approve();
      await panel.answered('-0.6');
      await panel.choose('MCP servers');
    });

    await test.step('a tool is trusted by hand', async () => {
      await panel.button('1 tool').first().click();
      await panel.button('Trust island_weather in all notebooks').click();
      await expect(view).toContainText('Runs without asking in all notebooks.');
    });

    await test.step('a command proposes a server in the form, and asks nobody; by the keyboard it is kept', async () => {
      const asked: string[] = [];
      plain.on('request', sent => asked.push(sent.url()));
      const url = 'http://127.0.0.1:9/mcp';
      await notebook.command('cellwright:add-mcp-server', {
        url,
        name: 'proposed'
      });
      await expect(form.getByLabel('Address')).toHaveValue(url);
      const name = form.getByLabel('Name', { exact: true });
      await expect(name).toHaveValue('proposed');
      await name.press('Escape');
      await expect(form).toHaveCount(0);
      expect(asked.filter(each => each.startsWith(url))).toEqual([]);
      await panel.button('Add a server').press('Enter');
      await form.getByLabel('Address').pressSequentially(weather.url);
      await plain.keyboard.press('Tab');
      await plain.keyboard.type('typed');
      await plain.keyboard.press('Enter');
      const row = panel.root.getByRole('region', {
        name: 'typed',
        exact: true
      });
      await expect(row).toContainText('Connected (protocol 2026-07-28)');
      await panel.button('Remove: typed').press('Enter');
      await plain
        .getByRole('dialog')
        .getByRole('button', { name: 'Remove', exact: true })
        .press('Enter');
      await expect(row).toHaveCount(0);
    });

    await test.step('it looks right', async () => {
      await panel.button('Add a server').click();
      await form.getByLabel('Authentication').selectOption('headers');
      for (const width of [600, 280]) {
        await page.sidebar.setWidth(width, 'right');
        await checkLooks(plain, `mcp-servers-${width}`);
      }
    });
  } finally {
    await Promise.all([locked.end(), weather.end()]);
  }
});
