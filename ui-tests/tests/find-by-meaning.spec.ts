import type { Page } from '@playwright/test';

import { ServerProcess } from '../../src/testing/mcp/server-process';
import { answer } from '../support/scripted-model';
import { Settings } from '../support/settings';
import { expect, test } from '../support/test';
import { everythingKept } from '../support/traffic';

const GROUPS = ['sum add total', 'gzip zip compress squash'];
const GZIP = 'everything__gzip-file-as-resource';
/** Shares no word with the tool that is meant. */
const MEANT = 'Please squash that';

test('tools are found by what they mean once that is switched on and told of; what was sent is not sent again by the next page', async ({
  begin,
  model,
  page
}) => {
  const plain = page as unknown as Page;
  const server = await ServerProcess.node('everything.mjs');
  const { panel } = await begin();
  const settings = new Settings(plain);
  await settings.set('mcp', {
    // Together more tools than are all offered.
    servers: ['everything', 'again'].map(name => ({ name, url: server.url }))
  });
  const ask = async (text: string): Promise<void> => {
    await model.script([answer(`Heard: ${text}`)], { groups: GROUPS });
    await panel.say(text);
  };
  const offered = async (): Promise<string> =>
    JSON.stringify((await model.requests())[0].body.tools);
  try {
    await test.step('the servers are connected', async () => {
      await panel.choose('MCP servers');
      for (const name of ['everything', 'again']) {
        await expect(
          panel.root.getByRole('region', { name, exact: true })
        ).toContainText('Connected');
      }
      await panel.button('Back to the conversation').click();
    });

    await test.step('off: by their words alone, and nothing is sent for it', async () => {
      await ask(MEANT);
      await panel.answered(`Heard: ${MEANT}`);
      expect(await offered()).toContain('find_tools');
      expect(await offered()).not.toContain(GZIP);
      expect(await model.embedded()).toEqual([]);
    });

    await test.step('on: it is told before anything is sent', async () => {
      await settings.set('search', { meaning: true, model: 'vectors' });
      await ask('hello');
      await expect(panel.disclosure).toContainText(
        '“Find by meaning” is on: names and descriptions of tools'
      );
      expect(await model.embedded()).toEqual([]);
      expect(await model.requests()).toEqual([]);
      await panel.tell();
      await panel.answered('Heard: hello');
      await expect
        .poll(async () => (await model.embedded()).join('\n'))
        .toMatch(/gzip/i);
      const sent = (await model.embedded()).join('\n');
      // Neither argument names nor our own tools.
      expect(sent).not.toMatch(/maxChunkSize|outputType|jupyter_cell/);
    });

    await test.step('the tool that is meant is offered', async () => {
      await ask(MEANT);
      await panel.answered(`Heard: ${MEANT}`);
      expect(await offered()).toContain(GZIP);
      expect(await model.embedded()).toEqual([MEANT]);
    });

    await test.step('the next page has the vectors, by a hash of the text', async () => {
      await page.reload();
      await panel.ready('analysis.ipynb');
      await panel.button('New conversation').click();
      await ask(`${MEANT} once more`);
      await panel.answered(`Heard: ${MEANT} once more`);
      expect(await offered()).toContain(GZIP);
      expect(await model.embedded()).toEqual([`${MEANT} once more`]);
      const stores = await plain.evaluate(async () =>
        (await indexedDB.databases()).map(({ name }) => name)
      );
      expect(stores.join()).toContain('cellwright-vectors');
      // The texts of tools are not stored anywhere.
      expect(await everythingKept(plain)).not.toContain(
        'Compresses a single file'
      );
    });
  } finally {
    await server.end();
  }
});
