import { historyFaults, imagesOf, textOf, toolTexts } from '../support/history';
import { answer, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

test('a plot reaches the model as one PNG behind the answers of its step, and never as text', async ({
  begin,
  model
}) => {
  await model.script([
    {
      calls: [
        {
          name: 'jupyter_cell',
          args: {
            code: 'import matplotlib.pyplot as plt\nplt.figure(figsize=(20, 8), dpi=100)\nplt.plot([1, 4, 9])\nplt.show()'
          }
        },
        { name: 'jupyter_cell', args: { code: 'print("after the plot")' } }
      ]
    },
    answer('Seen.')
  ]);
  const { panel, notebook } = await begin();
  await panel.say('draw');
  await panel.button('Approve all').click();
  await expect(panel.finalAnswer).toContainText('Seen.', { timeout: 30_000 });

  const { messages } = (await model.lastRequest()).body;
  expect(historyFaults(messages)).toEqual([]);
  expect(messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'tool',
    'tool',
    'user'
  ]);
  const images = messages.flatMap(imagesOf);
  expect(images).toHaveLength(1);
  const { width, height } = pngSize(images[0]);
  expect(width).toBe(1024);
  expect(height).toBeGreaterThan(300);
  const texts = messages.map(textOf).join('\n');
  expect(texts).not.toMatch(/[A-Za-z0-9+/]{200}/);
  expect(texts.length).toBeLessThan(5000);
  const [drawn] = await notebook.code();
  expect(drawn.outputs?.some(output => output.data?.['image/png'])).toBe(true);
});

test('what a cell prints reaches the model as bounded plain text: tables, long output, errors', async ({
  begin,
  model
}) => {
  await model.script([
    cell(
      'import pandas as pd\npd.DataFrame({"name": ["ann", "bob"], "age": [31, 47]})'
    ),
    cell(
      'print("\\x1b[31mred\\x1b[0m")\nfor i in range(20000): print("line", i)'
    ),
    cell('def f():\n    return {}["missing"]\nf()'),
    answer('Read.')
  ]);
  const { panel } = await begin();
  await panel.say('print');
  for (const proposed of ['DataFrame', 'range(20000)', 'missing']) {
    await expect(panel.cards).toContainText(proposed);
    await panel.approve();
  }
  await expect(panel.finalAnswer).toContainText('Read.', { timeout: 30_000 });
  const [table, long, error] = toolTexts(
    (await model.lastRequest()).body.messages
  );
  expect(table).toMatch(/name\s+age\n0\s+ann\s+31\n1\s+bob\s+47/);
  expect(table).not.toContain('<table');
  expect(long.length).toBeLessThan(9000);
  expect(long).toContain('red\nline 0\n');
  expect(long).toContain('line 19999');
  expect(long).not.toContain('\x1b');
  expect(error).toContain("KeyError: 'missing'");
  expect(error.length).toBeLessThan(1500);
  await expect(panel.line(/failed: KeyError: 'missing'/)).toBeVisible();
});

test('a cell that floods is interrupted, the page stays usable, and the model hears a bounded part', async ({
  begin,
  model
}) => {
  await model.script([
    cell('while True: print("x" * 80)'),
    answer('That was too much.')
  ]);
  const { panel, notebook } = await begin();
  await panel.say('flood');
  await panel.approve();
  await expect(panel.finalAnswer).toContainText('That was too much.', {
    timeout: 45_000
  });
  await expect(panel.line(/wrote too much output/)).toBeVisible();
  expect(await notebook.kernelState()).toBe('idle');
  const { body } = await model.lastRequest();
  expect(toolTexts(body.messages)[0]).toContain('wrote too much output');
  expect(JSON.stringify(body.messages).length).toBeLessThan(15_000);
});

test('a cell that asks for input says so, and the person answers in the cell', async ({
  begin,
  model,
  page
}) => {
  await model.script([
    cell('name = input("Who? ")\nprint("hello", name)'),
    answer('Greeted.')
  ]);
  const { panel, notebook } = await begin();
  await panel.say('ask me');
  await panel.approve();
  await expect(panel.line(/waits for input/)).toBeVisible();
  await page.locator('.jp-Stdin-input').fill('Ada');
  await page.locator('.jp-Stdin-input').press('Enter');
  await expect(panel.finalAnswer).toContainText('Greeted.');
  expect(await notebook.outputText(0)).toContain('hello Ada');
  expect(toolTexts((await model.lastRequest()).body.messages)[0]).toContain(
    'hello Ada'
  );
});

test('a kernel that is restarted or dies while a cell runs is told to the person and to the model, and the run goes on', async ({
  begin,
  model,
  page
}) => {
  await model.script([
    cell('import time\nprint("begun")\ntime.sleep(60)'),
    answer('The kernel is new.')
  ]);
  const { panel, notebook } = await begin();
  await panel.say('work for long');
  await panel.approve();
  await expect.poll(() => notebook.outputText(0)).toContain('begun');
  await notebook.command('notebook:restart-kernel');
  await page.getByRole('button', { name: 'Confirm Kernel Restart' }).click();
  await expect(panel.finalAnswer).toContainText('The kernel is new.', {
    timeout: 30_000
  });
  await expect(panel.line(/The kernel was restarted while cell/)).toBeVisible();
  expect(toolTexts((await model.lastRequest()).body.messages)[0]).toContain(
    'all variables are gone'
  );

  await test.step('a cell that ends its own kernel', async () => {
    await model.script([
      cell('import os\nos._exit(1)'),
      cell('print("alive" if "os" not in globals() else "old")'),
      answer('Went on.')
    ]);
    await page
      .context()
      .pages()[0]
      .addLocatorHandler(
        // JupyterLab's own word on it.
        page.getByRole('dialog', { name: /Kernel Restarting/ }),
        dialog =>
          dialog.getByRole('button', { name: /close|dismiss|ok/i }).click()
      );
    await panel.say('end it');
    await panel.approve();
    await expect(panel.cards).toContainText('alive');
    await expect(panel.line(/The kernel died while cell/)).toBeVisible();
    await panel.approve();
    await expect(panel.finalAnswer).toContainText('Went on.', {
      timeout: 30_000
    });
    expect(await notebook.outputText(2)).toBe('alive\n');
    const { messages } = (await model.lastRequest()).body;
    expect(historyFaults(messages)).toEqual([]);
    expect(toolTexts(messages).at(-2)).toContain('The kernel died');
  });
});

/** Width and height of a PNG, from its header. */
function pngSize(dataUrl: string): { width: number; height: number } {
  const [head, data] = dataUrl.split(',');
  expect(head).toBe('data:image/png;base64');
  const bytes = Buffer.from(data, 'base64');
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
