import type { Locator, Page } from '@playwright/test';

import { tabTo } from '../support/keyboard';
import { checkLooks } from '../support/looks';
import { answer, call, cell } from '../support/scripted-model';
import { Settings } from '../support/settings';
import { expect, test } from '../support/test';

test('a cell says who proposed and who approved it, and a copy of it does not; the log tells what was proposed, decided and done, by whom and after how long', async ({
  begin,
  files,
  model,
  page
}) => {
  test.slow();
  const plain = page as unknown as Page;
  const { panel, notebook } = await begin({
    cells: [{ markdown: '# Analysis' }, 'mine = 1']
  });
  const cellWith = (text: string): Locator =>
    page.locator('.jp-Notebook .jp-Cell').filter({ hasText: text });
  const mark = (text: string): Locator =>
    cellWith(text).getByRole('button', { name: /^Where this cell comes from/ });
  const details = (text: string): Locator =>
    cellWith(text).locator('.jp-Cellwright-CellMark-details');

  await model.script([
    cell('print("approved")'),
    cell('print("to be edited")'),
    call('markdown', { content: 'A note.' }),
    answer('Three cells.')
  ]);
  await panel.say('three cells');
  await panel.approve();
  await expect(panel.cards).toContainText('to be edited');
  await panel.edit('print("edited")\nprint("twice")');
  await panel.approve();
  await panel.answered('Three cells.');

  await test.step('the mark names the model, who approved, when, and whether it was edited', async () => {
    const today = new Date().getFullYear();
    await expect(mark('print("approved")')).toHaveAccessibleName(
      new RegExp(
        `^Where this cell comes from: The file says: Proposed by scripted-model\\. Approved by a person, .*${today}.*\\.$`
      )
    );
    await expect(mark('print("edited")')).toHaveAccessibleName(
      /Approved by a person, .*\. Edited before it was approved\.$/
    );
    await expect(mark('A note.')).toHaveAccessibleName(
      /Allowed by the rule “its own Markdown”/
    );
    await expect(mark('mine = 1')).toHaveCount(0);
    await expect(mark('# Analysis')).toHaveCount(0);
  });

  await test.step('its details are shown under the pointer, and to the keyboard', async () => {
    await expect(details('print("approved")')).toBeHidden();
    await mark('print("approved")').hover();
    await expect(details('print("approved")')).toBeVisible();
    await checkLooks(plain, 'provenance', '.jp-Cellwright-CellMark');
    await page.mouse.move(0, 0);
    await expect(details('print("approved")')).toBeHidden();
    await cellWith('print("approved")').locator('.jp-InputPrompt').click();
    await page.mouse.move(0, 0);
    await tabTo(plain, mark('print("approved")'));
    await expect(details('print("approved")')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(details('print("approved")')).toBeHidden();
  });

  await test.step('nobody approved a copy, or the other half of a cell that was split', async () => {
    await cellWith('print("approved")').locator('.jp-InputPrompt').click();
    await notebook.command('notebook:copy-cell');
    await notebook.command('notebook:paste-cell-below');
    await expect(cellWith('print("approved")')).toHaveCount(2);
    await expect(mark('print("approved")')).toHaveCount(1);

    await cellWith('print("edited")').locator('.cm-line').last().click();
    await page.keyboard.press('Home');
    await notebook.command('notebook:split-cell-at-cursor');
    const halves = page
      .locator('.jp-Notebook .jp-Cell')
      .filter({ hasText: /print\("(edited|twice)"\)/ });
    await expect(halves).toHaveCount(2);
    await expect(
      halves.getByRole('button', { name: /^Where this cell comes from/ })
    ).toHaveCount(1);
  });

  await test.step('a setting hides the marks', async () => {
    const settings = new Settings(plain);
    await settings.set('provenance', false);
    await expect(page.locator('.jp-Cellwright-CellMark')).toHaveCount(0);
    await settings.set('provenance', true);
    await expect(page.locator('.jp-Cellwright-CellMark')).toHaveCount(3);
  });

  await test.step('“Strip Cellwright metadata” takes the notes out of the file, those of copies too', async () => {
    const saved = async (): Promise<string> => {
      await page.notebook.save();
      return (await files.read('analysis.ipynb'))!;
    };
    expect(await saved()).toContain('"cellwright":{');
    await notebook.command('cellwright:strip-metadata');
    await expect(page.locator('.jp-Cellwright-CellMark')).toHaveCount(0);
    const file = await saved();
    expect(file).not.toContain('cellwright');
    expect(file).not.toContain('scripted-model');
    expect(file).toContain('approved');
  });

  const entries = panel.root
    .getByRole('list', { name: 'Entries' })
    .getByRole('listitem');
  await test.step('a conversation of its own: a cell that is edited, one that is approved twice, one that is rejected', async () => {
    await panel.button('New conversation').click();
    await rememberReviews(plain);
    await model.script([
      cell('print("proposed")'),
      cell('print("twice")'),
      cell('print("rejected")'),
      answer('All three.')
    ]);
    await panel.say('three cells');
    await panel.edit('print("mine")');
    await panel.approve();
    await expect(panel.cards).toContainText('twice');
    await approveTwice(plain);
    await expect(panel.cards).toContainText('rejected');
    await panel.reject('no more');
    await panel.answered('All three.');
  });

  await test.step('every kind of entry is there, in order', async () => {
    await panel.choose('Log');
    await tabTo(
      plain,
      panel.root.getByRole('textbox', { name: 'Search the log' })
    );
    await tabTo(plain, panel.button('Export as a report'));
    await expect(entries.first()).toContainText('three cells');
    await expect(entries.nth(1)).toContainText('A run began on');
    for (const [kind, text] of [
      ['Proposal', /^Proposal.*jupyter_cell/],
      ['Request', /A request to the model/],
      ['Effect', /Inserted.*jupyter_cell/],
      ['Effect', /Sent.*to the kernel/],
      ['Outcome', /Ran cell/],
      ['Decision', /Edited and approved: .*by you/],
      ['Decision', /Rejected: .*by you/],
      ['Duplicate refused', /already decided; the first decision counts/]
    ] as const) {
      await expect(
        entries.filter({ hasText: kind }).filter({ hasText: text }).first()
      ).toBeVisible();
    }
    await expect(entries.last()).toContainText('The run ended with an answer');
    await checkLooks(plain, 'log');
  });
});

interface IReviewing {
  subscribe(
    listener: (event: {
      type: string;
      threadId: string;
      interruptId: string;
      cards: { callId: string; hash: string }[];
    }) => void
  ): void;
  send(command: Record<string, unknown>): Promise<void>;
}

type ReviewingPage = Window & {
  agent: IReviewing;
  review: Parameters<Parameters<IReviewing['subscribe']>[0]>[0];
};

async function rememberReviews(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const here = window as unknown as ReviewingPage;
    here.agent = (await window.galata.getPlugin(
      'cellwright:agent' as never
    )) as unknown as IReviewing;
    here.agent.subscribe(event => {
      if (event.type === 'review-opened') {
        here.review = event;
      }
    });
  });
}

/**
 * The same decision twice, by two that do not know of each other, like two
 * tabs.
 */
async function approveTwice(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { agent, review } = window as unknown as ReviewingPage;
    const [{ callId, hash }] = review.cards;
    for (let time = 0; time < 2; time++) {
      void agent.send({
        type: 'resume',
        threadId: review.threadId,
        interruptId: review.interruptId,
        decisions: { [callId]: { type: 'approve' } },
        hashes: { [callId]: hash }
      });
    }
  });
}
