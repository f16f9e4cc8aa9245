import type { Locator, Page } from '@playwright/test';

import {
  historyFaults,
  personTexts,
  type IChatMessage
} from '../support/history';
import { tabTo } from '../support/keyboard';
import { checkLooks } from '../support/looks';
import type { Panel } from '../support/panel';
import { answer, call, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

test('an earlier message or moment can be begun from again: reviewed anew, with a history of its own, and no version is lost', async ({
  begin,
  model,
  page
}) => {
  test.slow();
  const plain = page as unknown as Page;
  const { panel, notebook } = await begin();
  const versions = panel.root.getByRole('combobox', {
    name: 'Version of the conversation'
  });
  const moments = panel.root
    .getByRole('list', { name: 'Points in the conversation' })
    .getByRole('listitem');
  const sent = async (): Promise<IChatMessage[]> =>
    (await model.lastRequest()).body.messages;
  const personsWords = async (): Promise<string[]> => personTexts(await sent());
  let secondTurn: IChatMessage[] = [];

  await test.step('two turns, each with a cell that was approved', async () => {
    for (const name of ['one', 'two']) {
      await model.script([
        call('write_todos', {
          todos: [{ content: `Do ${name}`, status: 'in_progress' }]
        }),
        cell(`print("ran ${name}")`),
        answer(`Answer ${name}.`)
      ]);
      await panel.say(`say ${name}`);
      await panel.approve();
      await panel.answered(`Answer ${name}.`);
      if (name === 'two') {
        secondTurn = (await model.requests())[0].body.messages;
      }
    }
    await expect(versions).toHaveCount(0);
  });

  await test.step('“Edit and resend” on the second message: what came before it stays, what came after does not go along', async () => {
    await model.script([
      cell('print("ran instead")'),
      answer('Answer instead.')
    ]);
    await editAndResend(panel, 'say two', 'say it differently');
    await expect(panel.cards).toContainText('ran instead');
    const messages = await sent();
    expect(messages.slice(0, -1)).toEqual(secondTurn.slice(0, -1));
    expect(await personsWords()).toEqual(['say one', 'say it differently']);
    await panel.approve();
    await panel.answered('Answer instead.');
    expect(historyFaults(await sent())).toEqual([]);
    await expect(panel.log).not.toContainText('say two');
    await expect(panel.log).toContainText('say one');
  });

  await test.step('both versions can be gone to, and show what was said in them', async () => {
    await expect(versions).toHaveText(/Version 1.*Version 2/);
    await versions.selectOption('Version 1');
    await expect(panel.log).toContainText('Answer two.');
    await expect(panel.log).toContainText('say two');
    await expect(panel.log).not.toContainText('say it differently');
    await versions.selectOption('Version 2');
    await expect(panel.log).toContainText('Answer instead.');
    await expect(panel.log).not.toContainText('Answer two.');
  });

  await test.step('a reload stays in the version, and so does the next message', async () => {
    await page.goto(`tree/${notebook.path}`);
    await expect(panel.log).toContainText('Answer instead.');
    await expect(panel.log).not.toContainText('Answer two.');
    await expect(versions).toHaveValue(/.+/);
    await model.script([answer('Still here.')]);
    await panel.say('where are we');
    await panel.answered('Still here.');
    expect(await personsWords()).toEqual([
      'say one',
      'say it differently',
      'where are we'
    ]);
    expect(historyFaults(await sent())).toEqual([]);
  });

  await test.step('the timeline shows its moments; one can be looked at, and two compared', async () => {
    // Using only the keyboard.
    await panel.composer.focus();
    await tabTo(plain, panel.button('Menu'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await tabTo(
      plain,
      panel.root.getByRole('menuitem', { name: 'Timeline' }),
      'ArrowDown'
    );
    await page.keyboard.press('Enter');
    await expect(moments.first()).toContainText('Answered: “Still here.”');
    const first = moments.filter({ hasText: 'You: “say one”' });
    await tabTo(plain, first.getByRole('button'));
    await page.keyboard.press('Enter');
    await expect(
      panel.root.getByRole('list', { name: 'Messages up to that point' })
    ).toHaveText(/^You: say one$/);
    await first
      .getByRole('combobox', { name: 'Compare with' })
      .selectOption({ label: await optionWith(first, 'Answer one.') });
    await expect(first.locator('.jp-Cellwright-detailsName')).toHaveText([
      'Messages',
      'To-do list',
      'Cells'
    ]);
    await expect(first).toContainText('Do one');
    await first.scrollIntoViewIfNeeded();
    await checkLooks(plain, 'timeline');
  });
});

async function editAndResend(
  panel: Panel,
  message: string,
  text: string
): Promise<void> {
  const line = panel.log
    .locator('.jp-Cellwright-user')
    .filter({ hasText: message });
  await line.hover();
  await line.getByRole('button', { name: 'Edit and resend' }).click();
  await expect(panel.composer).toHaveValue(message);
  await expect(panel.composer).toBeFocused();
  await panel.composer.fill(text);
  await panel.composer.press('Enter');
}

/** The whole label of the option that contains a text. */
async function optionWith(moment: Locator, text: string): Promise<string> {
  const option = moment.getByRole('option').filter({ hasText: text });
  await expect(option).not.toHaveCount(0);
  return (await option.first().textContent())!;
}
