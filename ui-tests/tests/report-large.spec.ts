import type { Page } from '@playwright/test';

import { checkLooks } from '../support/looks';
import type { CellSketch } from '../support/notebook';
import { png } from '../support/png';
import { readWord } from '../support/read-document';
import {
  grouped,
  openReport,
  reportCard,
  reportPlan,
  saveReport
} from '../support/report-script';
import type { Step } from '../support/scripted-model';
import { expect, test } from '../support/test';

const CELLS = 200;
/** Every fifth cell draws. */
const DRAWS = 5;
/** Values and plots that the report uses. */
const USED = 10;

const valueOf = (at: number): number => 10_007.31 + 411.17 * at;
const isPlot = (at: number): boolean => at % DRAWS === DRAWS - 1;
/** Evidence ids follow the order of cells, since each cell yields one piece. */
const idOf = (at: number): string => `e${at + 1}`;

const NOTEBOOK = Array.from({ length: CELLS }, (_, at): CellSketch =>
  isPlot(at)
    ? {
        code: `# Plot of all readings\nplot(${at})`,
        outputs: [
          {
            output_type: 'display_data',
            metadata: {},
            data: {
              'image/png': png(64, 48, [at, 255 - at, 128]),
              'text/plain': '<Figure>'
            }
          }
        ]
      }
    : {
        // The title of its evidence; the first is long, without a space.
        code: `# One reading${at === 0 ? '_of_a_station'.repeat(12) : ''}\nprint(readings[${at}])`,
        outputs: [
          {
            output_type: 'stream',
            name: 'stdout',
            text: `reading ${valueOf(at).toFixed(2)}\n`
          }
        ]
      }
);

const places = Array.from({ length: CELLS }, (_, at) => at);
const VALUES = places.filter(at => !isPlot(at)).slice(0, USED);
const PLOTS = places.filter(isPlot).slice(0, USED);

const withCommas = (value: number, places: number): string =>
  value.toLocaleString('en', {
    minimumFractionDigits: places,
    maximumFractionDigits: places
  });

/**
 * Sixty sentences with numbers: exact, with digit grouping, rounded in two
 * ways, wrong, and invented.
 */
const SENTENCES = VALUES.map(at => ({
  id: idOf(at),
  traced: [
    valueOf(at).toFixed(2),
    withCommas(valueOf(at), 2),
    withCommas(valueOf(at), 1),
    withCommas(valueOf(at), 0)
  ],
  untraced: [
    withCommas(valueOf(at) + 37.4, 2),
    `${(731.2 + at * 3.07).toFixed(2)}`
  ]
}));
const NUMBERS = SENTENCES.flatMap(({ id, traced, untraced }) =>
  [...traced, ...untraced].map(number => `It came to ${number} g [[${id}]].`)
).join('\n\n');

const SECTIONS = ['Numbers', 'Plots', 'Page', 'Forgotten'];
const figures = {
  text: PLOTS.map(at => `![All readings](${idOf(at)})`).join('\n\n')
};
const numbers = { text: NUMBERS, chunkSize: 200 };
const page = {
  text: `<script>window.isHit = true</script><b>Bold</b> <img src="x" onerror="window.isHit = true"> in all [[${idOf(VALUES[0])}]].`
};
const nothing: Step = { text: ' ' };

test('a report on 200 cells with 40 plots, by a model that invents numbers, forgets a section, answers nothing and answers HTML', async ({
  begin,
  files,
  model,
  page: labPage
}) => {
  test.slow();
  const view = labPage as unknown as Page;
  const { panel } = await begin({ cells: NOTEBOOK });
  await model.script([
    reportPlan('Readings', SECTIONS, ['reading']),
    grouped([VALUES, PLOTS, VALUES.slice(0, 1)].map(each => each.map(idOf))),
    numbers,
    figures,
    page,
    // An empty answer is asked for once more.
    nothing,
    nothing,
    // What failed is corrected once.
    numbers,
    page,
    nothing,
    nothing
  ]);

  await panel.composer.fill('/report');
  await view.keyboard.press('Enter');
  await panel.button('Write the report').click();
  await reportCard(panel, 'The report')
    .getByRole('button', { name: 'Start' })
    .click();

  const evidence = reportCard(panel, 'The evidence');
  await test.step('its evidence has ten pieces a section, and pictures of its plots', async () => {
    await expect(evidence).toContainText('20 pieces of evidence are ticked.');
    await expect(evidence.getByRole('img')).toHaveCount(USED);
    // They were not run in this page.
    await expect(
      evidence.getByText('There is no record of when these cells ran')
    ).toBeVisible();
  });

  await test.step('at 380 px each piece is folded, nothing sticks out, and the buttons are in view', async () => {
    const { width } = (await panel.root.boundingBox())!;
    expect(Math.round(width)).toBeLessThan(385);
    const pieces = evidence.getByRole('button', { name: /^Details: / });
    // One of them is in two sections.
    await expect(pieces).toHaveCount(2 * USED + 1);
    const approve = evidence.getByRole('button', { name: 'Approve' });
    for (const piece of [pieces.first(), pieces.last()]) {
      await piece.scrollIntoViewIfNeeded();
      await expect(approve).toBeInViewport({ ratio: 1 });
      expect(await evidence.evaluate(sidewaysOut)).toEqual([]);
      await piece.click();
      await expect(piece).toHaveAttribute('aria-expanded', 'true');
      expect(await evidence.evaluate(sidewaysOut)).toEqual([]);
    }
    await approve.click();
  });

  const review = reportCard(panel, 'The finished report');
  const report = openReport(view);
  await test.step('all numbers that no cell shows are red and listed, and no others', async () => {
    await expect(review).toContainText('20 numbers are not in the evidence.');
    await review.getByRole('button', { name: 'Open the report' }).click();
    const untraced = SENTENCES.flatMap(each => each.untraced);
    await expect(report.locator('mark.jp-mod-untraced')).toHaveText(untraced);
    const checked = report.getByRole('complementary', {
      name: 'What was checked'
    });
    await expect(checked.locator('strong.jp-Cellwright-untraced')).toHaveText(
      untraced
    );
    await expect(checked).toContainText('“Forgotten” has no evidence.');
    await expect(checked).toContainText('wrote nothing for “Forgotten”');
    await expect(checked).toContainText('“Page” contains HTML');
    expect(await model.requests()).toHaveLength(11);
  });

  await test.step('it looks well in light and in dark, wide and narrow', async () => {
    await checkLooks(view, 'report-beside', '.jp-Cellwright-report');
    for (const width of [1600, 1000]) {
      await view.setViewportSize({ width, height: 800 });
      await expect.poll(() => report.evaluate(sidewaysOut)).toEqual([]);
      await expect(
        report.getByRole('button', { name: 'Save', exact: true })
      ).toBeInViewport();
    }
    await view.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('its HTML is text, and runs nothing', async () => {
    await expect(report).toContainText('<script>window.isHit = true</script>');
    expect(await view.evaluate(() => 'isHit' in window)).toBe(false);
  });

  await test.step('it is saved with its plots, in each form', async () => {
    await saveReport(
      report,
      [/^Markdown/, /^HTML/, /^Word/, /^Notebook/],
      'all'
    );
    await panel.button('Write').click();
    await expect(panel.log).toContainText('Report saved');
    const markdown = (await files.read('all.md'))!;
    expect(
      markdown.match(/!\[All readings\]\(all_files\/e\d+\.png\)/g)
    ).toHaveLength(USED);
    expect(markdown).not.toMatch(/(?<!\\)<script/);
    const html = (await files.read('all.html'))!;
    expect(html.match(/<figure><img [^>]*alt="[^"]+"/g)).toHaveLength(USED);
    expect(html.match(/<figcaption[^>]*><strong>Figure \d+\./g)).toHaveLength(
      USED
    );
    const { cells } = JSON.parse((await files.read('all.ipynb'))!) as {
      cells: { cell_type: string }[];
    };
    expect(cells.filter(({ cell_type }) => cell_type === 'code')).toHaveLength(
      USED
    );
    expect(readWord((await files.read('all.docx'))!)).toMatchObject({
      pictures: USED,
      figures: USED,
      headings: expect.arrayContaining(['Numbers', 'Plots', 'Page'])
    });
  });
});

/**
 * Elements of a report or a card that stick out of it sideways, except inside
 * something that scrolls.
 */
function sidewaysOut(root: Element): string[] {
  const { left, right } = root.getBoundingClientRect();
  const canScroll = (element: Element | null): boolean =>
    element !== null &&
    element !== root &&
    (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) ||
      canScroll(element.parentElement));
  return [...root.querySelectorAll('*')]
    .filter(element => {
      const box = element.getBoundingClientRect();
      return (
        box.width > 1 &&
        (box.left < left - 1 || box.right > right + 1) &&
        !canScroll(element.parentElement)
      );
    })
    .map(
      element =>
        `${Math.round(right - left)} px: ${element.outerHTML.slice(0, 120)}`
    );
}
