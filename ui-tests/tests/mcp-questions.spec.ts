import type { Page } from '@playwright/test';

import { ServerProcess } from '../../src/testing/mcp/server-process';
import { historyFaults, toolTexts } from '../support/history';
import { checkLooks } from '../support/looks';
import { answer, call } from '../support/scripted-model';
import { Settings } from '../support/settings';
import { expect, test } from '../support/test';

test('a 2025 server asks within its call, has a page opened by a click alone, and after a reload its question is gone and the call unclear', async ({
  begin,
  model,
  page
}) => {
  const plain = page as unknown as Page;
  const server = await ServerProcess.node('everything.mjs');
  const { panel } = await begin();
  await new Settings(plain).set('mcp', {
    servers: [{ name: 'old', url: server.url }]
  });
  const question = panel.root.getByRole('group', { name: /^Question: / });
  const lastResult = async (): Promise<string> => {
    const { messages } = (await model.lastRequest()).body;
    expect(historyFaults(messages)).toEqual([]);
    return toolTexts(messages).at(-1)!;
  };
  try {
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
      const url = `${server.at('health')}?from=elicitation`;
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
        .getByRole('button', { name: `Open 127.0.0.1:${server.port}` })
        .click();
      const opened = await opening;
      expect(opened.url()).toBe(url);
      expect(await opened.evaluate(() => window.opener === null)).toBe(true);
      await panel.answered('It was opened.');
      expect(await lastResult()).toMatch(/accept/i);
      await opened.close();
    });

    await test.step('declined, nothing opens, and the server is told', async () => {
      const url = server.at('never');
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
      await page.reload();
      const unclear = panel.cards.filter({ hasText: 'May have run already' });
      await expect(unclear).toBeVisible();
      await expect(question).toHaveCount(0);
      await checkLooks(plain, 'server-unclear');
      await unclear.getByRole('button', { name: 'Skip it' }).click();
      await panel.answered('Left out.');
      await lastResult();
    });
  } finally {
    await server.end();
  }
});
