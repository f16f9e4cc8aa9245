import type { Locator, Page } from '@playwright/test';

import { historyFaults, toolTexts } from '../support/history';
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

test('two tabs: one works on a conversation, both show it, and nothing happens twice @core', async ({
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

  await test.step('while a cell runs it cannot be taken over, and the tab says why', async () => {
    await model.script([
      cell(waiting('three')),
      cell(counted('four')),
      answer('Second job done.')
    ]);
    await first.say('a second job');
    await first.approve();
    await expect.poll(() => runs('three')).toBe(1);
    await second.button('Work here instead').click();
    await expect(driver(second)).toContainText(
      'The other tab is running code for this conversation.'
    );
    await writeGo('three');
    await expect(second.cards).toContainText('four.count');
    await expect(driver(second)).not.toContainText('is running code');
  });

  await test.step('“Work here instead” takes it over; the first tab shows that and does nothing more', async () => {
    await second.button('Work here instead').click();
    await expect(driver(first)).toContainText(ELSEWHERE);
    await expect(driver(second)).toHaveCount(0);
    await second.approve();
    await second.answered('Second job done.');
    await first.answered('Second job done.');
    expect(await runs('three')).toBe(1);
    expect(await runs('four')).toBe(1);
    const { messages } = (await model.lastRequest()).body;
    expect(historyFaults(messages)).toEqual([]);
    expect(toolTexts(messages).at(-1)).toContain('begun four');
  });

  await test.step('what the model answers a tab that lost it comes to nothing', async () => {
    await model.script([
      cell(counted('seven')),
      cell(counted('late'), { held: true }),
      cell(counted('anew')),
      answer('Gone on elsewhere.')
    ]);
    await second.say('a job to be taken over');
    await second.button('Allow more than this step').click();
    await tab.getByRole('menuitem', { name: /^Allow for this turn/ }).click();
    await expect.poll(() => runs('seven')).toBe(1);
    await expect.poll(async () => (await model.requests()).length).toBe(2);
    await first.button('Work here instead').click();
    await expect(driver(second)).toContainText(ELSEWHERE);
    await expect(driver(first)).toHaveCount(0);
    await first.button('Continue').click();
    await expect(first.cards).toContainText('anew.count');
    expect(await runs('late')).toBe(0);
    await first.approve();
    await first.answered('Gone on elsewhere.');
    await second.answered('Gone on elsewhere.');
    await expect.poll(async () => (await model.requests())[1].gone).toBe(true);
    const [, cut, again] = await model.requests();
    expect(again.body).toEqual(cut.body);
    expect(await runs('late')).toBe(0);
    expect(await runs('anew')).toBe(1);
    expect(await countsIn(notebook)).toEqual([
      'one',
      'two',
      'three',
      'four',
      'seven',
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
    await expect(driver(first)).toContainText(
      'The tab that was working on this is gone.'
    );
    await first.button('Go on here').click();
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
