import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { readPdf } from '../support/read-document';
import { saveReport, writeReport } from '../support/report-script';
import { expect, test } from '../support/test';

test.use({ chosen: 'demo' });

test('a report as PDF goes to the browser’s own printing where the kernel has no typst; as a page it holds without scripts, and is undone again', async ({
  begin,
  browser,
  files,
  page,
  tmpPath
}) => {
  test.slow();
  await test.step('printed where the kernel has no typst, which is said, and whole on paper', async () => {
    const { notebook, panel } = await begin({
      cells: [{ markdown: '# Weights' }, 'print("mean", 4201.75)']
    });
    await notebook.command('notebook:run-all-cells');
    await expect.poll(() => notebook.outputText(0)).toContain('4201.75');
    const view = page as unknown as Page;
    const before = await files.names();
    await panel.choose(/^Write a report…/);
    await saveReport(await writeReport(panel), [/^PDF/]);
    await expect(panel.root).toContainText(
      'Your browser’s print dialog makes the PDF.'
    );
    await expect(panel.root).toContainText('%pip install typst');
    expect(await files.names()).toEqual(before);

    const frame = view.locator('iframe[title="Report to print"]');
    await expect(frame).toHaveAttribute(
      'sandbox',
      'allow-same-origin allow-modals'
    );
    const html = (await frame.getAttribute('srcdoc'))!;
    const paper = await view.context().newPage();
    await paper.setContent(html);
    const { pages, text } = readPdf(await paper.pdf());
    await paper.close();
    expect(pages).toBeGreaterThan(0);
    for (const words of ['Weights', 'About this report', 'mean 4201.75']) {
      expect(text).toContain(words);
    }
    // Each page has its number.
    expect(text).toContain(`1 / ${pages}`);
  });

  await test.step('written as a page that holds without scripts, its formulas as MathML, and undone again', async () => {
    const { notebook, panel } = await begin({
      cells: [
        { markdown: '# Penguins\n\nThe mean mass of all rows is 4201.75 g.' },
        'print("mean", 4201.75)'
      ]
    });
    await notebook.command('notebook:run-all-cells');
    await expect.poll(() => notebook.outputText(0)).toContain('4201.75');
    const view = page as unknown as Page;
    const before = await files.names();

    // The report beside its notebook, not the panel's view of it.
    const report = view.getByRole('tabpanel', { name: 'Penguins' });

    await test.step('planned, approved and edited by hand', async () => {
      await panel.choose(/^Write a report…/);
      await writeReport(panel);
      await report.getByRole('button', { name: 'Edit', exact: true }).click();
      const text = report.getByRole('textbox', {
        name: 'Text of the report, as Markdown'
      });
      await text.fill(
        `${await text.inputValue()}\n\nIt is $\\frac{a}{b}$, and\n\n$$\n\\sqrt{x}\n$$\n\n| a | b |\n|--|--|\n| 한국어 | عربي |\n`
      );
    });

    await test.step('saved as HTML alone', async () => {
      await saveReport(report, [/^HTML/], 'page');
      await panel.button('Write').click();
      await expect.poll(() => files.names()).toContain('page.html');
    });

    const html = (await files.read('page.html')) ?? '';

    await test.step('its formulas are MathML by JupyterLab’s own MathJax', async () => {
      expect(html).toMatch(/<math[^>]*>.*<mfrac>/s);
      expect(html).toMatch(/<math[^>]*display="block"[^>]*>.*<msqrt>/s);
      expect(html).not.toContain('<script');
    });

    await test.step('it reads without scripts, asks for nothing, and axe finds nothing in light and in dark', async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const context = await browser.newContext({ colorScheme });
        const bare = await context.newPage();
        const asked: string[] = [];
        await bare.route('**/*', route => {
          asked.push(route.request().url());
          return route.abort();
        });
        await bare.setContent(html);
        const { violations, passes } = await new AxeBuilder({
          page: bare
        }).analyze();
        expect(passes.length).toBeGreaterThan(10);
        expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual(
          []
        );
        expect(asked).toEqual([]);
        await context.close();
      }
      const context = await browser.newContext({ javaScriptEnabled: false });
      const bare = await context.newPage();
      await bare.setContent(html);
      await expect(bare.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(bare.getByText('한국어')).toBeVisible();
      const fold = bare.locator('details').first();
      await fold.locator('summary').click();
      await expect(
        fold.locator(':scope > :not(summary)').first()
      ).toBeVisible();
      await context.close();
    });

    await test.step('it is checked against the notebook, and taken back', async () => {
      await panel.choose(/^Write a report…/);
      await panel.button('Check an earlier report…').click();
      await panel.root
        .getByRole('textbox', { name: 'The report' })
        .fill(`${tmpPath}/page.html`);
      await panel.button('Check it').click();
      await expect(panel.root).toContainText(/still match(es)?/);
      await panel.button('Back to the conversation').click();
      await panel.button('Undo this turn').click();
      await panel.button('Undo').click();
      await expect.poll(() => files.names()).toEqual(before);
    });
  });
});
