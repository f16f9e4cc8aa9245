/**
 * npm run bench: the cost of Cellwright, in a real Chromium with a real
 * JupyterLab. Prints a table, and fails if a limit is exceeded.
 *
 *   npm run bench -- --only read    one part (may be repeated): load, read, run,
 *                                   approve, long
 *
 * A cell that runs is held against JupyterLab's own commands. Limits in ms are
 * what a person feels; they are for a machine that does nothing else.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { parseArgs } from 'node:util';

import {
  approveToTheEnd,
  frames,
  hasCommand,
  openLab,
  openPanel,
  openTab,
  ourScripts,
  untilNext,
  send,
  watchApprovals
} from './lab-page.mjs';
import {
  inTempFolder,
  serveFolder,
  settingsWith,
  startModel,
  writeNotebook
} from './servers.mjs';
import { launchChromium } from './chromium.mjs';
import { prepareLab } from './prepare.mjs';
import { log, runCommand, SetupError } from './log.mjs';
import { promptSize } from '../ui-tests/llm/chunks.mjs';

const STEPS = 50;
/** Steps of the long conversation; each adds an answer and a result. */
const LONG = 500;

/** What the model does in a benchmark: `count` times the same call, then an end. */
const repeated = (count, name, args = {}) => [
  { repeat: count, step: { text: 'On it.', calls: [{ name, args }] } },
  { text: 'Done.' }
];

const PARTS = { load, read, run, approve, long };

/** Which parts of our JavaScript are loaded when. */
async function load({ open }) {
  const page = await open('load');
  await hasCommand(page, 'cellwright:explain-cell');
  const closed = await ourScripts(page);
  await openPanel(page);
  const opened = await ourScripts(page);
  await page.context().close();
  const early = closed.filter(script => script.before);
  return [
    figure('JavaScript before JupyterLab is restored', size(early), 'KB', 60),
    figure('files of it', early.length, '', 3),
    figure('commands, right after', size(closed) - size(early), 'KB'),
    figure('panel', size(opened) - size(closed), 'KB', 420)
  ];
}

/** A step that reads. */
async function read({ open, model }) {
  const page = await open('read', 'ten.ipynb');
  const before = await ourScripts(page);
  const ours = await steps(page, model, 'read_notebook');
  const loaded = (await ourScripts(page)).filter(
    ({ name }) => !before.some(each => each.name === name)
  );
  await page.context().close();
  return [
    figure('engine and models, with the first message', size(loaded), 'KB'),
    figure('a step that reads', median(ours), 'ms', 40)
  ];
}

/** A step that runs a cell, against JupyterLab's own commands. */
async function run({ open, model }) {
  // Half of the reference is measured before and half after, because the
  // machine's own speed changes within a minute.
  const other = await open('run-reference', 'ten-too.ipynb');
  const plain = await insertAndRun(other, STEPS / 2);
  const page = await open('run', 'ten.ipynb');
  const ours = await steps(page, model, 'jupyter_cell', { code: '1+1' });
  plain.push(...(await insertAndRun(other, STEPS / 2)));
  await other.context().close();
  await page.context().close();
  const [own, reference] = [median(ours), median(plain)];
  return [
    figure('a step that runs 1+1', own, 'ms'),
    figure('the same by JupyterLab’s own commands', reference, 'ms'),
    figure('ratio', own / reference, 'times', 1.6)
  ];
}

/** Ten cells that are approved by hand. */
async function approve({ open, model }) {
  const page = await open('approve', 'ten.ipynb', 'ask');
  await watchApprovals(page);
  await model.script(repeated(10, 'jupyter_cell', { code: '1+1' }));
  await send(page, 'Run it');
  await approveToTheEnd(page);
  const approvals = await page.evaluate(() => window.benchApprovals);
  const [first] = await model.requests();
  await page.context().close();
  return [
    figure('approved cells', approvals.length, '', 10, 10),
    figure('Approve to the kernel’s busy', median(approvals), 'ms', 150),
    figure(
      'fixed part of the prompt',
      promptSize(first.body).fixed,
      'characters',
      8000
    )
  ];
}

/** A conversation of a thousand messages, stored in the browser. */
async function long({ open, lab, model }) {
  const page = await open('long', 'ten.ipynb');
  await model.script([
    repeated(LONG, 'read_notebook')[0],
    { text: 'word '.repeat(800), chunkSize: 5, delayMs: 10 }
  ]);
  await send(page, 'Read the notebook');
  await page.locator('#cellwright-panel', { hasText: 'word word' }).waitFor();
  const streaming = await frames(page, 5000);
  await untilNext(page);
  const overhead = betweenRequests(await model.requests());
  const context = page.context();
  await page.close();
  const times = [];
  for (let turn = 0; turn < 5; turn++) {
    times.push(await reopened(context, lab));
  }
  const burst = await atOnce(context, lab, model);
  await context.close();
  const late = median(overhead.slice(-STEPS));
  const early = median(overhead.slice(50, 50 + STEPS));
  return [
    figure('steps of a long conversation', overhead.length, '', LONG, LONG),
    // A step that reads has its limit above; here it has to stay flat.
    figure('a step at 900 messages', late, 'ms'),
    figure('that against one at 100', late / early, 'times', 1.5),
    figure('1,000 messages opened again', median(times), 'ms', 1000),
    figure(
      'longest frame while 100 tokens a second come',
      Math.max(...streaming),
      'ms',
      150
    ),
    figure('longest frame while 20,000 words come at once', burst, 'ms', 150)
  ];
}

const PARAGRAPH = `${'Some words of an **answer** with its `code` and a list. '.repeat(9)}\n\n- one\n- two\n- three\n\n`;

/** The longest frame in ms while a long answer comes as fast as it can. */
async function atOnce(context, lab, model) {
  const page = await openTab(context, lab, 'words', 'ten.ipynb');
  const text = `${PARAGRAPH.repeat(200)}The end of it.`;
  await model.script([{ text, chunkSize: 400 }]);
  await page.getByRole('button', { name: 'New conversation' }).click();
  const measured = frames(page, 15_000);
  await send(page, 'Write');
  const found = await measured;
  await page.getByText('The end of it.').waitFor();
  await page.close();
  return Math.max(...found);
}

/** In a fresh page: from the click on the conversation until its end is painted. */
async function reopened(context, lab) {
  const page = await openTab(context, lab, 'again', 'ten-too.ipynb');
  await page.getByRole('button', { name: 'Conversations' }).click();
  const title = page
    .getByRole('button', { name: /^Read the notebook/ })
    .first();
  await title.waitFor();
  await page.evaluate(() => {
    window.benchReopened = new Promise(resolve => {
      const look = start => {
        const log = document.querySelector('#cellwright-panel [role="log"]');
        requestAnimationFrame(() =>
          log?.textContent.includes('word word')
            ? setTimeout(() => resolve(performance.now() - start))
            : look(start)
        );
      };
      addEventListener('click', ({ timeStamp }) => look(timeStamp), {
        capture: true,
        once: true
      });
    });
  });
  await title.click();
  const ms = await page.evaluate(() => window.benchReopened);
  await page.close();
  return ms;
}

/**
 * ms that JupyterLab's own commands take to insert a cell with `1+1`, run it and
 * save the notebook: what a step leaves behind is in the file, too.
 */
function insertAndRun(page, times) {
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
      await commands.execute('docmanager:save');
      ms.push(performance.now() - start);
    }
    return ms;
  }, times);
}

/** ms from each answer's last byte to the request that follows it. */
function betweenRequests(requests) {
  return requests
    .slice(1)
    .map((request, at) => request.time - requests[at].lastByte);
}

/** ms from the model's last byte to the next request. */
async function steps(page, model, name, args) {
  await model.script(repeated(STEPS, name, args));
  await send(page, 'Go on');
  await untilNext(page);
  return betweenRequests(await model.requests());
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

const size = scripts =>
  scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;

/** A row of the table. What could not be measured exceeds any limit. */
function figure(name, value, unit, most, least) {
  const ok =
    (most === undefined || value <= most) &&
    (least === undefined || value >= least);
  return { name, value: Number(value.toFixed(2)), unit, limit: most, ok };
}

/** Notebooks of short cells. */
function layOut({ files }) {
  for (const name of ['ten', 'ten-too']) {
    const cells = Array.from({ length: 10 }, (_, at) => ({
      id: `cell-${at}`,
      cell_type: 'code',
      source: `x = ${at}`,
      metadata: {},
      outputs: [],
      execution_count: null
    }));
    writeNotebook(path.join(files, `${name}.ipynb`), cells);
  }
}

/** Cellwright's settings in pages that are opened afterwards. */
function writeSettings({ home }, model, execute) {
  const folder = path.join(home, 'settings', 'cellwright');
  const choice = { provider: 'openai', model: 'gpt-4o-scripted' };
  const settings = settingsWith(model.base, choice, {
    limits: { modelCalls: 1000 },
    policy: { execute },
    summary: { trigger: 'off' }
  });
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(
    path.join(folder, 'plugin.jupyterlab-settings'),
    JSON.stringify(settings)
  );
}

async function main() {
  const { values } = parseArgs({
    options: { only: { type: 'string', multiple: true, default: [] } }
  });
  const wanted = values.only.length > 0 ? values.only : Object.keys(PARTS);
  const unknown = wanted.find(name => !(name in PARTS));
  if (unknown !== undefined) {
    throw new SetupError(
      `There is no part "${unknown}": choose among ${Object.keys(PARTS).join(', ')}.`
    );
  }
  await prepareLab();
  await inTempFolder('bench', async place => {
    layOut(place);
    const model = await startModel(place.stops);
    const lab = await serveFolder(place);
    const browser = await launchChromium(place.stops);
    const open = (workspace, notebook, execute = 'allow') => {
      writeSettings(place, model, execute);
      return openLab(browser, lab, workspace, notebook);
    };
    let isOver = false;
    for (const name of wanted) {
      log(`Measuring: ${name}…`);
      const figures = await PARTS[name]({ open, lab, model });
      isOver ||= figures.some(({ ok }) => !ok);
      console.table(
        Object.fromEntries(figures.map(({ name, ...rest }) => [name, rest]))
      );
    }
    if (isOver) {
      throw new SetupError('A limit is exceeded.');
    }
  });
}

await runCommand(main);
