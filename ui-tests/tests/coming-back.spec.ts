import type { APIRequestContext, Page } from '@playwright/test';

import {
  historyFaults,
  personTexts,
  textOf,
  toolTexts,
  type IChatRequest
} from '../support/history';
import { notebookFile } from '../support/notebook';
import { answer, cell, type Step } from '../support/scripted-model';
import { letEnd, runsOf, slowly } from '../support/slow-code';
import { expect, test, type IWork } from '../support/test';

const PLAN = [
  { content: 'Load the data', status: 'in_progress' },
  { content: 'Draw it', status: 'pending' }
];

const LONG = Array.from(
  { length: 30 },
  (_, index) => `Paragraph ${index} of what I found.`
).join('\n\n');

/** Two cells in one step: two pending cards. */
const TWO: Step = {
  text: 'Two cells more.',
  calls: ['left', 'right'].map(name => ({
    name: 'jupyter_cell',
    args: { code: `print("${name}")`, description: `Prints ${name}` }
  }))
};

test('after a reload everything is where it was, and the model reads the very same history @core', async ({
  begin,
  model,
  page
}) => {
  test.slow();
  await model.script([
    {
      text: LONG,
      calls: [{ name: 'write_todos', args: { todos: PLAN } }],
      chunkSize: 400
    },
    cell('x = 40\nprint("first")'),
    TWO,
    answer('All of it, and [the number](#cell={{cell:1}}).')
  ]);
  const work = await begin();
  const { panel, notebook } = work;
  const card = (name: string) =>
    panel.cards.filter({ hasText: `Prints ${name}` });
  const queue = panel.root.getByRole('list', { name: 'Queued messages' });
  const reason = panel.root.getByRole('textbox', {
    name: 'Reason for the rejection'
  });
  await panel.say('explore it');
  await panel.approve();
  await expect(panel.cards).toHaveCount(2);
  await panel.composer.fill('in blue please');
  await panel.composer.press('Enter');
  await expect(queue).toContainText('in blue please');
  await panel.unfold(card('right'));
  await card('right').getByRole('button', { name: 'Reject' }).click();
  await reason.fill('only the left one');
  await panel.edit('print("left, edited")', card('left'));
  await panel.composer.fill('and a thought that was not sent');
  const before = await model.lastRequest();
  await scrollTo(panel, 120);

  await comeBack(page, work);

  await test.step('messages, steps, plan, cards, words and place are there', async () => {
    await expect(panel.cards).toHaveCount(2);
    await expect(panel.log).toContainText('explore it');
    await expect(panel.log).toContainText('Paragraph 29');
    await expect(panel.line(/Ran cell/)).toBeVisible();
    await panel.root.getByRole('button', { name: /Load the data/ }).click();
    await expect(
      panel.root.getByRole('region', { name: 'To-do list' })
    ).toContainText('Draw it');
    await expect(panel.editor(card('left'))).toHaveText(
      'print("left, edited")'
    );
    await expect(reason).toHaveValue('only the left one');
    await expect(queue).toContainText('in blue please');
    await expect(panel.composer).toHaveValue('and a thought that was not sent');
    await expect
      .poll(() => panel.log.evaluate(log => Math.round(log.scrollTop)))
      .toBe(120);
    expect(await model.requests()).toHaveLength(3);
  });

  await test.step('the decisions count, and the next request begins as the last one', async () => {
    await panel.root.getByRole('button', { name: 'Send rejection' }).click();
    await expect(panel.cards).toHaveCount(1);
    await panel.write('print("left, edited twice")', card('left'));
    await panel.approve();
    await panel.answered('All of it');
    const { body } = await model.lastRequest();
    expectSameBeginning(body, before.body);
    expect(JSON.stringify(body.tools)).toBe(JSON.stringify(before.body.tools));
    expect(body.messages.slice(before.body.messages.length)).toMatchObject([
      { role: 'assistant' },
      { role: 'tool' },
      { role: 'tool' },
      { role: 'user' }
    ]);
    const [, left, right] = body.messages
      .slice(before.body.messages.length)
      .map(textOf);
    expect(left).toContain('left, edited twice');
    expect(right).toContain('only the left one');
    expect(personTexts(body.messages).at(-1)).toBe('in blue please');
    expect(await notebook.sources()).toEqual([
      '# Analysis',
      'x = 40\nprint("first")',
      'print("left, edited twice")'
    ]);
    await expect(queue).toHaveCount(0);
  });

  await test.step('a conversation that ended goes on with all of it', async () => {
    const ended = await model.lastRequest();
    await comeBack(page, work);
    await panel.answered('All of it');
    await model.script([answer('As I said.')]);
    await panel.say('are you sure');
    await panel.answered('As I said.');
    const { body } = await model.lastRequest();
    expectSameBeginning(body, ended.body);
    expect(textOf(body.messages.at(-1)!)).toContain('are you sure');
  });

  await test.step('a link by the short name the model has for a cell shows that cell', async () => {
    const [, inserted] = await notebook.cells();
    const name = /Cell (\S+) ran/.exec(JSON.stringify(before.body))?.[1] ?? '';
    expect(inserted.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(inserted.id).toMatch(new RegExp(`^${name}.{20}`));
    await panel.log.getByRole('link', { name: 'the number' }).first().click();
    await expect(
      page.locator('.jp-Notebook .jp-Cell').filter({ hasText: 'x = 40' })
    ).toHaveClass(/jp-mod-active/);
  });

  await test.step('what the model was writing is asked for again with Continue, and nothing runs twice', async () => {
    await model.script([
      cell('x = x + 1\nprint("now", x)'),
      { text: 'word '.repeat(20), chunkSize: 5, held: 10 },
      answer('Written anew.')
    ]);
    await panel.say('one more');
    await panel.approve();
    await expect(panel.log).toContainText('word word');
    await expect.poll(() => notebook.isSaved()).toBe(true);
    await comeBack(page, work);
    await expect(
      panel.log.getByText(
        /The model was cut off while it was writing\. The page was closed/
      )
    ).toBeVisible();
    const cut = await model.lastRequest();
    expect(await model.requests()).toHaveLength(2);
    await panel.button('Continue').click();
    await panel.answered('Written anew.');
    const again = await model.lastRequest();
    expect(again.body).toEqual(cut.body);
    await expect(panel.log).not.toContainText('word word');
    expect(await notebook.outputText(2)).toBe('now 41\n');
  });
});

test('what happens to kernel, server and notebook while the page is away is said, loses nothing, and runs nothing twice', async ({
  begin,
  files,
  model,
  page,
  request,
  tmpPath
}) => {
  test.slow();
  await test.step('what happens to the kernel while the page is away is said, and nothing runs twice', async () => {
    const work = await begin();
    const { panel, notebook } = work;
    const plain = page.context().pages()[0];
    const unclear = panel.cards.filter({ hasText: 'May have run already' });

    await test.step('a restart while a card waits: the card works, and the model hears that the variables are gone', async () => {
      await model.script([
        cell('x = 1\nprint("set")'),
        cell('print("y" if "x" in globals() else "no x")'),
        answer('All anew.')
      ]);
      await panel.say('two steps');
      await panel.approve();
      await expect(panel.cards).toContainText('no x');
      await plain.goto('about:blank');
      await restartKernel(request, notebook.path);
      await comeBack(page, work);
      await panel.approve();
      await panel.answered('All anew.');
      expect(await notebook.outputText(1)).toBe('no x\n');
      const { messages } = (await model.lastRequest()).body;
      expect(historyFaults(messages)).toEqual([]);
      expect(toolTexts(messages).at(-1)).toContain(
        'the kernel was restarted. Its variables and imports are gone'
      );
    });

    const choices = [
      {
        name: 'Run it',
        away: restartKernel,
        why: 'the kernel has been restarted since',
        runs: 2,
        result: 'ended'
      },
      {
        name: 'Treat it as done',
        away: restartKernel,
        why: 'the kernel has been restarted since',
        runs: 1,
        result: 'The person said to treat it as done'
      },
      {
        name: 'Skip it',
        away: endKernel,
        why: 'the kernel it ran on is gone',
        runs: 1,
        result: 'skipped'
      }
    ];
    for (const { name, away, why, runs, result } of choices) {
      await test.step(`${name}: code whose kernel is gone`, async () => {
        const id = name[0];
        await model.script([cell(slowly(id)), answer(`${name}.`)]);
        await panel.say('take your time');
        await panel.approve();
        await expect.poll(() => runsOf(files, id)).toBe(1);
        await plain.goto('about:blank');
        await away(request, notebook.path);
        await page.goto(`tree/${notebook.path}`);
        await expect(unclear).toContainText(why);
        expect(await runsOf(files, id)).toBe(1);
        await letEnd(files, id);
        await unclear.getByRole('button', { name }).click();
        await panel.answered(`${name}.`);
        expect(await runsOf(files, id)).toBe(runs);
        const { messages } = (await model.lastRequest()).body;
        expect(historyFaults(messages)).toEqual([]);
        expect(toolTexts(messages).at(-1)).toContain(result);
      });
    }
  });

  await test.step('a server that does not know the person any more is said, loses nothing, and is gone on with', async () => {
    const { panel, notebook } = await begin({
      files: { 'other.ipynb': notebookFile(['# another notebook']) }
    });
    const plain = page.context().pages()[0];
    const ended =
      'Your session on the Jupyter server has ended, or a hub has stopped the server. Log in again in another tab, or start it there, then try again here; nothing is lost.';

    await test.step('in the middle of a run: it goes on, and what could not be saved is saved later', async () => {
      await model.script([
        cell('print("kept")'),
        cell('print("again")'),
        answer('Both are there.')
      ]);
      await panel.say('two cells');
      await expect(panel.cards).toContainText('kept');
      await logOut(plain);
      await panel.approve();
      await expect(panel.log.getByText(ended)).toBeVisible();
      await expect(panel.cards).toContainText('again');
      await logIn(plain);
      await panel.approve();
      await panel.answered('Both are there.');
      await expect
        .poll(() => files.read(notebook.path.split('/').at(-1)!))
        .toMatch(/kept[^]*again/);
    });

    await test.step('where the run of an earlier page is to go on: it says so, and Continue works afterwards', async () => {
      await model.script([
        { text: 'word '.repeat(20), chunkSize: 5, held: 10 },
        cell('print("back")'),
        answer('Back again.')
      ]);
      await panel.say('write for long');
      await expect(panel.log).toContainText('word word');
      await page.goto(`tree/${tmpPath}/other.ipynb?reset`);
      await panel.ready('other.ipynb');
      await panel.button('Conversations').click();
      await logOut(plain);
      await panel.root
        .getByRole('list', { name: 'Conversations' })
        .getByText('two cells')
        .click();
      await panel.button('Continue').click();
      await expect(
        panel.log.getByText(`Cellwright cannot continue yet. ${ended}`)
      ).toBeVisible();
      expect(await model.requests()).toHaveLength(1);
      await logIn(plain);
      await panel.button('Continue').click();
      await panel.approve();
      await panel.answered('Back again.');
      expect(await notebook.outputText(2)).toBe('back\n');
      const { messages } = (await model.lastRequest()).body;
      expect(historyFaults(messages)).toEqual([]);
    });
  });

  await test.step('a conversation belongs to its notebook: a new one begins a new one, and a rename takes it along', async () => {
    await model.script([cell('print("mine")'), answer('Kept with it.')]);
    const { panel, notebook } = await begin();
    await panel.say('remember me');
    await expect(panel.cards).toBeVisible();

    await test.step('a new notebook', async () => {
      await panel.approve();
      await panel.answered('Kept with it.');
      // While something is going on, the panel stays with that conversation.
      await notebook.command('notebook:create-new', {
        cwd: tmpPath,
        kernelName: 'python3'
      });
      await expect(panel.root.getByText(/Untitled\.ipynb · /)).toBeVisible();
      await expect(panel.root).not.toContainText('remember me');
      await model.script([answer('A new one.')]);
      await panel.say('who are you');
      await panel.answered('A new one.');
      expect(personTexts((await model.lastRequest()).body.messages)).toEqual([
        'who are you'
      ]);
    });

    await test.step('the notebook of before', async () => {
      await notebook.command('docmanager:open', { path: notebook.path });
      await panel.answered('Kept with it.');
      await expect(panel.log).not.toContainText('who are you');
    });

    await test.step('a rename', async () => {
      const renamed = `${tmpPath}/renamed.ipynb`;
      await notebook.rename(notebook.path, renamed);
      // Leaving at once would lose what the page was about to store.
      await panel.button('Conversations').click();
      await expect(
        panel.root.getByRole('list', { name: 'Conversations' })
      ).toContainText('renamed.ipynb');
      await page.goto(`tree/${renamed}`);
      await expect(panel.root.getByText(/renamed\.ipynb · /)).toBeVisible();
      await panel.answered('Kept with it.');
      await model.script([answer('Still here.')]);
      await panel.say('and now');
      await panel.answered('Still here.');
      expect(personTexts((await model.lastRequest()).body.messages)).toEqual([
        'remember me',
        'and now'
      ]);
    });
  });
});

const ANYTHING = /\/api\/(contents|kernels|sessions)\b/;

/** Makes the server answer as if it did not know the person. */
function logOut(page: Page): Promise<unknown> {
  return page.route(ANYTHING, route =>
    route.fulfill({ status: 403, json: { message: 'Forbidden', reason: null } })
  );
}

function logIn(page: Page): Promise<void> {
  return page.unroute(ANYTHING);
}

async function restartKernel(
  request: APIRequestContext,
  path: string
): Promise<void> {
  const { kernel } = await sessionOf(request, path);
  await request.post(`api/kernels/${kernel.id}/restart`);
}

async function endKernel(
  request: APIRequestContext,
  path: string
): Promise<void> {
  const { id } = await sessionOf(request, path);
  await request.delete(`api/sessions/${id}`);
}

async function sessionOf(
  request: APIRequestContext,
  path: string
): Promise<{ id: string; kernel: { id: string } }> {
  const sessions = (await (await request.get('api/sessions')).json()) as {
    id: string;
    path: string;
    kernel: { id: string };
  }[];
  return sessions.find(session => session.path === path)!;
}

/**
 * Reloads the page and waits until the panel is bound to the notebook again.
 */
async function comeBack(
  page: { goto(path: string): Promise<unknown> },
  { panel, notebook }: IWork
): Promise<void> {
  await page.goto(`tree/${notebook.path}`);
  await panel.ready(notebook.path.split('/').at(-1)!);
}

/** What was sent before must come first, unchanged to the last character. */
function expectSameBeginning(after: IChatRequest, before: IChatRequest): void {
  expect(
    after.messages
      .slice(0, before.messages.length)
      .map(each => JSON.stringify(each))
  ).toEqual(before.messages.map(each => JSON.stringify(each)));
  expect(historyFaults(after.messages)).toEqual([]);
}

async function scrollTo(panel: IWork['panel'], top: number): Promise<void> {
  await panel.log.hover({ position: { x: 20, y: 20 } });
  await panel.log.evaluate((log, at) => {
    log.scrollTop = at;
  }, top);
}
