import type { Page } from '@playwright/test';

import { ServerProcess } from '../../src/testing/mcp/server-process';
import { toolTexts } from '../support/history';
import { checkLooks } from '../support/looks';
import { answer, call, cell } from '../support/scripted-model';
import { Settings } from '../support/settings';
import { expect, test } from '../support/test';

const running: ServerProcess[] = [];

async function started(server: Promise<ServerProcess>): Promise<ServerProcess> {
  running.push(await server);
  return server;
}

test.afterEach(async () => {
  await Promise.all(running.splice(0).map(server => server.end()));
});

test('a server that a browser cannot use says why, with the next step; a tool that was trusted by hand asks all the same where that is not enough', async ({
  begin,
  model,
  page
}) => {
  await test.step('a server that a browser cannot use says why, with the next step; one that allows the page is used', async () => {
    const plain = page as unknown as Page;
    const { panel } = await begin();
    const { origin } = new URL(page.url());
    const [hostile, closed, open, gone] = await Promise.all([
      started(ServerProcess.node('hostile.mjs')),
      started(ServerProcess.python('fast.py')),
      started(ServerProcess.python('fast.py', `--cors=${origin}`)),
      started(ServerProcess.node('hostile.mjs'))
    ]);
    await gone.end();
    const bad: Record<string, [url: string, text: string]> = {
      closed: [closed.url, `does not allow pages from ${origin} (CORS)`],
      unallowed: [hostile.at('count/no-cors'), 'Access-Control-Allow-Headers:'],
      hidden: [
        hostile.at('count-session/hides-session'),
        'the browser is not allowed to read its id'
      ],
      locked: [hostile.at('locked'), 'without a key or a sign-in (401)'],
      forbidden: [hostile.at('forbidden'), '(403)'],
      lost: [hostile.at('gone'), 'Check whether the path is right'],
      trouble: [hostile.at('trouble'), 'reported an error of its own (503)'],
      moved: [hostile.at('moved'), 'another address'],
      words: [hostile.at('text'), 'does not answer the way an MCP server does'],
      flood: [hostile.at('flood'), '20 MB'],
      ancient: [hostile.at('count-old'), 'update the server'],
      nobody: [gone.url, 'Nothing answers at']
    };

    await test.step('each says what is wrong, and what to do', async () => {
      await new Settings(plain).set('mcp', {
        servers: [
          { name: 'open', url: open.url },
          { name: 'dropped', url: hostile.at('count-drop') },
          ...Object.entries(bad).map(([name, [url]]) => ({ name, url }))
        ]
      });
      await panel.choose('MCP servers');
      await expect(panel.region('open')).toContainText(
        'Connected (protocol 2026-07-28)'
      );
      for (const [name, [, text]] of Object.entries(bad)) {
        await expect(panel.region(name)).toContainText(text);
      }
      await page.sidebar.setWidth(280, 'right');
      await checkLooks(plain, 'mcp-failures-280');
      await page.sidebar.setWidth(400, 'right');
      await panel.button('Back to the conversation').click();
    });

    await test.step('the one that allows this page is used', async () => {
      await model.script([call('open__table', {}), answer('A table.')]);
      await panel.say('Show the table.');
      await panel.approve();
      await panel.answered('A table.');
      const { messages } = (await model.lastRequest()).body;
      expect(toolTexts(messages).at(-1)).toContain('| Biscoe | -3 |');
    });

    await test.step('a call whose connection is dropped is repeated by the browser, and runs once', async () => {
      await model.script([call('dropped__count', {}), answer('Counted.')]);
      await panel.say('Count.');
      await panel.approve();
      await panel.answered('Counted.');
      const { messages } = (await model.lastRequest()).body;
      expect(toolTexts(messages).at(-1)).toContain('call 1');
      expect(hostile.lines).toEqual(['ran', 'repeated']);
    });
  });

  await test.step('a tool that was trusted by hand asks where what was to stay here stands in its arguments, and again once it has changed', async () => {
    const plain = page as unknown as Page;
    const server = await started(ServerProcess.node('modern.mjs'));
    const { panel } = await begin();
    await new Settings(plain).set('mcp', {
      servers: [{ name: 'modern', url: server.url }]
    });
    const tellAndWait = async (line: string): Promise<void> => {
      const listed = server.lines.length;
      server.tell(line);
      await expect.poll(() => server.lines.length).toBeGreaterThan(listed);
    };

    await test.step('it is trusted in the list of servers, by the keyboard', async () => {
      await panel.choose('MCP servers');
      const own = panel.region('modern');
      await expect(own).toContainText('Connected (protocol 2026-07-28)');
      await tellAndWait('grow');
      await own.getByRole('button', { name: '6 tools' }).press('Enter');
      for (const name of ['later-0', 'add']) {
        const own = panel.root.getByRole('group', {
          name: `What ${name} may do without asking`
        });
        await panel.button(`Trust ${name} in all notebooks`).press('Enter');
        await expect(own).toContainText(
          'Runs without asking in all notebooks.'
        );
      }
      await panel.button('Back to the conversation').click();
    });

    await test.step('its calls run by the rule, and where they go is said', async () => {
      await model.script([call('modern__later-0', {}), answer('Ran.')]);
      await panel.say('Do later-0.');
      await panel.answered('Ran.');
      await expect(panel.log).toContainText(`127.0.0.1:${server.port}`);
      const { messages } = (await model.lastRequest()).body;
      expect(toolTexts(messages).at(-1)).toContain('later 0');
    });

    await test.step('the card names earlier results in its arguments, and comes in spite of the rule where a denied file was read', async () => {
      const add = (a: number) => call('modern__add', { a, b: 1 });
      await model.script([
        cell('print(7_654_321_000)'),
        add(7_654_321_000),
        cell(
          'try:\n    print(open("team.pem").read())\nexcept OSError:\n    print(4_711_471_100)'
        ),
        add(4_711_471_100),
        answer('Added both.')
      ]);
      await panel.say('Add what you read.');
      await panel.approve();
      await expect(panel.cards).toContainText('team.pem');
      // Nothing is withheld here; the rule let the call run.
      const { messages } = (await model.lastRequest()).body;
      expect(toolTexts(messages).join()).toContain('7654321001');
      await panel.approve();
      await expect(panel.cards).toContainText(
        'Part of this comes from a result that your privacy settings withhold'
      );
      await expect(panel.cards).toContainText(
        'The arguments contain text from earlier results'
      );
      await checkLooks(plain, 'mcp-kept-back');
      await panel.reject('keep it here');
      await panel.answered('Added both.');
      const last = (await model.lastRequest()).body.messages;
      expect(toolTexts(last).at(-1)).not.toContain('4711471101');
    });

    await test.step('other words of the server: it asks, and shows the change', async () => {
      await tellAndWait('reword');
      await model.script([call('modern__later-0', {}), answer('Ran again.')]);
      await panel.say('Do later-0 once more.');
      await expect(panel.cards).toContainText(
        'The server has changed this tool since you trusted it'
      );
      await expect(panel.cards).toContainText('Another wording');
      await expect(panel.cards).toContainText('A tool that came later');
      await checkLooks(plain, 'mcp-changed-tool');
      await panel.approve();
      await panel.answered('Ran again.');
    });

    await test.step('the rule is listed with all others, and is taken back there', async () => {
      await panel.choose('Permissions');
      await expect(panel.root).toContainText('later-0 of “modern”');
      await panel
        .button(/^Take back: .*later-0/)
        .first()
        .click();
      await expect(panel.root).not.toContainText('later-0 of “modern”');
    });
  });
});
