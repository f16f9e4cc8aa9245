import type { Page } from '@playwright/test';

import { answer, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

// The server's own user names: made up for each login cookie.
test.use({ mockUser: false });

test('a log-out makes up another user: the conversation and the rule are still there, and a copy of the notebook has no rule', async ({
  begin,
  context,
  model,
  page,
  request,
  tmpPath
}) => {
  const plain = page as unknown as Page;
  const username = () =>
    plain.evaluate(async () => {
      const answered = await fetch('/api/me');
      return ((await answered.json()) as { identity: { username: string } })
        .identity.username;
    });
  await model.script([cell('print("one")'), answer('Done once.')]);
  const { panel, notebook } = await begin();
  await panel.say('begin');
  await panel.cards
    .getByRole('button', { name: 'Allow more than this step' })
    .click();
  await plain
    .getByRole('menuitem', { name: /^Allow for this notebook/ })
    .click();
  await panel.answered('Done once.');
  const before = await username();

  await context.clearCookies();
  await page.goto(`tree/${notebook.path}`);
  expect(before).toMatch(/^[0-9a-f]{32}$/);
  expect(await username()).toMatch(/^[0-9a-f]{32}$/);
  expect(await username()).not.toBe(before);
  await expect(panel.log).toContainText('Done once.');

  await model.script([cell('print("two")'), answer('Done twice.')]);
  await panel.say('again');
  await panel.answered('Done twice.');
  expect(await notebook.sources()).toContain('print("two")');

  const copied = await request.post(`api/contents/${tmpPath}`, {
    data: { copy_from: notebook.path }
  });
  const { path, name } = (await copied.json()) as {
    path: string;
    name: string;
  };
  const inside = await request.get(`api/contents/${path}`);
  expect((await inside.json()).content.metadata.cellwright).toEqual({
    id: expect.stringMatching(/^[\w-]{36}$/)
  });
  await page.goto(`tree/${path}?reset`);
  await panel.ready(name);
  await model.script([cell('print("three")'), answer('Done in the copy.')]);
  await panel.say('in the copy');
  await expect(panel.cards).toContainText('print("three")');
  await panel.approve();
  await panel.answered('Done in the copy.');
});
