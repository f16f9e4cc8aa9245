/** The cost of a report: gathering, its card, writing it as a Word document. */
import * as path from 'node:path';

import { rspack } from '@rspack/core';

import { figure, median, round } from './figures.mjs';
import { openLab, openPanel, waitForKernel } from './lab-page.mjs';

const ROUNDS = 5;
/** Cells in the notebook whose card is measured. */
const CELLS = 200;
const PLOTS = 40;
const NOTEBOOK = 'large.ipynb';

/** @returns the figures of reports. */
export async function reporting(browser, lab, model, { root, home, idle }) {
  const script = await bundle(root, home);
  const page = await openLab(browser, lab, { workspace: 'report' });
  await page.addScriptTag({ path: script });
  const gathered = [];
  const written = [];
  const ownTime = await ownTimer(page);
  for (let at = 0; at < ROUNDS; at++) {
    await page.evaluate(() => window.benchReport.prepare());
    const before = await ownTime();
    const found = await page.evaluate(() => window.benchReport.gather());
    gathered.push({ ...found, own: (await ownTime()) - before });
    written.push(await page.evaluate(() => window.benchReport.docx()));
  }
  const card = await measureCard(page, model);
  await page.context().close();
  const of = (list, key) => round(median(list.map(each => each[key])));
  const longest = (list, key = 'longest') =>
    round(Math.max(...list.map(each => each[key])));
  return [
    figure('pieces of evidence in 1,000 cells', gathered[0].pieces, ''),
    figure(
      'gathering and sorting them, own time of the page, median',
      of(gathered, 'own'),
      'ms',
      idle(300)
    ),
    figure('gathering them, until it is done', of(gathered, 'ms'), 'ms'),
    figure('sorting them, until it is done', of(gathered, 'sorting'), 'ms'),
    figure('longest frame meanwhile', longest(gathered), 'ms', idle(100)),
    figure('words of a report of 50 pages', written[0].words, ''),
    figure('plots in it', written[0].plots, '', { exactly: 40 }),
    figure('writing it for Word, median', of(written, 'ms'), 'ms', idle(3000)),
    figure('longest frame meanwhile', longest(written), 'ms', idle(100)),
    figure(
      'filling a Word document of one’s own with it, median',
      of(written, 'filling'),
      'ms',
      idle(3000)
    ),
    figure('longest frame meanwhile', longest(written, 'fillingLongest'), 'ms'),
    figure(
      `from Start to the evidence of ${CELLS} cells with ${PLOTS} plots`,
      card.ms,
      'ms'
    ),
    figure('longest frame meanwhile', card.longest, 'ms'),
    figure('a tick on that card, until it is painted', card.tick, 'ms')
  ];
}

/**
 * ms that the page's main thread has worked so far, regardless of other work of
 * the machine.
 */
async function ownTimer(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
  };
}

/** The reports from the source, as a single script for a page. */
async function bundle(root, home) {
  const compiler = rspack({
    mode: 'production',
    devtool: false,
    target: 'web',
    context: root,
    entry: path.join(root, 'scripts/bench/report-in-page.mjs'),
    output: { path: home, filename: 'report.js' },
    performance: false,
    resolve: { extensions: ['.ts', '.js', '.mjs'] },
    module: {
      parser: { javascript: { dynamicImportMode: 'eager' } },
      rules: [
        {
          test: /\.ts$/,
          loader: 'builtin:swc-loader',
          options: {
            jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }
          },
          type: 'javascript/auto'
        },
        { test: /\.md$/, type: 'asset/source' }
      ]
    }
  });
  await new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      const problem =
        error ??
        (stats.hasErrors() &&
          new Error(stats.toString({ errors: true, all: false })));
      compiler.close(() => (problem ? reject(problem) : resolve()));
    });
  });
  return path.join(home, 'report.js');
}

/** The evidence card of a notebook with many plots, as a person sees it. */
async function measureCard(page, model) {
  await page.evaluate(
    async ({ cells, plots, name }) => {
      const { notebook } = window.benchReport;
      const { contents } = window.jupyterapp.serviceManager;
      await contents.save(name, {
        type: 'notebook',
        format: 'json',
        content: {
          nbformat: 4,
          nbformat_minor: 5,
          metadata: {
            kernelspec: { name: 'python3', display_name: 'Python 3' },
            language_info: { name: 'python' }
          },
          cells: notebook(cells, plots).cells.map(cell => ({
            id: cell.id,
            cell_type: cell.type,
            source: cell.source,
            metadata: {},
            ...(cell.type === 'code' && {
              execution_count: cell.executionCount,
              outputs: cell.outputs.map(output =>
                output.type === 'stream'
                  ? { output_type: 'stream', name: 'stdout', text: output.text }
                  : {
                      output_type: 'display_data',
                      data: output.data,
                      metadata: {}
                    }
              )
            })
          }))
        }
      });
      await window.jupyterapp.commands.execute('docmanager:open', {
        path: name
      });
    },
    { cells: CELLS, plots: PLOTS, name: NOTEBOOK }
  );
  await openPanel(page);
  await waitForKernel(page);
  await model.script([
    {
      calls: [
        {
          name: 'group_evidence',
          args: {
            sections: [1, 2, 3].map(number => ({
              number,
              pieces: Array.from(
                { length: 10 },
                (_, at) => `e${number * 30 + at}`
              )
            }))
          }
        }
      ]
    }
  ]);
  await page.evaluate(() =>
    window.jupyterapp.commands.execute('cellwright:write-report', {
      template: 'one-page-summary'
    })
  );
  const panel = page.locator('#cellwright-panel');
  await panel.getByRole('button', { name: 'Write the report' }).click();
  const start = panel.getByRole('button', { name: 'Start' });
  await start.waitFor();
  await page.evaluate(() => {
    window.benchCard = { longest: 0 };
    addEventListener(
      'click',
      ({ timeStamp }) => {
        let last = performance.now();
        const next = now => {
          window.benchCard.longest = Math.max(
            window.benchCard.longest,
            now - last
          );
          last = now;
          if (document.querySelector('.jp-Cellwright-evidenceSection')) {
            window.benchCard.ms = performance.now() - timeStamp;
          } else {
            requestAnimationFrame(next);
          }
        };
        requestAnimationFrame(next);
      },
      { capture: true, once: true }
    );
  });
  await start.click();
  await page.waitForFunction(() => window.benchCard.ms !== undefined);
  const { ms, longest } = await page.evaluate(() => window.benchCard);
  await page.evaluate(() => {
    window.benchTick = new Promise(resolve =>
      addEventListener(
        'click',
        ({ timeStamp }) =>
          requestAnimationFrame(() =>
            setTimeout(() => resolve(performance.now() - timeStamp))
          ),
        { capture: true, once: true }
      )
    );
  });
  await panel.locator('[data-control="tick"]').first().click();
  const tick = await page.evaluate(() => window.benchTick);
  return { ms: round(ms), longest: round(longest), tick: round(tick) };
}
