import path from 'node:path';

import type { Page } from '@playwright/test';

import { ServerProcess } from '../../src/testing/mcp/server-process';
import {
  librariesPath,
  pythonPath
} from '../../src/testing/processes/python-process';
import { historyFaults, toolTexts } from '../support/history';
import { testWithServer } from '../support/jupyter-server';
import { answer, call } from '../support/scripted-model';
import { Settings } from '../support/settings';
import { expect } from '../support/test';

const ROOT = path.resolve(__dirname, '..', '..');

/** A program, as an entry in MCP Manager's list. */
const PROGRAM = {
  type: 'stdio',
  name: 'files',
  command: process.execPath,
  args: [
    path.join(
      ROOT,
      'node_modules/@modelcontextprotocol/server-everything/dist/index.js'
    ),
    'stdio'
  ]
};

const test = testWithServer({
  extension: 'jupyter_server_proxy',
  labextension: 'jupyter-mcp-manager'
}).extend<{ shared: ServerProcess }>({
  /** A server, as an entry in MCP Manager's list. */
  // eslint-disable-next-line no-empty-pattern -- Playwright's form of a fixture.
  shared: async ({}, use) => {
    const server = await ServerProcess.node('streaming.mjs');
    await use(server);
    await server.end();
  },
  mockSettings: async ({ mockSettings, shared }, use) =>
    use({
      ...(mockSettings as object),
      'jupyter-mcp-manager:manager': {
        mcpSettings: {
          mcp_servers: [
            PROGRAM,
            {
              type: 'http',
              name: 'shared',
              url: shared.url,
              headers: [{ name: 'Authorization', value: 'Bearer of-the-list' }]
            }
          ]
        }
      }
    } as typeof mockSettings)
});

test('through jupyter-server-proxy servers are used without waiting for progress, asked about at once, and stopped; a gateway is started by a card and added by a press', async ({
  begin,
  model,
  page,
  shared
}) => {
  const plain = page as unknown as Page;
  const [modern, old, fast] = await Promise.all([
    ServerProcess.node('modern.mjs'),
    ServerProcess.node('everything.mjs'),
    ServerProcess.python('fast.py')
  ]);
  let gateway = 0;
  const { panel } = await begin();
  const back = panel.button('Back to the conversation');
  const lastResult = async (): Promise<string> => {
    const { messages } = (await model.lastRequest()).body;
    expect(historyFaults(messages)).toEqual([]);
    return toolTexts(messages).at(-1)!;
  };
  const at = ({ port }: ServerProcess): string => `/proxy/${port}/mcp`;
  try {
    await new Settings(plain).set('mcp', {
      servers: [
        { name: 'near', url: at(modern), timeout: 8 },
        { name: 'old', url: at(old) },
        { name: 'gone', url: '/proxy/9/mcp' }
      ]
    });

    await test.step('one without CORS is found, added and listed', async () => {
      await panel.choose('MCP servers');
      // What they say moves the button, and a press whose button moves is none.
      await expect(panel.region('near')).toContainText('Connected');
      await expect(panel.region('old')).toContainText('Connected');
      await expect(panel.region('gone')).toContainText('got no answer');
      const form = panel.root.getByRole('form', { name: 'New MCP server' });
      await panel.button('Add a server').click();
      await form.getByLabel('Address').fill(at(fast));
      await form.getByLabel('Name', { exact: true }).fill('fast');
      await form.getByRole('button', { name: 'Test' }).click();
      await expect(form).toContainText(
        'answered (protocol 2026-07-28): 3 tools'
      );
      await form.getByRole('button', { name: 'Add' }).click();
      await expect(panel.region('fast')).toContainText('Connected');
      await expect(panel.region('fast')).toContainText(
        'so you see no progress'
      );
    });

    await test.step('that a 2025 server cannot ask is said at once; nobody behind a port is said too', async () => {
      await expect(panel.region('old')).toContainText(
        'Connected (protocol 2025-11-25)'
      );
      await expect(panel.region('old')).toContainText(
        'Its questions can’t reach you through Jupyter’s proxy'
      );
      await expect(panel.region('gone')).toContainText(
        'Jupyter’s proxy got no answer'
      );
      await back.click();
      await model.script([
        call('old__trigger-elicitation-request', {}),
        answer('It cannot.')
      ]);
      await panel.say('Let it ask.');
      await panel.answered('It cannot.');
      expect(await lastResult()).toContain('There is no tool');
    });

    await test.step('whose tools change unheard is asked again when the list opens', async () => {
      await panel.choose('MCP servers');
      await expect(panel.region('near')).toContainText('5 tools');
      await back.click();
      modern.tell('grow');
      await panel.choose('MCP servers');
      await expect(panel.region('near')).toContainText('6 tools');
      await back.click();
      // And with each message.
      modern.tell('grow');
      await model.script([
        call('near__later-1', {}),
        answer('It came in time.')
      ]);
      await panel.say('Do later-1, which came later.');
      await panel.approve();
      await panel.answered('It came in time.');
      expect(await lastResult()).toContain('later 1');
    });

    await test.step('a call brings its table', async () => {
      await model.script([call('fast__table', {}), answer('A table.')]);
      await panel.say('Show the table of the weather of the islands.');
      await panel.approve();
      await panel.answered('A table.');
      expect(await lastResult()).toContain('| Biscoe | -3 |');
      await panel.line('Used “table”').getByRole('button').first().click();
      await expect(
        panel.log.getByRole('cell', { name: 'Biscoe' })
      ).toBeVisible();
    });

    await test.step('one that is silent for longer than its time is waited for, without progress', async () => {
      await model.script([
        call('near__slow', { steps: 3, pause: 3000 }),
        answer('Counted.')
      ]);
      await panel.say('Count with progress, slow.');
      await panel.approve();
      await panel.answered('Counted.');
      expect(await lastResult()).toContain('counted');
      await expect(panel.log).not.toContainText('step 1');
    });

    await test.step('a 2026 server asks, and is answered', async () => {
      await model.script([
        call('near__deploy', { env: 'prod' }),
        answer('Deployed.')
      ]);
      await panel.say('Deploy it.');
      await panel.approve();
      const question = panel.root.getByRole('group', { name: /^Question: / });
      await question.getByRole('checkbox').check();
      await question.getByRole('button', { name: 'Answer' }).click();
      await panel.answered('Deployed.');
      expect(await lastResult()).toContain('Deployed to prod: true');
    });

    await test.step('Stop is told to a 2025 server; that a 2026 one is not told is said', async () => {
      await model.script([
        call('old__trigger-long-running-operation', { duration: 60, steps: 2 }),
        call('near__slow', { steps: 1000, pause: 50 }),
        answer('Never.')
      ]);
      const told2025 = plain.waitForRequest(request =>
        (request.postData() ?? '').includes('notifications/cancelled')
      );
      // The request to the model names the tool, too.
      const begun = plain.waitForRequest(
        request =>
          request.url().endsWith(at(old)) &&
          (request.postData() ?? '').includes('"tools/call"')
      );
      await panel.say('Trigger the long running operation.');
      await panel.approve();
      await begun;
      await panel.stop.click();
      expect((await (await told2025).response())!.status()).toBe(202);
      await panel.settled();
      await panel.say('Count on.');
      await panel.approve();
      await expect
        .poll(() => modern.lines.filter(line => line === 'slow').length)
        .toBe(2);
      await panel.stop.click();
      await panel.settled();
      await model.script([answer('It may go on.')]);
      await panel.say('And?');
      await panel.answered('It may go on.');
      expect(await lastResult()).toContain('may still be working on it');
    });

    await test.step('a server of MCP Manager’s list is taken over with its headers, and is changed there alone', async () => {
      await panel.choose('MCP servers');
      await expect(panel.region('shared')).toContainText(
        'Connected (protocol 2025-11-25): 1 tool'
      );
      await expect(panel.button('Edit: shared')).toHaveCount(0);
      await back.click();
      await model.script([
        call('shared__late', {}),
        call('shared__later-0', {}),
        answer('Used.')
      ]);
      const sent = plain.waitForRequest(
        request =>
          request.url() === shared.url &&
          request.headers().authorization === 'Bearer of-the-list'
      );
      await panel.say('Use the shared one: late, then later-0.');
      await expect(panel.cards).toContainText('first call to “shared”');
      // On its own stream, it reports a tool that is added during the run.
      const listed = shared.lines.length;
      shared.tell('grow');
      await expect.poll(() => shared.lines.length).toBeGreaterThan(listed);
      await panel.approve();
      await expect(panel.cards).toContainText('later-0');
      await panel.approve();
      await panel.answered('Used.');
      expect(await lastResult()).toContain('did later-0');
      await sent;
    });

    await test.step('a program of MCP Manager gets a gateway: its command on a card, then “Add it”', async () => {
      await panel.choose('MCP servers');
      await expect(panel.region('files')).toContainText('server-everything');
      await panel.button('Start it: files').click();
      const request = await panel.composer.inputValue();
      const command = /```bash\n([^]+?)\n```/.exec(request)![1];
      expect(command).toContain('create_proxy');
      // Adapts the command to this machine, whose default Python has no
      // fastmcp.
      const here = command.replace(
        'nohup python',
        `PYTHONPATH=${librariesPath()} nohup ${pythonPath()}`
      );
      await model.script([
        call('execute_command', { command: `${here}; echo $!` }),
        answer('Started.')
      ]);
      await panel.send.click();
      await expect(panel.cards).toContainText('create_proxy');
      await panel.approve();
      await panel.answered('Started.');
      gateway = Number(/^(\d+)$/m.exec(await lastResult())![1]);
      await panel.choose('MCP servers');
      const mine = panel.region('files').filter({ hasText: 'Connected' });
      await expect(async () => {
        // The button disappears once it is connected.
        if (!(await mine.isVisible())) {
          await panel.button('Add it: files').click({ timeout: 3000 });
        }
        await expect(mine).toBeVisible({ timeout: 10_000 });
      }).toPass();
      await expect(mine).toContainText('/proxy/8941/mcp');
      await expect(panel.button('Start it: files')).toHaveCount(0);
      await back.click();
      await model.script([
        call('files__echo', { message: 'through two' }),
        answer('Echoed.')
      ]);
      await panel.say('Echo it.');
      await panel.approve();
      await panel.answered('Echoed.');
      expect(await lastResult()).toContain('through two');
    });
  } finally {
    await Promise.all([modern, old, fast].map(server => server.end()));
    if (gateway) {
      process.kill(gateway, 'SIGKILL');
    }
  }
});
