import type { Page } from '@playwright/test';

import { answer, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';
import { Traffic } from '../support/traffic';

const HOST = 'evil.example';
const ATTACK = [
  '<img src="x" onerror="window.attacked=1">',
  '<script>window.attacked=2</script>',
  '<a href="javascript:window.attacked=3">press me</a>',
  '[press me too](javascript:window.attacked=4)',
  `![pixel](https://${HOST}/pixel.png)`,
  `<img src="https://${HOST}/tag.png">`,
  '<button data-commandlinker-command="cellwright:open">command</button>',
  '<svg onload="window.attacked=5"><circle r="1"/></svg>',
  `<iframe src="https://${HOST}/frame"></iframe>`,
  `<style>body{background:url(https://${HOST}/css)}</style>`
].join('\n\n');

test('nothing that a model, a kernel or a file writes runs in the page or reaches another host', async ({
  begin,
  model,
  page
}) => {
  const traffic = new Traffic(page as unknown as Page);
  await model.script([
    cell(`raise ValueError(${JSON.stringify(ATTACK.replaceAll('\n', ' '))})`, {
      text: ATTACK
    }),
    {
      calls: [
        {
          name: 'jupyter_cell',
          args: { code: 'x = 1  # ‮evil⁦', description: ATTACK }
        }
      ]
    },
    answer(ATTACK, [ATTACK])
  ]);
  const { panel } = await begin();
  await panel.say(ATTACK);
  await panel.approve();
  await expect(panel.line(/failed: “ValueError/)).toBeVisible();
  await panel
    .line(/failed: “ValueError/)
    .getByRole('button')
    .first()
    .click();

  await test.step('characters that reverse or hide text are shown as what they are', async () => {
    await expect(panel.cards).toContainText(/x = 1/);
    const shown = await panel.cards
      .getByRole('textbox', { name: 'Proposed code' })
      .evaluate(editor => editor.innerHTML);
    expect(shown).toMatch(/202e/i);
    expect(shown).toMatch(/2066/i);
  });
  await panel.approve();
  await panel.answered('press me too');

  await test.step('links lead nowhere they should not, pictures wait to be asked for', async () => {
    for (const link of await panel.log.getByText('press me').all()) {
      await link.click();
    }
    expect(
      await panel.log
        .locator('a')
        .evaluateAll(links => links.map(link => link.getAttribute('href')))
    ).not.toContainEqual(expect.stringContaining('javascript'));
    await expect(
      panel.finalAnswer.getByRole('button', {
        name: `Load image from ${HOST}`
      })
    ).toHaveCount(2);
    await expect(
      panel.log.locator('script, iframe, svg[onload], style, [onerror]')
    ).toHaveCount(0);
    await expect(panel.log.locator('[data-commandlinker-command]')).toHaveCount(
      0
    );
  });

  expect(
    await page.evaluate(() => (window as { attacked?: number }).attacked)
  ).toBeUndefined();
  expect(traffic.hosts).not.toContain(HOST);
});
