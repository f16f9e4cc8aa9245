import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test, type Page } from '@playwright/test';

import type { StoragePage } from '../storage-page';

declare const storagePage: StoragePage;

/**
 * Only the storage, on the IndexedDB of a real browser, at Jupyter's origin.
 */
const ADDRESS = '/cellwright-storage-test';

let bundle: string;

test.beforeAll(() => {
  const { outputDir } = test.info().project;
  const file = path.join(outputDir, 'storage-page.js');
  execFileSync(process.execPath, [
    path.join(__dirname, '..', 'storage-page', 'build.mjs'),
    file
  ]);
  bundle = readFileSync(file, 'utf8');
});

test.beforeEach(async ({ context, page }) => {
  await context.route(`**${ADDRESS}`, route =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })
  );
  await open(page);
});

async function open(page: Page): Promise<void> {
  await page.goto(ADDRESS);
  await page.addScriptTag({ content: bundle });
}

type Overfilled = Awaited<ReturnType<StoragePage['overfill']>>;

/** What was stored before is all there, and nothing of the step that failed. */
function expectFull({ error, messages, rows }: Overfilled): void {
  expect(error?.name).toBe('ThreadError');
  expect(error?.message).toContain('space for this site is full');
  expect(messages).toBe(10);
  expect(rows?.[1]).toBe(rows?.[0]);
}

test('what cannot be stored is said and leaves what was stored before; a thread of 1,000 messages has its whole history', async ({
  page
}) => {
  await test.step('LangGraph’s whole suite for savers passes in the browser', async () => {
    const { passed, failed, skipped } = await page.evaluate(() =>
      storagePage.runSuite()
    );
    expect(failed).toEqual([]);
    expect(skipped).toEqual([]);
    expect(passed).toBeGreaterThan(700);
  });

  await test.step('a thread of 1,000 messages has its whole history', async () => {
    const checkpoints = await page.evaluate(() =>
      storagePage.countHistory('history', 1000)
    );
    expect(checkpoints).toBe(1000);
  });

  await test.step('space that runs out leaves the step before', async () => {
    for (const refuse of [0, 1, 2]) {
      await test.step(`at row ${refuse} of a step`, async () =>
        expectFull(
          await page.evaluate(
            at => storagePage.overfill(`full ${at}`, 5000, at),
            refuse
          )
        ));
    }
  });

  await test.step('a record that is not what was written is said, never guessed', async () => {
    const { error } = await page.evaluate(() => storagePage.damage('torn'));
    expect(error?.name).toBe('ThreadError');
    expect(error?.message).toContain('could not be read');
  });

  await test.step('a conversation whose newest checkpoint is none is marked for the next page', async () => {
    expect(
      await page.evaluate(() => storagePage.damageThread('marked'))
    ).toContain('begin a new conversation');
  });

  await test.step('another version in another tab is waited for three seconds, then all works without', async () => {
    const { why, took, works } = await page.evaluate(() =>
      storagePage.openBlocked('blocked')
    );
    expect(why).toContain('another tab still uses another version');
    expect(took).toBeGreaterThan(2900);
    expect(works).toBe(true);
  });

  await test.step('a private window works for as long as it is open, and says so', async () => {
    const { why, works } = await page.evaluate(() =>
      storagePage.openPrivate('private')
    );
    expect(why).toContain('as in a private window');
    expect(works).toBe(true);
    const open = await page.evaluate(() => storagePage.openAs('open'));
    expect(open).toMatchObject({ why: '', works: true });
  });
});

test('a thread is there again after a reload @core', async ({ page }) => {
  await page.evaluate(() => storagePage.keepThread('reload', 1000));
  await open(page);
  expect(await page.evaluate(() => storagePage.readThread('reload'))).toBe(
    1000
  );
});

test('a browser that is really full leaves the step before', async ({
  baseURL,
  page
}) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', {
    origin: new URL(baseURL!).origin,
    quotaSize: 2_000_000
  });
  expectFull(
    await page.evaluate(() => storagePage.overfill('really full', 4_000_000))
  );
});

test('without Web Locks one tab works on a thread, and another once it lets go, is taken from, or dies', async ({
  context,
  page
}) => {
  const other = await context.newPage();
  await open(other);
  const take = (at: Page, steal = false): Promise<boolean> =>
    at.evaluate(how => storagePage.takeThread('owner', how), steal);
  const decide = (at: Page, callId: string): Promise<boolean | string> =>
    at.evaluate(id => storagePage.decideAsOwner('owner', id), callId);

  const [here, there] = await Promise.all([take(page), take(other)]);
  expect([here, there].filter(Boolean)).toHaveLength(1);
  const [driver, waiting] = here ? [page, other] : [other, page];
  expect(await decide(driver, 'a')).toBe(true);

  expect(await take(waiting)).toBe(false);
  expect(await take(waiting, true)).toBe(true);
  expect(await decide(driver, 'b')).toBe('FencedError');
  expect(await decide(waiting, 'b')).toBe(true);

  await waiting.evaluate(() => storagePage.releaseThread());
  expect(await take(driver)).toBe(true);
  expect(await decide(driver, 'b')).toBe(false);

  // It dies, and its row stays: whoever gets no answer takes the thread.
  await driver.close();
  expect(await take(waiting)).toBe(false);
  expect(await take(waiting, true)).toBe(true);
});
