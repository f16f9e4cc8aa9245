import type { Page } from '@playwright/test';

import { ServerProcess } from '../../src/testing/mcp/server-process';
import { historyFaults, textOf, toolTexts } from '../support/history';
import { checkLooks } from '../support/looks';
import type { Panel } from '../support/panel';
import { answer, call } from '../support/scripted-model';
import { Settings } from '../support/settings';
import { expect, test } from '../support/test';

const running: ServerProcess[] = [];

async function start(file: string): Promise<ServerProcess> {
  const server = await ServerProcess.node(file);
  running.push(server);
  return server;
}

test.afterEach(async () => {
  await Promise.all(running.splice(0).map(server => server.end()));
});

test('what a server brings is drawn, played by a press, attached, and there after a reload; it asks within its call, and has a page opened by a click alone', async ({
  begin,
  model,
  page
}) => {
  const plain = page as unknown as Page;
  const [everything, hostile] = await Promise.all([
    start('everything.mjs'),
    start('hostile.mjs')
  ]);
  const { panel } = await begin();
  await new Settings(plain).set('mcp', {
    servers: [
      { name: 'everything', url: everything.url },
      // With it there are more tools than are all offered.
      { name: 'again', url: everything.url },
      { name: 'kinds', url: hostile.at('kinds') }
    ]
  });
  const sound = panel.log.locator('audio');
  const picture = panel.log.getByRole('img', { name: 'Picture of the result' });

  await test.step('all are connected', async () => {
    await panel.choose('MCP servers');
    for (const name of ['everything', 'again', 'kinds']) {
      await expect(
        panel.root.getByRole('region', { name, exact: true })
      ).toContainText('Connected');
    }
    await panel.button('Back to the conversation').click();
  });

  await test.step('results come', async () => {
    await model.script([
      call('find_tools', { query: 'get tiny image' }),
      call('find_tools', { query: 'get resource links' }),
      call('find_tools', { query: 'hear kinds' }),
      {
        calls: [
          { name: 'everything__get-tiny-image', args: {} },
          { name: 'everything__get-resource-links', args: { count: 2 } },
          { name: 'kinds__hear', args: {} }
        ]
      },
      answer('All came.')
    ]);
    await panel.say('Get a tiny image, the resource links, and hear.');
    await expect(panel.cards).toHaveCount(3);
    await panel.approveAll();
    await panel.answered('All came.');
    await unfoldCalls(panel);
  });

  await test.step('the picture is one', async () => {
    await expect(picture).toBeVisible();
    expect(
      await picture.evaluate(
        (image: HTMLImageElement) => image.complete && image.naturalWidth
      )
    ).toBeGreaterThan(0);
  });

  await test.step('the sound has a player, which is silent until it is pressed', async () => {
    await expect(sound).toBeVisible();
    await expect(sound).toHaveAttribute('aria-label', 'Sound of the result');
    const player = () =>
      sound.evaluate(({ paused, autoplay, controls }: HTMLAudioElement) => ({
        paused,
        autoplay,
        controls
      }));
    expect(await player()).toEqual({
      paused: true,
      autoplay: false,
      controls: true
    });
    // The same as its own play button.
    await sound.evaluate((player: HTMLAudioElement) => player.play());
    expect(
      await sound.evaluate(({ duration, error }: HTMLAudioElement) => ({
        isSound: duration > 0,
        error: error?.message ?? null
      }))
    ).toEqual({ isSound: true, error: null });
  });

  await test.step('a link is attached to the next message, and read only then', async () => {
    await checkLooks(plain, 'mcp-result-things');
    const link = panel.log.getByRole('button', {
      name: 'Attach “Text Resource 2” from everything to your next message'
    });
    await link.press('Enter');
    const chips = panel.root
      .getByRole('list', { name: 'Attached to this message' })
      .getByRole('listitem');
    await expect(chips).toHaveCount(1);
    const { messages } = (await model.lastRequest()).body;
    expect(toolTexts(messages).join()).not.toContain('This is a plaintext');
    await model.script([answer('Read.')]);
    await panel.say('What does it say?');
    await panel.answered('Read.');
    expect(textOf((await model.lastRequest()).body.messages.at(-1)!)).toMatch(
      /Resource 2: This is a plaintext resource/
    );
  });

  await test.step('after a reload they are drawn again', async () => {
    await page.reload();
    await panel.ready('analysis.ipynb');
    await unfoldCalls(panel);
    await expect(picture).toBeVisible();
    await expect(sound).toBeVisible();
  });

  await test.step('of many tools the debug view says which were offered, and why', async () => {
    const view = panel.root.getByRole('region', {
      name: 'Model requests'
    });
    const show = async (): Promise<void> => {
      await panel.choose('Model requests');
    };
    await show();
    await view
      .getByRole('switch', { name: 'Record requests and answers' })
      .click();
    await view.getByRole('button', { name: /^Back/ }).click();
    await model.script([answer('Offered.')]);
    await panel.say('Get the sum of two numbers.');
    await panel.answered('Offered.');
    await show();
    const request = view.getByRole('listitem').filter({ hasText: 'request' });
    await request.first().getByRole('button').first().click();
    const body = request.first().locator('pre');
    await request
      .first()
      .getByRole('button', { name: /^Show all/ })
      .click();
    // One that fits the message, one that was used, and one for the others.
    await expect(body).toContainText('"everything__get-sum"');
    await expect(body).toContainText('"everything__get-tiny-image"');
    await expect(body).toContainText('"find_tools"');
    await expect(body).not.toContainText('"everything__gzip-file-as-resource"');
    // With a page of the menu open, the panel follows to no other notebook.
    await view.getByRole('button', { name: /^Back/ }).click();
  });

  await test.step('a 2025 server asks within its call, has a page opened by a click alone, and after a reload its question is gone and the call unclear', async () => {
    const { panel, notebook } = await begin();
    await new Settings(plain).set('mcp', {
      servers: [{ name: 'old', url: everything.url }]
    });
    const question = panel.root.getByRole('group', { name: /^Question: / });
    const lastResult = async (): Promise<string> => {
      const { messages } = (await model.lastRequest()).body;
      expect(historyFaults(messages)).toEqual([]);
      return toolTexts(messages).at(-1)!;
    };
    await test.step('it is connected', async () => {
      await panel.choose('MCP servers');
      await expect(
        panel.root.getByRole('region', { name: 'old', exact: true })
      ).toContainText('Connected');
      await panel.button('Back to the conversation').click();
    });

    await test.step('its form is checked before it is sent, by the keyboard', async () => {
      await model.script([
        call('old__trigger-elicitation-request', {}),
        answer('It asked.')
      ]);
      await panel.say('Trigger an elicitation request.');
      await panel.approve();
      await expect(question).toContainText('“old” asks you');
      const name = question.getByRole('textbox', { name: /^String/ }).first();
      await panel.decide(
        'Enter',
        question.getByRole('button', { name: 'Answer' })
      );
      // Nothing is sent while a required field is empty.
      await expect(question).toContainText(/missing|required|must/i);
      await name.fill('Ada');
      await panel.decide(
        'Enter',
        question.getByRole('button', { name: 'Answer' })
      );
      await panel.answered('It asked.');
      expect(await lastResult()).toContain('Ada');
    });

    await test.step('a page is shown by its whole address, and opens by a click alone', async () => {
      // A separate page, on another port than Jupyter's.
      const url = `${everything.at('health')}?from=elicitation`;
      await model.script([
        call('old__trigger-url-elicitation', { url, message: 'Sign here' }),
        answer('It was opened.')
      ]);
      await panel.say('Trigger a url elicitation.');
      await panel.approve();
      await expect(question).toContainText('Sign here');
      await expect(question).toContainText(url);
      await checkLooks(plain, 'server-page-question');
      expect(plain.context().pages()).toHaveLength(1);
      const opening = plain.context().waitForEvent('page');
      await question
        .getByRole('button', { name: `Open 127.0.0.1:${everything.port}` })
        .click();
      const opened = await opening;
      expect(opened.url()).toBe(url);
      expect(await opened.evaluate(() => window.opener === null)).toBe(true);
      await panel.answered('It was opened.');
      expect(await lastResult()).toMatch(/accept/i);
      await opened.close();
    });

    await test.step('declined, nothing opens, and the server is told', async () => {
      const url = everything.at('never');
      await model.script([
        call('old__trigger-url-elicitation', { url }),
        answer('It was not.')
      ]);
      await panel.say('Trigger the url elicitation again.');
      await panel.approve();
      await question.getByRole('button', { name: 'Decline' }).click();
      await panel.answered('It was not.');
      expect(await lastResult()).toMatch(/decline/i);
      expect(plain.context().pages()).toHaveLength(1);
    });

    await test.step('the page goes while it asks: the question is closed and the call is unclear', async () => {
      await model.script([
        call('old__trigger-elicitation-request', {}),
        answer('Left out.')
      ]);
      await panel.say('Trigger the elicitation request again.');
      await panel.approve();
      await expect(question).toBeVisible();
      await page.goto(`tree/${notebook.path}`);
      const unclear = panel.cards.filter({ hasText: 'May have run already' });
      await expect(unclear).toBeVisible();
      await expect(question).toHaveCount(0);
      await checkLooks(plain, 'server-unclear');
      await unclear.getByRole('button', { name: 'Skip it' }).click();
      await panel.answered('Left out.');
      await lastResult();
    });
  });
});

/** Opens the lines of the calls. */
async function unfoldCalls(panel: Panel): Promise<void> {
  for (const name of ['tiny', 'links', 'hear']) {
    const line = panel.line(new RegExp(`Used .*${name}`, 'i')).first();
    await line.getByRole('button', { name: /Show details/ }).click();
  }
}
