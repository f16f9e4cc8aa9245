/** The cost of plan mode compared with the same work in Agent mode. */
import * as path from 'node:path';

import { rspack } from '@rspack/core';

import { figure, median, round } from './figures.mjs';
import { runEnded, send } from './lab-page.mjs';
import { betweenRequests } from './reference.mjs';

/** The largest number of steps that a plan may have. */
const STEPS = 12;
const TITLES = ['Load', 'Clean', 'Compare', 'Draw'];
const READS = 30;
const MEMORIES = 5000;

const call = (name, args) => ({ calls: [{ name, args }] });
const done = answer => call('final_answer', { answer });
const cell = call('jupyter_cell', { code: '1+1' });

const formsOf = steps => ({
  route: [call('route', { route: 'tool_required', reason: 'It runs code.' })],
  clarify: [call('clarify', { clarity: 1, questions: [], assumptions: [] })],
  plan: [call('plan', { category: '', steps })],
  arguments: [call('arguments', { tools: [] })],
  summarise: [call('summarise', { summary: 'Done.', open: [], next: [] })]
});

/**
 * Runs in the page before anything else: records each request to a model, each
 * transaction with the browser's database and each message to a kernel.
 */
export function noteWork() {
  const work = [];
  window.benchWork = work;
  const noted = (owner, name, kindOf) => {
    const own = owner[name];
    owner[name] = function (...args) {
      const kind = kindOf(...args);
      if (kind !== null) {
        work.push(kind);
      }
      return own.apply(this, args);
    };
  };
  noted(window.IDBDatabase.prototype, 'transaction', () => 'transaction');
  noted(window.WebSocket.prototype, 'send', () => 'message');
  noted(window, 'fetch', resource =>
    /\/chat\/completions/.test(String(resource?.url ?? resource))
      ? 'request'
      : null
  );
}

/** How often a page did something between its requests `from` and `to`. */
async function workBetween(page, from, to, kind) {
  const work = await page.evaluate(() => window.benchWork);
  const requests = work.flatMap((each, at) => (each === 'request' ? [at] : []));
  return work.slice(requests[from], requests[to]).filter(each => each === kind)
    .length;
}

/**
 * A step of a plan that reads the notebook once: from its first request to that
 * of the next step, without the model's time. Compared with a step that reads
 * in Agent mode.
 */
export async function planSteps(page, model) {
  await model.script([
    {
      repeat: READS,
      step: { text: 'Reading.', ...call('read_notebook', {}) }
    },
    done('Read.')
  ]);
  await send(page, 'Read the notebook');
  await ended(page, model, READS + 1);
  const reads = betweenRequests(await model.requests());

  await choosePlanMode(page);
  const before = (await page.evaluate(() => window.benchWork)).filter(
    each => each === 'request'
  ).length;
  const steps = Array.from({ length: STEPS }, (_, at) => ({
    title: `Read it for the ${at + 1}. time`
  }));
  await model.script([], {
    answers: {
      ...formsOf(steps),
      '*': [
        { text: 'Reading.', ...call('read_notebook', {}) },
        done('It has ten cells.')
      ]
    }
  });
  await plan(page, 'Read it twelve times');
  await ended(page, model, 1 + 2 * STEPS);
  const gaps = betweenRequests(await model.requests());
  // From the first request of the first step to that of the last step.
  const each = async kind =>
    round(
      (await workBetween(
        page,
        before + 1,
        before + 1 + 2 * (STEPS - 1),
        kind
      )) /
        (STEPS - 1),
      1
    );
  // After the plan come two requests per step; the last one has no next.
  const own = Array.from(
    { length: STEPS - 1 },
    (_, at) => gaps[1 + 2 * at] + gaps[2 + 2 * at]
  );
  return [
    figure('steps of the plan that is timed', gaps.length, '', {
      exactly: 2 * STEPS
    }),
    figure(
      'own time of a plan’s step that reads, median',
      round(median(own)),
      'ms'
    ),
    figure(
      'of that from one step’s last answer to the next one’s request',
      round(median(own.map((_, at) => gaps[2 + 2 * at]))),
      'ms'
    ),
    figure('own time of a step that reads, median', round(median(reads)), 'ms'),
    figure(
      'the one over the other',
      round(median(own) / median(reads), 2),
      '',
      {
        most: 3
      }
    ),
    // Nothing has run on the kernel since the first step.
    figure('messages to the kernel in a step', await each('message'), '', {
      most: 0.5
    }),
    figure(
      'transactions with the browser’s database in a step',
      await each('transaction'),
      ''
    )
  ];
}

/**
 * Requests for four cells: in Agent mode, as a plan, and with a card for each
 * step.
 */
export async function planRequests(page, model) {
  const count = async (least, steps, answers, work) => {
    await model.script(steps, { answers });
    await work();
    await ended(page, model, least);
    return (await model.requests()).length;
  };
  const once = await count(
    5,
    [...TITLES.map(() => cell), done('Done.')],
    {},
    () => send(page, 'Do four things')
  );
  let apart = 0;
  for (const title of TITLES) {
    apart += await count(2, [cell, done('Done.')], {}, () => send(page, title));
  }
  await choosePlanMode(page);
  const answers = {
    ...formsOf(
      TITLES.map(title => ({
        title,
        tools: ['jupyter_cell'],
        worked: 'It shows 2.'
      }))
    ),
    '*': [cell, done('Done.')]
  };
  const planned = await count(1 + 8, [], answers, () =>
    plan(page, 'Do four things')
  );
  const detailed = await count(1 + 12, [], answers, async () => {
    // Worded differently, because a similar plan would be improved by the first
    // one.
    await plan(page, 'Something altogether different', 'at each step');
    for (const title of TITLES) {
      await page
        .getByRole('group', { name: `Question: ${title}`, exact: true })
        .getByRole('button', { name: 'Run this step' })
        .click();
    }
  });
  const four = TITLES.length;
  return [
    figure('requests for four cells, in one message', once, '', {
      exactly: four + 1
    }),
    figure('requests for four cells, a message each', apart, '', {
      exactly: 2 * four
    }),
    figure('requests for them as a plan of four steps', planned, ''),
    figure('more than a message each', planned - apart, '', {
      exactly: 1
    }),
    figure('more where each step is shown before', detailed - planned, '', {
      exactly: four
    })
  ];
}

/** A search among 5,000 memories, in the browser's own database. */
export async function searchMemories(page, root, home, idle) {
  await page.addScriptTag({ path: await bundleMemories(root, home) });
  const { first, searches } = await page.evaluate(
    count => window.benchMemories(count),
    MEMORIES
  );
  return [
    figure(
      'index of 5,000 memories, with the first search',
      round(first),
      'ms'
    ),
    figure(
      'a search among 5,000 memories, median',
      round(median(searches), 1),
      'ms',
      idle(30)
    ),
    figure('the slowest of them', round(Math.max(...searches), 1), 'ms')
  ];
}

/**
 * Waits until the run has ended. A busy machine may take a while before its
 * first request, and until then it does not look busy.
 */
async function ended(page, model, least) {
  for (let at = 0; at < 1200; at++) {
    if ((await model.requests()).length >= least) {
      break;
    }
    await page.waitForTimeout(100);
  }
  await runEnded(page);
}

async function choosePlanMode(page) {
  await page.getByRole('combobox', { name: 'Mode' }).selectOption('plan');
}

/** Sends a message and accepts the resulting plan. */
async function plan(page, text, level) {
  await send(page, text);
  const card = page.getByRole('group', { name: 'Question: The plan' });
  if (level) {
    await card.getByLabel(level).check();
  }
  await card.getByRole('button', { name: 'Accept' }).click();
  await card.waitFor({ state: 'detached' });
}

/** The memories from the source, as a single script for a page. */
async function bundleMemories(root, home) {
  const compiler = rspack({
    mode: 'production',
    devtool: false,
    target: ['web', 'es2022'],
    context: root,
    entry: path.join(root, 'scripts/bench/memories.mjs'),
    output: { path: home, filename: 'memories.js' },
    resolve: { extensions: ['.ts', '.js'] },
    module: {
      parser: { javascript: { dynamicImportMode: 'eager' } },
      rules: [
        {
          test: /\.ts$/,
          loader: 'builtin:swc-loader',
          options: { jsc: { parser: { syntax: 'typescript' } } }
        }
      ]
    },
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
  return path.join(home, 'memories.js');
}
