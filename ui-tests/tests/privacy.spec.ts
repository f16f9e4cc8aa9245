import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Page } from '@playwright/test';

import { toolTexts } from '../support/history';
import { answer, call, cell } from '../support/scripted-model';
import { Settings } from '../support/settings';
import { expect, test } from '../support/test';
import { everythingKept, Traffic } from '../support/traffic';

/** Occurs in data, outputs and variables, and nowhere else. */
const MARKER = 'zq7731vex';
const KEY = 'sk-cellwright-kept-5e81b2';

const SHOT = path.join(
  __dirname,
  '..',
  'test-results',
  'shots',
  'disclosure.png'
);

test.describe('nobody was told yet', () => {
  test.use({ settings: { disclosed: [] } });

  test('the first message to a provider says what goes to whom, once; files on the list are never opened', async ({
    begin,
    model,
    page,
    tmpPath
  }) => {
    const host = new URL(model.baseUrl).host;
    const { panel } = await begin({
      files: { 'data.csv': `name\n${MARKER}\n`, 'my.pem': MARKER }
    });

    await test.step('nothing is sent before the person has read it', async () => {
      await model.script([{ text: 'Hello.' }, { text: 'Again.' }]);
      await panel.say('first words');
      await expect(panel.disclosure).toContainText(
        `This goes to scripted-model at ${host}`
      );
      await expect(panel.disclosure).toContainText(
        'the cells of this notebook, names, shapes and columns of variables, the beginning of files you name, what you attach, and each output and file the agent reads'
      );
      await expect(panel.disclosure).toBeFocused();
      await panel.root.screenshot({ path: SHOT });
      await page.setViewportSize({ width: 1280, height: 480 });
      for (const button of [
        panel.disclosure.getByRole('button', { name: /^Send to / }),
        panel.disclosure.getByRole('button', { name: 'Not now' }),
        panel.send
      ]) {
        await expect(button).toBeInViewport({ ratio: 1 });
      }
      await page.setViewportSize({ width: 1280, height: 720 });
      await panel.disclosure.getByRole('button', { name: 'Not now' }).click();
      await expect(panel.composer).toHaveValue('first words');
      expect(await model.requests()).toEqual([]);
    });

    await test.step('once: not with the next message, conversation or page', async () => {
      await panel.send.click();
      await panel.tell();
      await expect(panel.log).toContainText('Hello.');
      await panel.settled();
      await panel.say('second words');
      await expect(panel.log).toContainText('Again.');
      await panel.settled();
      await page.reload();
      await expect(panel.root.getByText(/idle$/)).toBeVisible();
      await model.script([{ text: 'Still here.' }]);
      await panel.say('third words');
      await expect(panel.log).toContainText('Still here.');
      await panel.settled();
    });

    await test.step('another provider, another time', async () => {
      await panel.button('Model: scripted-model').click();
      await panel.settings
        .getByLabel('Provider')
        .selectOption('OpenAI (responses API)');
      await panel.settings.getByLabel('Base URL').fill(model.baseUrl);
      await panel.settings
        .getByLabel('Model', { exact: true })
        .fill('other-model');
      await panel.useModel();
      await panel.say('fourth words');
      await expect(panel.disclosure).toContainText(
        `This goes to other-model at ${host}`
      );
      await panel.disclosure.press('Escape');
      await expect(panel.disclosure).toHaveCount(0);
    });

    await test.step('what is on the list is named and never read', async () => {
      await panel.button('Model: other-model').click();
      await panel.settings.getByLabel('Provider').selectOption('OpenAI');
      await panel.settings.getByLabel('Base URL').fill(model.baseUrl);
      await panel.settings
        .getByLabel('Model', { exact: true })
        .fill('scripted-model');
      await panel.useModel();
      await expect(panel.button('Model: scripted-model')).toBeVisible();
      const settings = new Settings(page as unknown as Page);
      await settings.set('privacy', { deny: ['*.pem', 'data.*'] });
      await model.script([
        {
          calls: [
            'my.pem',
            'MY.PEM',
            'my%2Epem',
            './my.pem',
            'x/../my.pem',
            'data.csv'
          ].map(name => ({
            name: 'read_file',
            args: { path: `/${tmpPath}/${name}` }
          }))
        },
        call('search_workspace', {
          pattern: 'zq77\\d+vex',
          path: `/${tmpPath}`
        }),
        call('list_files', { path: `/${tmpPath}` }),
        answer('Nothing read.')
      ]);
      await panel.composer.fill('read the keys');
      await panel.send.click();
      await panel.answered('Nothing read.');
      const requests = await model.requests();
      const [first, ...rest] = toolTexts(requests.at(-1)!.body.messages);
      expect(first).toContain('list of files that Cellwright never opens');
      expect(rest.join('\n')).toContain('my.pem');
      expect(JSON.stringify(requests)).not.toContain(MARKER);
      await settings.set('privacy', { deny: ['*.pem'] });
      await model.script([
        call('read_file', { path: `/${tmpPath}/data.csv` }),
        answer('Allowed now.')
      ]);
      await panel.say('once more');
      await panel.answered('Allowed now.');
      expect(JSON.stringify(await model.requests())).toContain(MARKER);
    });
  });
});

test('with schemas only no value of data, output, error or picture is in any request', async ({
  begin,
  model,
  page,
  tmpPath
}) => {
  const settings = new Settings(page as unknown as Page);
  const { panel, notebook } = await begin({
    cells: [
      `import pandas as pd\ndf = pd.read_csv("people.csv")\ntoken = df.name[0]\ndf`,
      { markdown: '# People' },
      { markdown: 'Their names and ages.' }
    ],
    files: {
      'people.csv': `name,age\n${MARKER},31\n${MARKER},47\n`,
      'log.txt': `a line\n${MARKER}\n`
    }
  });
  await settings.set('privacy', { schemasOnly: true });
  await notebook.command('notebook:run-all-cells');
  await expect.poll(() => notebook.outputText(0)).toContain(MARKER);

  await model.script([
    call('read_notebook', {}),
    call('inspect_variables', {}),
    {
      calls: [
        { name: 'read_file', args: { path: `/${tmpPath}/people.csv` } },
        { name: 'read_file', args: { path: `/${tmpPath}/log.txt` } },
        {
          name: 'search_workspace',
          args: { pattern: 'zq77\\d+vex', path: `/${tmpPath}` }
        },
        { name: 'search_notebook_cells', args: { pattern: 'zq77\\d+vex' } },
        { name: 'list_files', args: { path: `/${tmpPath}` } },
        { name: 'check_resource', args: { dataframes: ['df'] } }
      ]
    },
    cell('print(token)\ndf'),
    cell(
      'import matplotlib.pyplot as plt\nplt.plot(df.age)\nplt.title(token)\nplt.show()'
    ),
    call('run_scratch', { code: 'print(token)' }),
    cell('raise ValueError(token)'),
    call('execute_command', { command: 'cat people.csv', cwd: `/${tmpPath}` }),
    answer('Only schemas.')
  ]);
  await notebook.command('cellwright:ask', {
    prompt: 'work on it',
    cellIds: ['cell-1']
  });
  await expect(panel.composer).toBeFocused();
  await page.keyboard.press('Enter');
  for (const shown of [
    'print(token)',
    'plt.plot',
    'print(token)',
    'raise ValueError',
    'cat people.csv'
  ]) {
    await expect(panel.cards).toContainText(shown);
    await panel.approve();
    await expect(panel.cards.filter({ hasText: shown })).toHaveCount(0);
  }
  await panel.answered('Only schemas.');

  const requests = await model.requests();
  const sent = JSON.stringify(requests.map(({ body }) => body));
  expect(sent).not.toContain(MARKER);
  expect(sent).not.toContain('data:image');
  // The schema was sent, and the values are still in the notebook.
  expect(sent).toContain('people.csv');
  expect(sent).toMatch(/name.{0,40}age/);
  expect(await notebook.outputText(1)).toContain(MARKER);

  await test.step('without it they are read', async () => {
    await settings.set('privacy', { schemasOnly: false });
    await model.script([
      call('read_file', { path: `/${tmpPath}/people.csv` }),
      answer('With values.')
    ]);
    await panel.say('read it again');
    await panel.answered('With values.');
    expect(JSON.stringify(await model.requests())).toContain(MARKER);
  });
});

test.describe('a key that is remembered', () => {
  test.use({ chosen: 'demo', settings: { debug: true } });

  test('it works after a reload, is nowhere in clear, and is gone when it is forgotten', async ({
    baseURL,
    begin,
    model,
    page,
    request
  }) => {
    const plain = page as unknown as Page;
    const traffic = new Traffic(plain);
    const { panel, notebook } = await begin();
    const form = panel.settings;
    const choose = async (): Promise<void> => {
      await panel.button(/^Model: /).click();
      await form.getByLabel('Provider').selectOption('OpenAI');
      await form.getByLabel('Base URL').fill(model.baseUrl);
      await form.getByLabel('Model', { exact: true }).fill('scripted-model');
    };
    const expectNowhere = async (): Promise<void> => {
      const stored = await everythingKept(plain);
      expect(stored).not.toContain(KEY);
      expect(stored).not.toContain([...KEY].join('\\u0000'));
      for (const address of [
        `api/contents/${notebook.path}`,
        'lab/api/workspaces',
        'lab/api/settings/cellwright:plugin'
      ]) {
        const response = await request.get(address);
        expect(response.ok()).toBe(true);
        expect(await response.text()).not.toContain(KEY);
      }
      expect(traffic.console.join('\n')).not.toContain(KEY);
      expect(traffic.frames.join('\n')).not.toContain(KEY);
      expect(
        traffic.requests.filter(
          ({ url, text }) =>
            text.includes(KEY) && !url.startsWith(`${model.baseUrl}/`)
        )
      ).toEqual([]);
    };

    await test.step('entered, remembered and used', async () => {
      await model.script([cell('20 + 3'), answer('It is 23.')], { key: KEY });
      await choose();
      await form.getByLabel('API key').fill(KEY);
      await form.getByLabel('Remember on this device').check();
      await form.getByRole('button', { name: 'Test connection' }).click();
      await expect(form.getByText(/answered in/)).toBeVisible();
      await panel.useModel();
      await panel.say('calculate');
      await panel.tell();
      await panel.approve();
      await panel.answered('It is 23.');
      // No third host is asked for anything.
      expect(traffic.hosts).toEqual(
        [new URL(baseURL!).host, new URL(model.baseUrl).host].sort()
      );
    });

    await test.step('a server that repeats the key is not repeated', async () => {
      await model.script([
        {
          status: 401,
          body: { error: { message: `Incorrect API key provided: ${KEY}.` } }
        },
        { text: `Your key is ${'sk-cellwright'}…` }
      ]);
      await panel.say('be refused');
      await expect(panel.error).toContainText('The key was not accepted.');
      await expect(panel.error).not.toContainText(KEY);
      await panel.settled();
    });

    await test.step('nowhere in clear: browser, server, console, notebook, debug view', async () => {
      await page.notebook.save();
      await panel.choose('Model requests');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        panel.button('Export').click()
      ]);
      const exported = readFileSync(await download.path(), 'utf8');
      expect(exported).toContain('calculate');
      expect(exported).not.toContain(KEY);
      await panel.root
        .getByRole('list', { name: 'Requests and answers' })
        .getByRole('button', { expanded: false })
        .evaluateAll(lines =>
          lines.forEach(line => (line as HTMLElement).click())
        );
      await expectNowhere();
      // It is stored after all, where it cannot be read.
      expect(await everythingKept(plain)).toContain(
        'CryptoKey, extractable: false'
      );
    });

    await test.step('a new page uses it', async () => {
      await model.script([{ text: 'With the key.' }], { key: KEY });
      await page.reload();
      await expect(panel.root.getByText(/idle$/)).toBeVisible();
      await panel.say('go on');
      await expect(panel.log).toContainText('With the key.');
      await panel.settled();
      await expectNowhere();
    });

    await test.step('forgotten, it is gone for the next page, too', async () => {
      await choose();
      await expect(form.getByLabel('API key')).toHaveAttribute(
        'placeholder',
        'Remembered on this device'
      );
      await form.getByRole('button', { name: 'Forget the key' }).click();
      await panel.useModel({ anyway: true });
      await model.script([{ text: 'Never.' }], { key: KEY });
      await page.reload();
      await expect(panel.root.getByText(/idle$/)).toBeVisible();
      // The old conversation is back, with its error, so start a new one.
      await panel.button('New conversation').click();
      await panel.say('without it');
      await expect(panel.error).toContainText('The key was not accepted.');
      expect((await model.lastRequest()).hasKey).toBe(false);
    });
  });
});
