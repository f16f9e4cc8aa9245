import { answer, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

const PLOT = `import matplotlib.pyplot as plt
plt.figure(figsize=(5, 4)); plt.plot([1, 3, 2]); plt.show()`;

test('the notebook shows the cell at work until the person scrolls, and never takes focus from somebody who types', async ({
  page,
  begin,
  model
}) => {
  const { panel, notebook } = await begin({
    cells: Array.from({ length: 30 }, (_, n) => `# cell ${n + 1}\n${n + 1}`)
  });
  const follow = panel.button('Following');
  const view = page.locator('.jp-WindowedPanel-outer');
  const at = (): Promise<number> => view.evaluate(node => node.scrollTop);
  const mine = page.locator('.jp-Notebook .jp-Cell').first();
  await model.script([
    cell('%matplotlib inline\n1 + 1'),
    cell(PLOT),
    cell('"made while I read"'),
    cell('"made while I type"'),
    answer('Done.'),
    cell('"made in the next turn"'),
    answer('Done again.')
  ]);

  await test.step('a new cell comes into view, then the whole of its plot', async () => {
    await panel.say('plot it');
    await expect(mine).toBeInViewport();
    await panel.approve();
    await expect(page.getByText('1 + 1').last()).toBeInViewport();
    await panel.approve();
    await expect(
      page.locator('.jp-Notebook .jp-RenderedImage img')
    ).toBeInViewport({ ratio: 0.99 });
    // Small, in the line of its call.
    await expect(panel.button('Show the plot').locator('img')).toBeVisible();
    await expect(follow).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('it stays where the person has scrolled', async () => {
    await view.hover();
    await page.mouse.wheel(0, -20_000);
    await expect(follow).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(at).toBe(0);
    await panel.approve();
    await expect(panel.cards).toContainText('made while I type');
    expect(await at()).toBe(0);
  });

  await test.step('under somebody who types nothing moves, although it follows again', async () => {
    await follow.click();
    await expect.poll(at).toBeGreaterThan(100);
    await view.evaluate(node => node.scrollTo(0, 0));
    const editor = mine.getByRole('textbox');
    await panel.decide(
      'Enter',
      panel.cards.getByRole('button', { name: 'Approve' })
    );
    await editor.click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.insertText(' typed');
    await panel.answered('Done.');
    await expect(follow).toBeHidden();
    await expect(editor).toBeFocused();
    await expect(mine).toBeInViewport();
    await page.keyboard.insertText(' on');
    expect((await notebook.sources())[0]).toBe('# cell 1\n1 typed on');
  });

  await test.step('the next turn follows again, and the active cell stays', async () => {
    await view.evaluate(node => node.scrollTo(0, 0));
    await panel.say('once more');
    await panel.approve();
    await panel.answered('Done again.');
    await expect(
      page.locator('.jp-Notebook').getByText("'made in the next turn'").last()
    ).toBeInViewport();
    await expect(mine).toHaveClass(/jp-mod-active/);
  });
});
