/**
 * The cost of the same without us, measured in the same page and the same run.
 */
import * as path from 'node:path';

import { rspack } from '@rspack/core';

/**
 * Characters that the bare agent's tool returns, as many as the sample
 * notebook's outline has.
 */
const OUTLINE = 'x'.repeat(600);

/** A bare `createAgent` with `MemorySaver`, as a single script for a page. */
export async function bundleBareAgent(root, home) {
  const compiler = rspack({
    mode: 'production',
    devtool: false,
    target: 'web',
    context: root,
    entry: path.join(root, 'scripts/bench/bare-agent.mjs'),
    output: { path: home, filename: 'bare-agent.js' },
    externals: { 'node:fs': 'var {}', 'node:path': 'var {}' },
    module: { parser: { javascript: { dynamicImportMode: 'eager' } } },
    performance: false
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
  return path.join(home, 'bare-agent.js');
}

/** ms from the model's last byte to the bare agent's next request. */
export async function bareSteps(page, model, script, steps) {
  await model.script([
    {
      repeat: steps,
      step: { text: 'Reading.', calls: [{ name: 'read_notebook', args: {} }] }
    },
    { text: 'Read.' }
  ]);
  await page.addScriptTag({ path: script });
  await page.evaluate(options => window.benchBareAgent(options), {
    baseURL: model.base,
    model: 'gpt-4o-scripted',
    text: OUTLINE,
    steps
  });
  return betweenRequests(await model.requests());
}

/** ms from each answer's last byte to the request that follows it. */
export function betweenRequests(requests) {
  return requests
    .slice(1)
    .map((request, at) => request.time - requests[at].lastByte);
}

/**
 * ms that JupyterLab's own commands take to insert a cell with `1+1` and run
 * it.
 */
export function insertAndRun(page, times) {
  return page.evaluate(async count => {
    const { commands, shell } = window.jupyterapp;
    const notebook = shell.currentWidget.content;
    const ms = [];
    for (let i = 0; i < count; i++) {
      notebook.activeCellIndex = notebook.widgets.length - 1;
      const start = performance.now();
      await commands.execute('notebook:insert-cell-below');
      notebook.activeCell.model.sharedModel.setSource('1+1');
      await commands.execute('notebook:run-cell');
      ms.push(performance.now() - start);
    }
    return ms;
  }, times);
}
