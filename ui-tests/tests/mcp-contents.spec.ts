import type { Locator, Page } from '@playwright/test';

import { PAYLOADS } from '../../src/panel/stories/hostile-payloads';
import { ServerProcess } from '../../src/testing/mcp/server-process';
import { historyFaults, imagesOf, textOf, toolTexts } from '../support/history';
import {
  dangersInPanel,
  HOSTILE_HOST,
  unfoldAll,
  watch
} from '../support/hostile';
import { checkLooks } from '../support/looks';
import type { Panel } from '../support/panel';
import { answer, call } from '../support/scripted-model';
import { Settings } from '../support/settings';
import { expect, test } from '../support/test';
import { Traffic } from '../support/traffic';

const running: ServerProcess[] = [];

async function start(file: string, ...args: string[]): Promise<ServerProcess> {
  const server = await ServerProcess.node(file, ...args);
  running.push(server);
  return server;
}

test.afterEach(async () => {
  await Promise.all(running.splice(0).map(server => server.end()));
});

test('what a published server has comes to the model and the page; a bad one costs itself alone; a server’s words stay words in every place of the page, and nothing of them calls out', async ({
  begin,
  model,
  page
}) => {
  await test.step('what a published server has comes to the model and the page; a bad one costs itself alone', async () => {
    const plain = page as unknown as Page;
    const [everything, hostile] = await Promise.all([
      start('everything.mjs'),
      start('hostile.mjs')
    ]);
    const { panel } = await begin();
    const settings = new Settings(plain);
    const { cards } = panel;
    const good = { name: 'everything', url: everything.url };
    await settings.set('mcp', { servers: [good] });

    await test.step('results of every kind: text, structure, an image, a file in them, links', async () => {
      const all: [string, Record<string, unknown>][] = [
        ['get-annotated-message', { messageType: 'error', includeImage: true }],
        ['get-structured-content', { location: 'Chicago' }],
        ['get-tiny-image', {}],
        ['get-resource-reference', { resourceType: 'Text', resourceId: 1 }],
        ['get-resource-links', { count: 2 }]
      ];
      await model.script([
        {
          calls: all.map(([name, args]) => ({
            name: `everything__${name}`,
            args
          }))
        },
        answer('All seen.')
      ]);
      await panel.say('Get one of each kind.');
      await expect(cards).toHaveCount(all.length);
      await expect(cards.nth(1).locator('.cm-content')).toContainText(
        '"location": "Chicago"'
      );
      await panel.approveAll();
      await panel.answered('All seen.');
      const { messages } = (await model.lastRequest()).body;
      expect(historyFaults(messages)).toEqual([]);
      const results = toolTexts(messages);
      for (const [at, text] of [
        'Error: Operation failed',
        'Light rain / drizzle',
        '[image 1: PNG',
        'demo://resource/dynamic/text/1',
        '[link to Text Resource 2: demo://resource/dynamic/text/2'
      ].entries()) {
        expect(results[at]).toContain(text);
      }
      expect(messages.flatMap(imagesOf)).toHaveLength(2);
      await unfoldAll(plain);
      await expect(panel.log).toContainText('Light rain / drizzle');
      await expect(panel.log).toContainText('Result, with 1 image');
    });

    await test.step('a sound and files in a result are named to the model, with their kinds; a picture among them is one', async () => {
      await settings.set('mcp', {
        servers: ['kinds', 'files', 'schemas'].map(name => ({
          name,
          url: hostile.at(name)
        }))
      });
      await model.script([
        call('kinds__hear', {}),
        call('files__bring', {}),
        // Its schema contains a reference.
        call('schemas__good', { point: { x: 1, y: 2 } }),
        answer('Heard of.')
      ]);
      await panel.say('Hear it, bring the files, and good.');
      for (const host of ['kinds', 'files', 'schemas']) {
        await expect(cards).toContainText(`first call to “${host}”`);
        await panel.approve();
      }
      await panel.answered('Heard of.');
      const { messages } = (await model.lastRequest()).body;
      const [sound, files, point] = toolTexts(messages).slice(-3);
      expect(sound).toContain('audio/wav');
      expect(files).toContain('[image 1: PNG');
      expect(files).toContain('(application/zip, 6 B), which is not text');
      expect(files).toContain('(image/svg+xml, 6 B) that cannot be shown');
      expect(point).toContain('done');
      // Their bytes are not for the model.
      expect(JSON.stringify(messages)).not.toMatch(/UklGR|UEsDBA|PHN2Zy8/);
      await settings.set('mcp', { servers: [good] });
    });

    await test.step('a prompt under “/”, resources and a template under “@”, of a server that nobody has asked yet', async () => {
      await panel.composer.fill('/args');
      await option(panel, '/args-prompt').click();
      const form = panel.root.getByRole('group', { name: /^Fill in / });
      await form.getByRole('textbox', { name: 'city' }).fill('Chicago');
      await form.getByRole('textbox', { name: 'city' }).press('Enter');
      await expect(panel.composer).toHaveValue("What's weather in Chicago?");
      await panel.composer.press('End');
      await panel.composer.pressSequentially(' @architecture');
      await option(panel, 'architecture.md').click();
      await panel.composer.pressSequentially(' @dynamic/text');
      await option(panel, 'Dynamic Text Resource …').click();
      await form.getByRole('textbox', { name: 'resourceId' }).fill('7');
      await form.getByRole('button', { name: 'Attach' }).click();
      const chips = panel.root
        .getByRole('list', { name: 'Attached to this message' })
        .getByRole('listitem');
      await expect(chips).toHaveCount(2);
      await model.script([answer('Read.')]);
      await panel.send.click();
      await panel.answered('Read.');
      const sentText = textOf(
        (await model.lastRequest()).body.messages.at(-1)!
      );
      expect(sentText).toContain("What's weather in Chicago?");
      expect(sentText).toContain('Everything Server');
      expect(sentText).toContain('Resource 7');
    });

    await test.step('bad servers say on their page what is wrong with them', async () => {
      const bad = [
        'twice',
        'schemas',
        'unusable',
        'many',
        'html',
        'hang',
        'count-flood',
        'count-die',
        'silent'
      ];
      await settings.set('mcp', {
        servers: [
          good,
          ...bad.map(name => ({
            name,
            url: hostile.at(name),
            // Those that never answer are given up soon; the others may be slow.
            timeout: { hang: 2, silent: 5 }[name] ?? 60
          }))
        ]
      });
      await panel.choose('MCP servers');
      for (const [name, text] of Object.entries({
        everything: 'Connected (protocol 2025-11-25)',
        twice: 'two tools called “same”; the first one is used',
        schemas: 'which is not in them',
        unusable: '290 more tools are left out.',
        many: '500 tools',
        html: 'answered with a web page',
        hang: 'did not answer in time'
      })) {
        await expect(panel.region(name)).toContainText(text);
      }
      const many = panel.region('many');
      await many.getByRole('button', { name: '500 tools' }).click();
      await many
        .getByRole('textbox', { name: 'Search the tools of many' })
        .fill('tool-321');
      await expect(many.getByRole('switch')).toHaveCount(2);
      await page.sidebar.setWidth(280, 'right');
      await checkLooks(plain, 'mcp-bad-servers-280');
      await page.sidebar.setWidth(400, 'right');
      await panel.button('Back to the conversation').click();
    });

    await test.step('one of 500 tools is found and called; floods, deaths and silence are said, and the conversation goes on', async () => {
      const found = (query: string) => call('find_tools', { query });
      await model.script([
        found('tool-321'),
        found('count flood die'),
        found('silent'),
        call('many__tool-321', {}),
        call('count-flood__count', {}),
        call('count-die__count', {}),
        call('silent__silent', {}),
        answer('Enough.')
      ]);
      await panel.say('Try them.');
      for (const host of ['many', 'count-flood', 'count-die', 'silent']) {
        await expect(cards).toContainText(`first call to “${host}”`);
        await panel.approve();
      }
      await panel.answered('Enough.');
      const { messages } = (await model.lastRequest()).body;
      expect(historyFaults(messages)).toEqual([]);
      const [whole, flood, death, silence] = toolTexts(messages).slice(-4);
      expect(whole).toContain('done');
      expect(flood).toContain('more than 20 MB');
      expect(death).toMatch(/is not known/);
      expect(silence).toContain('did not answer in time');
    });
  });

  await test.step('a server’s words stay words in every place of the page, and nothing of them calls out', async () => {
    const plain = page as unknown as Page;
    const traffic = new Traffic(plain);
    const words = PAYLOADS.map(({ text }) => text).join('\n\n');
    const wordy = await start(
      'wordy.mjs',
      JSON.stringify({ words, host: HOSTILE_HOST })
    );
    const { panel } = await begin();
    const commandsRun = await watch(plain);
    const title = await plain.title();
    await new Settings(plain).set('mcp', {
      servers: [{ name: 'wordy', url: wordy.url }]
    });
    const isSafe = async (): Promise<void> =>
      expect(await dangersInPanel(plain)).toEqual([]);

    await test.step('its page: what it is, what it says of itself, its tools; a test of it', async () => {
      await panel.choose('MCP servers');
      const own = panel.region('wordy');
      await expect(own).toContainText('Connected');
      await own.getByRole('button', { name: /What the server says/ }).click();
      await own.getByRole('button', { name: '2 tools' }).click();
      await own.getByRole('button', { name: 'Edit: wordy' }).click();
      await own.getByRole('button', { name: 'Test' }).click();
      await expect(own).toContainText('answered (protocol');
      await page.sidebar.setWidth(280, 'right');
      await checkLooks(plain, 'mcp-wordy-280');
      await page.sidebar.setWidth(400, 'right');
      await isSafe();
      await own.getByRole('button', { name: 'Cancel' }).click();
      await panel.button('Back to the conversation').click();
    });

    await test.step('lists under “@” and “/”, their forms, a chip', async () => {
      // The servers are asked as the list opens.
      await panel.composer.fill('/');
      await panel.composer.fill('/words');
      await expect(option(panel, '/words')).toBeVisible();
      await isSafe();
      await option(panel, '/words').click();
      const form = panel.root.getByRole('group', { name: /^Fill in / });
      await form.getByRole('textbox', { name: 'constructor' }).fill('x');
      await isSafe();
      await form.getByRole('button', { name: 'Cancel' }).click();
      const offered = panel.root
        .getByRole('listbox', { name: 'Things to attach' })
        .getByRole('option');
      await panel.composer.fill('@');
      await panel.composer.fill('@words://thing');
      await expect(offered).toHaveCount(1);
      await isSafe();
      await offered.click();
      await isSafe();
    });

    await test.step('its card, its progress, its result, its question', async () => {
      await model.script([
        call('wordy__show', { note: 'a\nb' }),
        call('wordy__ask', {}),
        answer('Over.')
      ]);
      await panel.say('Go.');
      await expect(panel.cards).toContainText('first call to “wordy”');
      await panel.cards
        .getByText('What the server says about this tool')
        .click();
      await expect(panel.cards.locator('.cm-content').first()).toContainText(
        '"note": "a\\nb"'
      );
      await isSafe();
      await checkLooks(plain, 'mcp-wordy-card');
      await panel.approve();
      await expect(panel.log).toContainText('of wordy');
      await expect(panel.cards).toHaveCount(1);
      await unfoldAll(plain);
      await isSafe();
      await panel.approve();
      const question = panel.root.getByRole('group', { name: /^Question: / });
      await expect(question).toContainText('Your answer goes to the server');
      await isSafe();
      await checkLooks(plain, 'mcp-wordy-question');
      await question.getByRole('button', { name: 'Decline' }).click();
      await panel.answered('Over.');
      await unfoldAll(plain);
      await isSafe();
    });

    expect(traffic.hosts).not.toContain(HOSTILE_HOST);
    expect(await commandsRun()).toEqual([]);
    expect(plain.context().pages()).toHaveLength(1);
    expect(await plain.title()).toBe(title);
  });
});

function option(panel: Panel, label: string): Locator {
  return panel.root
    .getByRole('option')
    .filter({ has: panel.root.page().getByText(label, { exact: true }) });
}
