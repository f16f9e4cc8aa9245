import { historyFaults, toolTexts } from '../support/history';
import { testWithServer } from '../support/jupyter-server';
import { answer, cell } from '../support/scripted-model';
import { expect } from '../support/test';

const test = testWithServer();

test('a server that is stopped and started again: it is said, the card waits and works afterwards, and nothing runs twice', async ({
  begin,
  model,
  page,
  server
}) => {
  await model.script([
    cell('x = 1\nprint("once")'),
    cell('print("x" in globals())'),
    answer('All there.')
  ]);
  const { panel, notebook } = await begin();
  const plain = page.context().pages()[0];
  // JupyterLab's own dialogs about an unreachable server.
  await plain.addLocatorHandler(
    plain.getByRole('dialog', { name: /Server Connection Error|Save Error/ }),
    dialog => dialog.getByRole('button', { name: /close|dismiss|ok/i }).click()
  );
  await panel.say('two steps');
  await panel.approve();
  await expect(panel.cards).toContainText('globals');

  await test.step('while it is away: it is said, and the card stays', async () => {
    await server.stop();
    await expect(
      panel.root.getByText(/analysis\.ipynb · .*the kernel is not connected/)
    ).toBeVisible();
    await expect(panel.cards).toContainText('globals');
  });

  await test.step('a decision made meanwhile waits for the kernel, and is applied once by the page that finds one', async () => {
    await panel.approve();
    await expect(
      panel.line('Waiting until the kernel is connected again')
    ).toBeVisible();
    // The kernel ended with the server. This page would give up once JupyterLab
    // no longer tries to reconnect, which may be before the server is there.
    await plain.goto('about:blank');
    await server.start();
    await page.goto(`tree/${notebook.path}`);
    await panel.answered('All there.');
    expect(await notebook.sources()).toEqual([
      '# Analysis',
      'x = 1\nprint("once")',
      'print("x" in globals())'
    ]);
    expect(await notebook.outputText(0)).toBe('once\n');
    expect(await notebook.outputText(1)).toBe('False\n');
    const { messages } = (await model.lastRequest()).body;
    expect(historyFaults(messages)).toEqual([]);
    expect(toolTexts(messages).at(-1)).toContain('False');
    expect(await model.requests()).toHaveLength(3);
  });
});
