import { readFile } from 'node:fs/promises';

import type { Locator, Page } from '@playwright/test';

import { historyFaults, personTexts, textOf } from '../support/history';
import { checkLooks } from '../support/looks';
import { notebookFile } from '../support/notebook';
import type { Panel } from '../support/panel';
import { answer, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

const DAY = 24 * 60 * 60 * 1000;

/** The rows of the list of conversations. */
function rows({ root }: Panel): Locator {
  return root
    .getByRole('list', { name: 'Conversations' })
    .getByRole('listitem');
}

async function showList(panel: Panel): Promise<void> {
  await panel.button('Conversations').click();
  await expect(
    panel.root.getByRole('region', { name: 'Conversations' })
  ).toBeVisible();
}

async function choose(panel: Panel, row: Locator, name: string): Promise<void> {
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await panel.root.getByRole('menuitem', { name, exact: true }).click();
}

/** As in the middle of an analysis: a cell that ran, and one that waits. */
const WAITING = [
  cell('print("ran before")'),
  cell('print("waits here")'),
  answer('Both are done.')
];

test('conversations are listed, found, named, pinned and deleted, and each notebook shows its own', async ({
  begin,
  model,
  page,
  tmpPath
}) => {
  test.slow();
  const plain = page as unknown as Page;
  const { panel, notebook } = await begin();
  const { keyboard } = page;
  await page.contents.uploadContent(
    notebookFile(['other = 1']),
    'text',
    `${tmpPath}/other.ipynb`
  );
  const search = panel.root.getByRole('textbox', {
    name: 'Search the conversations'
  });

  await test.step('each is in the list, with what it waits for', async () => {
    await model.script([answer('Penguins are birds.')]);
    await panel.say('look at the penguins');
    await panel.answered('Penguins are birds.');
    await panel.button('New conversation').click();
    await model.script([cell('count(whales)'), answer('Counted.')]);
    await panel.say('count the whales');
    await expect(panel.cards).toContainText('whales');
    await showList(panel);
    await expect(rows(panel)).toHaveCount(2);
    await expect(rows(panel).first()).toContainText('waiting for you');
    await expect(rows(panel).first()).toContainText('analysis.ipynb');
    await expect(rows(panel).last()).toContainText('look at the penguins');
    await checkLooks(plain, 'conversations');
  });

  await test.step('words find it where they were said', async () => {
    await search.fill('birds penguins');
    await expect(rows(panel)).toHaveCount(1);
    await expect(rows(panel)).toContainText('Penguins are birds.');
    await search.fill('no such words');
    await expect(
      panel.root.getByText('No conversation contains these words.')
    ).toBeVisible();
    await search.fill('');
    await expect(rows(panel)).toHaveCount(2);
  });

  await test.step('by keyboard: F2 names it, Delete asks first', async () => {
    await search.focus();
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await expect(rows(panel).last().getByRole('button').first()).toBeFocused();
    await keyboard.press('F2');
    await expect(plain.locator('.jp-Dialog input')).toBeFocused();
    await keyboard.type('Birds of the south');
    await keyboard.press('Enter');
    await expect(rows(panel).last()).toContainText('Birds of the south');
    const row = rows(panel).last().getByRole('button').first();
    await expect(row).toBeFocused();
    await keyboard.press('Delete');
    const question = plain.getByRole('dialog');
    await expect(question).toContainText('everything stored about it');
    await expect(
      question.getByRole('button', { name: 'Keep it' })
    ).toBeFocused();
    await keyboard.press('Escape');
    await expect(row).toBeFocused();
  });

  await test.step('what is pinned stands first, and its name stays', async () => {
    await choose(panel, rows(panel).last(), 'Pin');
    await expect(rows(panel).first()).toContainText('Birds of the south');
    await expect(rows(panel).first()).toContainText('pinned');
    await rows(panel).first().getByRole('button').first().click();
    await expect(panel.log).toContainText('Penguins are birds.');
    await expect(
      panel.root.getByRole('heading', { name: 'Birds of the south' })
    ).toBeVisible();
  });

  await test.step('a new one can begin with a summary of it', async () => {
    await model.script([
      { text: 'They asked about penguins, which are birds.' },
      answer('Going on.')
    ]);
    await panel.choose(/with a summary/);
    await expect(
      panel.root.getByText('Begins with a summary of “Birds of the south”.')
    ).toBeVisible();
    await checkLooks(plain, 'with-summary');
    await panel.say('go on from there');
    await panel.answered('Going on.');
    const [asked, first] = (await model.requests()).map(
      ({ body }) => body.messages
    );
    expect(JSON.stringify(asked)).toContain('Penguins are birds.');
    expect(personTexts(first)).toEqual(['go on from there']);
    expect(textOf(first.at(-1)!)).toContain(
      'They asked about penguins, which are birds.'
    );
    await expect(panel.log).not.toContainText('look at the penguins');
  });

  await test.step('each notebook shows its own when it comes to the front', async () => {
    await notebook.command('docmanager:open', {
      path: `${tmpPath}/other.ipynb`
    });
    await expect(panel.root.getByText(/other\.ipynb · .*idle/)).toBeVisible();
    await expect(panel.log).toHaveCount(0);
    await model.script([answer('In the other one.')]);
    await panel.say('what is here');
    await panel.answered('In the other one.');
    await page.activity.activateTab('analysis.ipynb');
    await expect(panel.log).toContainText('Going on.');
    await expect(panel.log).not.toContainText('In the other one.');
    await page.activity.activateTab('other.ipynb');
    await expect(panel.log).toContainText('In the other one.');
  });

  await test.step('what is deleted is gone, and a card with it', async () => {
    await showList(panel);
    await expect(rows(panel)).toHaveCount(4);
    const waiting = rows(panel).filter({ hasText: 'count the whales' });
    await choose(panel, waiting, 'Delete');
    const question = plain.getByRole('dialog');
    await expect(question).toContainText('It is waiting for your decision.');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(rows(panel)).toHaveCount(3);
    await search.fill('whales');
    await expect(rows(panel)).toHaveCount(0);
  });
});

test('a conversation from a file is words: nothing waits in it, and a model reads it as data once the person goes on', async ({
  begin,
  model,
  page,
  tmpPath
}) => {
  const plain = page as unknown as Page;
  const { panel, notebook } = await begin();
  const other = `${tmpPath}/other.ipynb`;
  await page.contents.uploadContent(notebookFile([]), 'text', other);
  await model.script(WAITING);
  await panel.say('two cells');
  await panel.approve();
  await expect(panel.cards).toContainText('waits here');
  let file = '';

  await test.step('the file holds no decision and no journal', async () => {
    await showList(panel);
    const download = page.waitForEvent('download');
    await choose(panel, rows(panel).first(), 'Export');
    file = await (await download).path();
    const text = await readFile(file, 'utf8');
    expect(text).toContain('ran before');
    expect(text).not.toMatch(/review-decided|"decision"|"hash"|msg_id|msgId/);
  });

  await test.step('in another notebook its words are there, and no card', async () => {
    await notebook.command('docmanager:open', { path: other });
    await panel.button(/^Back/).click();
    // A card is waiting, so the panel does not follow by itself.
    await expect(panel.button('Conversation of other.ipynb')).toBeVisible();
    await showList(panel);
    const requests = (await model.requests()).length;
    await panel.root.getByLabel('File of a conversation').setInputFiles(file);
    await expect(panel.log).toContainText('two cells');
    await expect(panel.log).toContainText(
      /imported from the file .*It includes messages/
    );
    await expect(panel.button('Continue')).toBeVisible();
    await expect(panel.cards).toHaveCount(0);
    expect(await readFile(file, 'utf8')).not.toContain('waits here');
    expect((await model.requests()).length).toBe(requests);
    expect(await notebook.sources(other)).toEqual(['']);
    await checkLooks(plain, 'imported');
  });

  await test.step('Continue sends it as data, and what the model wants then is a card', async () => {
    await model.script([cell('print("once more")'), answer('Done here.')]);
    await panel.button('Continue').click();
    await expect(panel.cards).toContainText('once more');
    await expect(panel.cards).toContainText('other.ipynb');
    const { messages } = (await model.lastRequest()).body;
    expect(historyFaults(messages)).toEqual([]);
    expect(personTexts(messages)).toEqual(['Continue.']);
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(textOf(messages[1])).toMatch(
      /<data from="file">\n[^]*two cells[^]*ran before[^]*<\/data>/
    );
    await panel.approve();
    await panel.answered('Done here.');
    // It replaces the empty cell that was there.
    expect(await notebook.sources(other)).toEqual(['print("once more")']);
    expect(await notebook.sources()).toEqual([
      '# Analysis',
      'print("ran before")'
    ]);
  });

  await test.step('it goes on like any other, and the list says where it is from', async () => {
    await model.script([answer('Still in it.')]);
    await panel.say('and now');
    await panel.answered('Still in it.');
    expect(personTexts((await model.lastRequest()).body.messages)).toEqual([
      'Continue.',
      'and now'
    ]);
    await showList(panel);
    await expect(rows(panel).filter({ hasText: 'other.ipynb' })).toContainText(
      'from a file'
    );
    await expect(
      rows(panel).filter({ hasText: 'analysis.ipynb' })
    ).toContainText('waiting for you');
  });

  await test.step('a file that is none is refused in a sentence', async () => {
    await panel.root.getByLabel('File of a conversation').setInputFiles({
      name: 'notes.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"cells": []}')
    });
    await expect(panel.root.getByRole('alert')).toContainText(
      'This file is not a'
    );
    await expect(rows(panel)).toHaveCount(2);
  });
});

test.describe('that are kept for some days', () => {
  test.use({ settings: { threads: { keepDays: 30 } } });

  test('old conversations are cleaned up, and never one that waits for a decision', async ({
    begin,
    model,
    page
  }) => {
    test.slow();
    const { panel, notebook } = await begin();
    for (const text of ['an old one', 'a pinned one', 'a waiting one']) {
      await panel.button('New conversation').click();
      await model.script(
        text === 'a waiting one' ? WAITING : [answer('Answered.')]
      );
      await panel.say(text);
      await (text === 'a waiting one'
        ? expect(panel.cards).toBeVisible()
        : panel.answered('Answered.'));
    }
    await showList(panel);
    await choose(panel, rows(panel).filter({ hasText: 'a pinned one' }), 'Pin');
    await expect(rows(panel)).toHaveCount(3);
    await age(page as unknown as Page, 60 * DAY);

    await page.goto(`tree/${notebook.path}`);
    await expect(panel.cards).toContainText('ran before');
    await showList(panel);
    await expect(
      panel.root.getByText(
        /“an old one” was deleted: it had not been used for a long time/
      )
    ).toBeVisible();
    await expect(rows(panel)).toHaveCount(2);
    await expect(rows(panel).first()).toContainText('a pinned one');
    await expect(rows(panel).last()).toContainText('a waiting one');
    await panel.button(/^Back/).click();
    await panel.approve();
    await expect(panel.cards).toContainText('waits here');
  });
});

test.describe('with a file beside the notebook', () => {
  test.use({ settings: { threads: { storage: 'files' } } });

  test('another browser asks before it takes what is in the file, and two versions stand side by side', async ({
    anotherPage,
    begin,
    browser,
    files,
    model,
    tmpPath
  }) => {
    test.slow();
    const { panel, notebook } = await begin();
    const file = 'analysis.cellwright.json';

    await test.step('a run writes the file', async () => {
      await model.script([answer('Said in the first browser.')]);
      await panel.say('begin here');
      await panel.answered('first browser');
      await expect
        .poll(() => files.read(file))
        .toContain('Said in the first browser.');
      expect(await files.read(file)).not.toMatch(/"decision"|apiKey|Bearer/);
    });

    await test.step('it follows the notebook to another name, and back', async () => {
      for (const [from, to] of [
        ['analysis', 'renamed'],
        ['renamed', 'analysis']
      ]) {
        await notebook.rename(
          `${tmpPath}/${from}.ipynb`,
          `${tmpPath}/${to}.ipynb`
        );
        await expect
          .poll(() => files.names())
          .toEqual([`${to}.cellwright.json`, `${to}.ipynb`]);
        expect(await files.read(`${to}.cellwright.json`)).toContain(
          'Said in the first browser.'
        );
      }
    });

    const other = await browser.newContext();
    const { page: second, panel: there } = await anotherPage(other);

    const asked = (where: Panel) =>
      where.root.getByRole('group', {
        name: 'Conversations beside this notebook'
      });

    await test.step('a browser that did not write it asks, and is gone on with there', async () => {
      const requests = (await model.requests()).length;
      await second.goto(`tree/${notebook.path}`);
      await expect(asked(there)).toContainText(
        'contains 1 conversation that was not written in this browser'
      );
      await expect(there.log).toHaveCount(0);
      await checkLooks(second, 'found-beside');
      await asked(there).getByRole('button', { name: 'Show them' }).focus();
      await second.keyboard.press('Enter');
      await expect(there.log).toContainText('Said in the first browser.');
      await expect(asked(there)).toHaveCount(0);
      expect((await model.requests()).length).toBe(requests);
      await model.script([answer('Said in the second browser.')]);
      await there.say('go on there');
      await there.answered('second browser');
      expect(personTexts((await model.lastRequest()).body.messages)).toEqual([
        'go on there'
      ]);
      await expect
        .poll(() => files.read(file))
        .toContain('Said in the second browser.');
    });

    await test.step('continued in both, both are kept and listed', async () => {
      await model.script([answer('Said again in the first.')]);
      await panel.say('go on here');
      await panel.answered('again in the first');
      await asked(panel).getByRole('button', { name: 'Show them' }).click();
      await expect(panel.log).toContainText('Said in the second browser.');
      await expect
        .poll(() => files.read(file))
        .toContain('Said again in the first.');
      expect(await files.read(file)).toContain('Said in the second browser.');
      expect(await files.names()).toEqual([file, 'analysis.ipynb']);
      await showList(panel);
      await expect(rows(panel)).toHaveCount(2);
    });
    await other.close();
  });
});

test('where the browser keeps nothing, that is said quietly and all works as long as the page', async ({
  begin,
  model,
  page
}) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('No storage here.', 'SecurityError');
    };
  });
  const { panel, notebook } = await begin();
  await expect(
    panel.root
      .getByRole('status')
      .filter({ hasText: 'Conversations are not kept' })
  ).toContainText('They last until the page is closed.');
  await checkLooks(page as unknown as Page, 'not-kept');
  await model.script([...WAITING]);
  await panel.say('two cells');
  await panel.approve();
  await expect(panel.cards).toContainText('waits here');
  await panel.approve();
  await panel.answered('Both are done.');
  expect(await notebook.code()).toHaveLength(2);
  await panel.button('New conversation').click();
  await model.script([answer('Another one.')]);
  await panel.say('another one');
  await panel.answered('Another one.');
  await showList(panel);
  await expect(rows(panel)).toHaveCount(2);
  await rows(panel).last().getByRole('button').first().click();
  await expect(panel.log).toContainText('Both are done.');
  await panel.button('Undo this turn').click();
  await expect(panel.root.getByText(/^Remove cell/)).toHaveCount(2);
});

/** Makes every conversation look as if it was last used some time ago. */
async function age(page: Page, ms: number): Promise<void> {
  await page.evaluate(async by => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('cellwright-threads')) {
        continue;
      }
      const database = await done(indexedDB.open(name));
      const store = database
        .transaction('threads', 'readwrite')
        .objectStore('threads');
      for (const thread of await done(store.getAll())) {
        const updated = thread.updated - by;
        await done(store.put({ ...thread, updated }, thread.id));
      }
      database.close();
    }
  }, ms);
}
