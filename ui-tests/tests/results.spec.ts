import { historyFaults, imagesOf, textOf, toolTexts } from '../support/history';
import { answer, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

test('what a cell shows reaches the model: a plot as one PNG, what is printed as bounded plain text, and what the person answers it @core', async ({
  begin,
  model,
  page
}) => {
  const { panel, notebook } = await begin();

  await test.step('a plot, behind the answers of its step, and never as text', async () => {
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
    await panel.say('draw');
    await panel.approveAll();
    await panel.answered('Seen.');

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
    expect(drawn.outputs?.some(output => output.data?.['image/png'])).toBe(
      true
    );
  });

  await test.step('tables, long output and errors, as bounded plain text', async () => {
    await panel.button('New conversation').click();
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
    await panel.say('print');
    for (const proposed of ['DataFrame', 'range(20000)', 'missing']) {
      await expect(panel.cards).toContainText(proposed);
      await panel.approve();
    }
    await panel.answered('Read.');
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
    await expect(panel.line(/failed: “KeyError: 'missing'”/)).toBeVisible();
  });

  await test.step('a question of its own: it says so, and the person answers in the cell', async () => {
    await panel.button('New conversation').click();
    await model.script([
      cell('name = input("Who? ")\nprint("hello", name)'),
      answer('Greeted.')
    ]);
    await panel.say('ask me');
    await panel.approve();
    await expect(panel.line(/waits for input/)).toBeVisible();
    await page.locator('.jp-Stdin-input').fill('Ada');
    await page.locator('.jp-Stdin-input').press('Enter');
    await panel.answered('Greeted.');
    const last = (await notebook.code()).length - 1;
    expect(await notebook.outputText(last)).toContain('hello Ada');
    expect(toolTexts((await model.lastRequest()).body.messages)[0]).toContain(
      'hello Ada'
    );
  });
});

test('a cell that floods is interrupted, and a kernel that is restarted or dies is told to the person and to the model: the run goes on', async ({
  begin,
  model,
  page
}) => {
  test.slow();
  const { panel, notebook } = await begin();

  await test.step('a cell that floods: the page stays usable, and the model hears a bounded part', async () => {
    await model.script([
      cell('while True: print("x" * 80)'),
      answer('That was too much.')
    ]);
    await panel.say('flood');
    await panel.approve();
    await panel.answered('That was too much.');
    await expect(panel.line(/wrote too much output/)).toBeVisible();
    await expect.poll(() => notebook.kernelState()).toBe('idle');
    const { body } = await model.lastRequest();
    expect(toolTexts(body.messages)[0]).toContain('wrote too much output');
    expect(JSON.stringify(body.messages).length).toBeLessThan(15_000);
  });

  await test.step('a person restarts the kernel', async () => {
    await panel.button('New conversation').click();
    await model.script([
      cell('import time\nprint("begun")\ntime.sleep(100_000)'),
      answer('The kernel is new.')
    ]);
    await panel.say('work for long');
    await panel.approve();
    await expect.poll(() => notebook.outputText(1)).toContain('begun');
    await expect(panel.log.locator('.jp-Cellwright-lastLine')).toHaveText(
      'begun'
    );
    await notebook.command('notebook:restart-kernel');
    await page.getByRole('button', { name: 'Confirm Kernel Restart' }).click();
    await panel.answered('The kernel is new.');
    await expect(
      panel.line(/The kernel was restarted while cell/)
    ).toBeVisible();
    expect(toolTexts((await model.lastRequest()).body.messages)[0]).toContain(
      'all variables are gone'
    );
  });

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
        // JupyterLab's own dialog about it.
        page.getByRole('dialog', { name: /Kernel Restarting/ }),
        dialog =>
          dialog.getByRole('button', { name: /close|dismiss|ok/i }).click()
      );
    await panel.say('end it');
    await panel.approve();
    await expect(panel.cards).toContainText('alive');
    await expect(panel.line(/The kernel died while cell/)).toBeVisible();
    await panel.approve();
    await panel.answered('Went on.');
    expect(await notebook.outputText(3)).toBe('alive\n');
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
