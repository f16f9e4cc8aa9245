import type { Page } from '@playwright/test';

import { ServerProcess } from '../../src/testing/mcp/server-process';
import { historyFaults, toolTexts } from '../support/history';
import { checkLooks } from '../support/looks';
import { answer, call } from '../support/scripted-model';
import { Settings } from '../support/settings';
import { expect, test } from '../support/test';

/** A real server of the newest protocol version, which allows this page. */
let server: ServerProcess;

test.beforeEach(async () => {
  server = await ServerProcess.node('modern.mjs');
});

test.afterEach(() => server.end());

test('a server of the settings is used behind its cards: edited, grown in the middle of a run, asking, stopped, and gone', async ({
  begin,
  model,
  page
}) => {
  const { panel } = await begin();
  const plain = page as unknown as Page;
  await new Settings(page).set('mcp', {
    servers: [{ name: 'modern', url: server.url }]
  });
  const add = call('modern__add', { a: 2, b: 3 });
  const { cards } = panel;

  await test.step('its card names the host and shows the JSON that is sent, also while a form changes it', async () => {
    await model.script([add, answer('Added.')]);
    await panel.say('Add two numbers.');
    await expect(cards).toContainText(`127.0.0.1:${server.port}`);
    await expect(cards).toContainText('first call to “modern”');
    await expect(cards).toContainText('it only reads');
    const field = cards.getByRole('spinbutton', { name: 'a', exact: false });
    await expect(field).toHaveCount(0);
    await expect(cards.locator('.cm-content')).toContainText('"a": ');
    await cards.getByRole('button', { name: 'Edit' }).click();
    await field.first().fill('40');
    await expect(cards.locator('.cm-content')).toContainText('"a": 40');
    await panel.approve();
    await panel.answered('Added.');
    const { messages } = (await model.lastRequest()).body;
    expect(toolTexts(messages)[0]).toContain('43');
  });

  await test.step('a tool that comes while the run goes on can be called in it', async () => {
    await model.script([add, call('modern__later-0', {}), answer('Later.')]);
    await panel.say('Go on.');
    await expect(cards).toBeVisible();
    const listed = server.lines.length;
    server.tell('grow');
    await expect.poll(() => server.lines.length).toBeGreaterThan(listed);
    await panel.approve();
    await expect(cards).toContainText('later-0');
    await panel.approve();
    await panel.answered('Later.');
    const { messages } = (await model.lastRequest()).body;
    expect(toolTexts(messages).at(-1)).toContain('later 0');
  });

  await test.step('it asks by a card, which comes back after a reload and is answered once', async () => {
    await model.script([
      call('modern__deploy', { env: 'prod' }),
      answer('Deployed.')
    ]);
    await panel.say('Deploy it.');
    await checkLooks(plain, 'server-call');
    await panel.approve();
    const question = panel.root.getByRole('group', {
      name: 'Question: “"modern" asks you”'
    });
    await expect(question).toContainText('Deploy to prod?');
    await expect(question).toContainText(
      `goes to the server “modern” (127.0.0.1:${server.port})`
    );
    await checkLooks(plain, 'server-question');
    await page.reload();
    await question.getByRole('checkbox').check();
    await panel.decide(
      'Enter',
      question.getByRole('button', { name: 'Answer' })
    );
    await panel.answered('Deployed.');
    const { messages } = (await model.lastRequest()).body;
    expect(toolTexts(messages).at(-1)).toContain('Deployed to prod: true');
    expect(server.lines.filter(line => line === 'deploy')).toHaveLength(1);
  });

  await test.step('how far a call is stands on its line; Stop ends it at the server', async () => {
    await model.script([
      call('modern__slow', { steps: 1000, pause: 50 }),
      answer('Never.')
    ]);
    await panel.say('Count.');
    await panel.approve();
    await expect(panel.log).toContainText('step 2');
    await expect(
      panel.log.getByRole('progressbar', { name: 'Progress' })
    ).toBeVisible();
    await expect(panel.log.locator('time').last()).toHaveText(/^\d+ s$/);
    await panel.stop.click();
    await expect.poll(() => server.lines).toContain('aborted');
    await panel.settled();
  });

  await test.step('a server that is gone is said, and the conversation goes on', async () => {
    await model.script([add, answer('It is gone.')]);
    await panel.say('Once more.');
    await expect(cards).toBeVisible();
    await server.end();
    await panel.approve();
    await panel.answered('It is gone.');
    const { messages } = (await model.lastRequest()).body;
    expect(historyFaults(messages)).toEqual([]);
    expect(toolTexts(messages).at(-1)).toMatch(/modern/);
  });

  await test.step('the page that signing in comes back to is served, and runs by itself', async () => {
    const url = 'lab/extensions/cellwright/static/sign-in.html';
    const other = await page.context().newPage();
    await other.goto(new URL(url, page.url().replace(/\/lab.*/, '/')).href);
    await expect(other.getByRole('status')).toContainText(
      'Nobody has begun to sign in here'
    );
    await other.close();
  });
});
