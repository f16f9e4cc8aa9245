import type { Browser, Page } from '@playwright/test';

import { readWord } from '../support/read-document';
import {
  grouped,
  reportPlan,
  saveReport,
  writeReport
} from '../support/report-script';
import { expect, test } from '../support/test';

/** All formats that are files. */
const FILES = [/^Markdown/, /^HTML/, /^Word/, /^Notebook/];

/** The host that hostile content refers to. */
const EVIL = 'evil.example';
const HOSTILE = [
  '<script>window.attacked = 1</script>',
  '<img src="x" onerror="window.attacked = 2">',
  `<img src="https://${EVIL}/x.png">`,
  '<svg onload="window.attacked = 3">',
  `<iframe src="https://${EVIL}/"></iframe>`,
  '<a href="javascript:window.attacked = 4">press</a>',
  '[press](javascript:window.attacked=5) $\\href{javascript:window.attacked=6}{x}$',
  `![out](https://${EVIL}/y.png)`,
  '"><style>@import "https://evil.example/z.css"</style>'
];

interface ICell {
  cell_type: 'code' | 'markdown';
  source: string;
  outputs?: object[];
}

const code = (source: string, ...outputs: object[]): ICell => ({
  cell_type: 'code',
  source,
  outputs
});
const printed = (text: string): object => ({
  output_type: 'stream',
  name: 'stdout',
  text
});
const shown = (data: Record<string, string>): object => ({
  output_type: 'display_data',
  data,
  metadata: {}
});

function notebookOf(cells: ICell[]): string {
  return JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {
      kernelspec: { name: 'python3', display_name: 'Python 3' },
      language_info: { name: 'python' }
    },
    cells: cells.map((cell, at) => ({
      id: `c${at}`,
      metadata: {},
      ...(cell.cell_type === 'code' && { execution_count: at + 1 }),
      ...cell
    }))
  });
}

test('a report on a hostile notebook is harmless in each form, in a real browser', async ({
  begin,
  browser,
  files,
  model,
  page: labPage,
  tmpPath
}) => {
  test.slow();
  const page = labPage as unknown as Page;
  const asked: string[] = [];
  page.on('request', request => asked.push(request.url()));
  const markup = HOSTILE.join('\n\n');
  const { notebook, panel } = await begin({
    files: {
      'hostile.ipynb': notebookOf([
        // JupyterLab itself fetches the images of a Markdown cell.
        {
          cell_type: 'markdown',
          source: [
            `# ../../${HOSTILE[1]}`,
            ...HOSTILE.filter(each => !each.includes(EVIL))
          ].join('\n\n')
        },
        code(`# ${HOSTILE[1]}`, printed(markup)),
        code(
          '# A table',
          shown({
            'text/html': `<table><tr><th>${HOSTILE[0]}</th></tr><tr><td>${HOSTILE[1]}5</td></tr></table>`
          })
        ),
        code(
          '# A drawing',
          shown({
            'image/svg+xml': `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" onload="window.attacked = 7"><script>window.attacked = 8</script><image href="https://${EVIL}/w.png"/><circle r="9" onclick="window.attacked = 9"/></svg>`
          })
        ),
        code('# Much', printed('<b>long</b> '.repeat(1_000_000)))
      ])
    }
  });
  await notebook.command('docmanager:open', {
    path: `${tmpPath}/hostile.ipynb`
  });
  await panel.ready('hostile.ipynb');
  await model.script([
    reportPlan(`../../${HOSTILE[1]}`, ['All']),
    grouped([['e1', 'e2', 'e3', 'e4', 'e5']]),
    {
      repeat: 4,
      step: {
        text: `${markup}\n\n${[1, 2, 3, 4, 5].map(at => `[[e${at}]]\n\n![${HOSTILE[1]}](e${at})`).join('\n\n')}`,
        chunkSize: 400
      }
    }
  ]);

  const before = await files.names();
  await panel.composer.fill('/report All of it');
  await panel.composer.press('Enter');
  const report = await writeReport(panel);
  await expect(report.locator('img').first()).toBeVisible();
  await saveReport(report, FILES);
  await panel.button('Write').click();
  await expect(panel.log).toContainText('Report saved');
  const written = (await files.names()).filter(name => !before.includes(name));
  const named = (extension: string): string =>
    written.find(name => name.endsWith(extension))!;
  expect(written).toHaveLength(5);
  expect(written.join('')).not.toMatch(/[<>"]|\.\./);

  for (const [name, factory] of [
    [named('.md'), 'Markdown Preview'],
    [named('.ipynb'), 'Notebook']
  ]) {
    await page.evaluate(
      async ([at, as]) => {
        await window.jupyterapp.commands.execute('docmanager:open', {
          path: at,
          factory: as
        });
      },
      [`${tmpPath}/${name}`, factory] as const
    );
  }
  await expect(
    page.locator('.jp-MarkdownViewer').getByText('About this report')
  ).toBeAttached();
  expect(await attacked(page)).toBeUndefined();

  // Without the content security policy that forbids everything.
  const html = (await files.read(named('.html')))!.replace(
    /<meta http-equiv[^>]*>/,
    ''
  );
  asked.push(...(await pressAll(browser, html)));
  expect(asked.filter(url => url.includes(EVIL))).toEqual([]);

  const word = readWord((await files.read(named('.docx')))!);
  expect(word.pictures).toBe(1);
  expect(word.links.filter(link => !/^(https?|mailto):/.test(link))).toEqual(
    []
  );
});

const attacked = (page: Page): Promise<unknown> =>
  page.evaluate(() => (window as { attacked?: unknown }).attacked);

/**
 * Opens everything that can be opened in a page, with scripts enabled. @returns
 * the requests it made.
 */
async function pressAll(browser: Browser, html: string): Promise<string[]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const asked: string[] = [];
  await page.route('**/*', route => {
    asked.push(route.request().url());
    return route.abort();
  });
  await page.setContent(html);
  for (const fold of await page.locator('summary').all()) {
    await fold.click();
  }
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      for (const type of ['mouseover', 'focusin', 'load', 'error']) {
        element.dispatchEvent(new Event(type, { bubbles: true }));
      }
      if (element.localName !== 'a') {
        element.click();
      }
    }
  });
  const links = await page
    .locator('a')
    .evaluateAll(all => all.map(each => each.getAttribute('href') ?? ''));
  expect(links.filter(link => !/^(#|https?:|mailto:)/.test(link))).toEqual([]);
  expect(await attacked(page)).toBeUndefined();
  expect(await page.locator('script, iframe, object, embed').count()).toBe(0);
  await context.close();
  return asked;
}
