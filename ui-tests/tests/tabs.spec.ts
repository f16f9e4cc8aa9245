import type { Locator, Page } from '@playwright/test';

import { historyFaults } from '../support/history';
import type { Notebook } from '../support/notebook';
import type { Panel } from '../support/panel';
import { answer, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

/** Both tabs belong to the same person: data is stored per user. */
const USER = {
  identity: {
    username: 'ada',
    name: 'ada',
    display_name: 'Ada',
    initials: 'A',
    color: 'var(--jp-collaborator-color1)'
  },
  permissions: {}
};

test.use({ mockUser: USER });

const ELSEWHERE = 'Another tab is working on this conversation.';

/** Who is working on the conversation, if that is not this tab. */
function driver({ root }: Panel): Locator {
  return root.locator('.jp-Cellwright-driver');
}

/** Code that counts in a file on the server how often it ran. */
function counted(name: string, rest = ''): string {
  return `open("${name}.count", "a").write("x")\nprint("begun ${name}", flush=True)${rest}`;
}

const waiting = (name: string): string =>
  counted(
    name,
    `\nimport os, time\nwhile not os.path.exists("${name}.go"): time.sleep(0.05)\nprint("ended ${name}")`
  );

test('two tabs: one works on a conversation, both show it, and nothing happens twice', async ({
  anotherPage,
  begin,
  context,
  files,
  model,
  page
}) => {
  test.slow();
  const { panel: first, notebook } = await begin();
  const openTab = async (): Promise<{ tab: Page; panel: Panel }> => {
    const { page: tab, panel } = await anotherPage(context);
    await tab.goto(`workspaces/second/tree/${notebook.path}`);
    await panel.ready('analysis.ipynb');
    return { tab: tab as unknown as Page, panel };
  };
  const runs = async (name: string): Promise<number> =>
    (await files.read(`${name}.count`))?.length ?? 0;
  const writeGo = (name: string) => files.write(`${name}.go`, '');

  await model.script([
    cell(counted('one')),
    cell(counted('two')),
    answer('First job done.')
  ]);
  await first.say('a first job');
  await expect(first.cards).toContainText('one.count');
  const { tab, panel: second } = await openTab();

  await test.step('the second tab shows the card of the first, and decides it', async () => {
    await expect(second.cards).toContainText('one.count');
    await expect(driver(second)).toContainText(ELSEWHERE);
    await expect(driver(first)).toHaveCount(0);
    await second.approve();
    await expect(first.cards).toContainText('two.count');
    await expect(second.cards).toContainText('two.count');
    await expect(second.line(/Ran cell \[1\]/)).toBeVisible();
    expect(await runs('one')).toBe(1);
  });

  await test.step('both click at once: it counts once', async () => {
    const presses = await Promise.all([
      aimAtApprove(page, first),
      aimAtApprove(tab, second)
    ]);
    await Promise.all(presses.map(press => press()));
    await first.answered('First job done.');
    await second.answered('First job done.');
    expect(await runs('two')).toBe(1);
    const { messages } = (await model.lastRequest()).body;
    expect(historyFaults(messages)).toEqual([]);
    expect(await model.requests()).toHaveLength(3);
  });

  await test.step('what is said while a cell runs in the other tab reaches the run', async () => {
    await model.script([
      cell(waiting('three')),
      cell(counted('four')),
      answer('Second job done.')
    ]);
    await first.say('a second job');
    await first.approve();
    await expect.poll(() => runs('three')).toBe(1);
    await expect(driver(second)).toContainText(ELSEWHERE);
    await second.composer.fill('and a last wish');
    await second.composer.press('Enter');
    await expect(first.root).toContainText('and a last wish');
    await writeGo('three');
    await expect(second.cards).toContainText('four.count');
    await second.approve();
    await first.answered('Second job done.');
    await second.answered('Second job done.');
    expect(await runs('three')).toBe(1);
    expect(await runs('four')).toBe(1);
    const { messages } = (await model.lastRequest()).body;
    expect(historyFaults(messages)).toEqual([]);
    expect(JSON.stringify(messages)).toContain('and a last wish');
  });

  await test.step('Stop in the tab that only shows it ends the run', async () => {
    await model.script([
      cell(counted('late'), { held: true }),
      cell(counted('anew')),
      answer('Gone on elsewhere.')
    ]);
    await first.say('a job to be stopped');
    await expect.poll(async () => (await model.requests()).length).toBe(1);
    await expect(driver(second)).toContainText(ELSEWHERE);
    await second.button('Stop').click();
    await first.settled();
    await second.settled();
    await expect(driver(second)).toHaveCount(0);
    await expect.poll(async () => (await model.lastRequest()).gone).toBe(true);
  });

  await test.step('an idle conversation goes on where something is said', async () => {
    await model.script([cell(counted('anew')), answer('Gone on elsewhere.')]);
    await second.say('go on');
    await expect(driver(first)).toContainText(ELSEWHERE);
    await expect(driver(second)).toHaveCount(0);
    await first.approve();
    await first.answered('Gone on elsewhere.');
    await second.answered('Gone on elsewhere.');
    expect(await runs('late')).toBe(0);
    expect(await runs('anew')).toBe(1);
    expect(await countsIn(notebook)).toEqual([
      'one',
      'two',
      'three',
      'four',
      'anew'
    ]);
  });

  await test.step('the tab that works on it is closed: the other goes on, and nothing runs twice', async () => {
    await model.script([
      cell(counted('five')),
      cell(counted('six')),
      answer('Third job done.')
    ]);
    await second.say('a third job');
    await second.approve();
    await expect(first.cards).toContainText('six.count');
    await tab.close();
    await expect(driver(first)).toHaveCount(0);
    await first.approve();
    await first.answered('Third job done.');
    expect(await runs('five')).toBe(1);
    expect(await runs('six')).toBe(1);
    expect(historyFaults((await model.lastRequest()).body.messages)).toEqual(
      []
    );
  });
});

/**
 * Points at the button that approves.
 * @returns a function that presses it, without checking that it is still there.
 */
async function aimAtApprove(
  { mouse }: Pick<Page, 'mouse'>,
  { cards }: Panel
): Promise<() => Promise<void>> {
  const button = cards.getByRole('button', { name: 'Approve' });
  await button.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await button.boundingBox())!;
  await mouse.move(x + width / 2, y + height / 2);
  return async () => {
    await mouse.down();
    await mouse.up();
  };
}

/** The names of `counted` code, in the notebook's order. */
async function countsIn(notebook: Notebook): Promise<string[]> {
  const cells = await notebook.code();
  return cells.map(({ source }) => /"(\w+)\.count"/.exec(source)![1]);
}
