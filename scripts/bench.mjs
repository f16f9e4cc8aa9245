/**
 * npm run bench: the cost of Cellwright, in a real Chromium with a real
 * JupyterLab, compared with JupyterLab without it. Prints a JSON object and a
 * table, and fails if a limit is exceeded.
 *
 *   npm run bench -- --rounds 15    more rounds of the start-up comparison
 *   npm run bench -- --only load    one part (may be repeated): start, load,
 *                                   read, run, job, long, large, plan, report,
 *                                   judge, tools, mcp
 *
 * Ratios to the reference are always limited; absolute times only if the machine
 * is idle when the benchmark begins, and more generously the slower it is.
 */
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import * as os from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { figure, kilobytes, round, spread, table } from './bench/figures.mjs';
import {
  approvalTimes,
  approveToTheEnd,
  commandsLoaded,
  openLab,
  openPanel,
  ourScripts,
  restoredTime,
  runEnded,
  send,
  waitForKernel,
  watchApprovals
} from './bench/lab-page.mjs';
import { judging } from './bench/judge.mjs';
import {
  largeFolder,
  largeNotebook,
  longAnswer,
  manyConversations
} from './bench/large.mjs';
import { longThread } from './bench/long-thread.mjs';
import { mcpSize } from './bench/mcp-size.mjs';
import {
  noteWork,
  planRequests,
  planSteps,
  searchMemories
} from './bench/plan.mjs';
import {
  against,
  bareSteps,
  betweenRequests,
  bundleBareAgent,
  insertAndRun,
  requestToBusy
} from './bench/reference.mjs';
import { reporting } from './bench/report.mjs';
import { slowness } from './bench/slowness.mjs';
import { JOB, READING, RUNNING } from './bench/scripts.mjs';
import {
  ALONE,
  CONNECTED,
  CROWDED,
  startLab,
  startModel,
  TEN,
  TEN_TOO
} from './bench/servers.mjs';
import {
  addTools,
  comparing,
  declarations,
  keepShared,
  searching
} from './bench/tools.mjs';
import { promptSize } from '../ui-tests/llm/chunks.mjs';
import { provideChromium } from './chromium.mjs';
import {
  buildExtension,
  checkNode,
  installPackages,
  makeVenv
} from './prepare.mjs';
import { lament, say, Trouble } from './say.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const READ_STEPS = 50;
const RUN_STEPS = 50;
/** Tools of servers, in the job that is compared with one without servers. */
const SERVER_TOOLS = 200;
const PARTS = [
  'start',
  'load',
  'read',
  'run',
  'job',
  'long',
  'large',
  'plan',
  'report',
  'judge',
  'tools',
  'mcp'
];

/** Parts that need neither JupyterLab nor a browser. */
const ALONE_IN_NODE = ['judge', 'tools', 'mcp'];

/** Load per processor below which the machine counts as idle. */
const IDLE = 0.3;

/** A name that stands for a model with vision, so that plots are sent. */
const MODEL = 'gpt-4o-scripted';

/** What a part found, printed at once; a part that fails leaves the others be. */
async function told(name, run) {
  let figures;
  try {
    figures = await run();
  } catch (error) {
    lament(error);
    figures = [
      figure(`whether “${name}” could be measured`, 'no', '', {
        exactly: 'yes'
      })
    ];
  }
  console.log(`\n${table(figures).join('\n')}\n`);
  return figures;
}

async function measure(home, rounds, { wants, load, idle }) {
  const stops = [];
  const part = (name, run) => (wants(name) ? told(name, run) : []);
  const keep = server => {
    stops.push(server.stop);
    return server;
  };
  try {
    const model = keep(await startModel(root));
    const settings = {
      'cellwright:plugin': {
        // As if the person had already been told what is sent, and to whom.
        told: [`${new URL(model.base).host} openai`],
        model: { provider: 'openai', model: MODEL, baseUrl: model.base }
      }
    };
    const withUs = keep(
      await startLab(root, path.join(home, 'with'), { ours: true, settings })
    );
    const patient = keep(
      await startLab(root, path.join(home, 'patient'), {
        ours: true,
        large: wants('large'),
        settings: {
          'cellwright:plugin': {
            ...settings['cellwright:plugin'],
            limits: { modelCalls: 1000 },
            // Runs without asking, because the step itself is measured.
            policy: { execute: 'allow' },
            summary: { trigger: 'off' }
          }
        }
      })
    );
    const without = keep(
      await startLab(root, path.join(home, 'without'), { ours: false })
    );
    const { chromium } = createRequire(import.meta.url)('@playwright/test');
    const browser = await chromium.launch({
      executablePath: await provideChromium(root),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : []
    });
    stops.push(() => browser.close());
    return [
      figure('load of the machine by processor, before', round(load, 2), ''),
      ...(await part('start', () => startUp(browser, withUs, without, rounds))),
      ...(await part('load', () => loading(browser, withUs))),
      ...(await part('read', () =>
        reading(browser, withUs, model, { home, idle })
      )),
      ...(await part('run', () => running(browser, patient, model, idle))),
      ...(await part('job', () => job(browser, withUs, model, idle))),
      ...(await part('long', () => longConversation(browser, patient, model))),
      ...(await part('large', () =>
        much(browser, patient, model, { home, idle })
      )),
      ...(await part('plan', () =>
        planning(browser, patient, model, { home, idle })
      )),
      ...(await part('report', () =>
        report(browser, withUs, model, { home, idle })
      ))
    ];
  } finally {
    for (const stop of stops.reverse()) {
      await stop();
    }
  }
}

/** Time until restored, with and without us, alternating. */
async function startUp(browser, withUs, without, rounds) {
  say(
    `Comparing the start of JupyterLab with and without us, ${rounds} rounds…`
  );
  const times = { with: [], without: [] };
  const visit = async (lab, list) => {
    const page = await openLab(browser, lab, { workspace: 'start' });
    list?.push(await restoredTime(page));
    await page.context().close();
  };
  // The first visits fill the servers' own caches.
  await visit(withUs);
  await visit(without);
  for (let i = 0; i < rounds; i++) {
    const pair = [
      () => visit(withUs, times.with),
      () => visit(without, times.without)
    ];
    for (const turn of i % 2 === 0 ? pair : pair.reverse()) {
      await turn();
    }
  }
  const ours = spread(times.with);
  const plain = spread(times.without);
  return [
    figure('time to restored, with us', ours.median, 'ms'),
    figure('time to restored, plain JupyterLab', plain.median, 'ms'),
    figure(
      'the quartiles of plain JupyterLab alone differ by',
      round(plain.high - plain.low),
      'ms'
    ),
    figure('ratio of the medians', round(ours.median / plain.median, 3), ''),
    // The fastest ones were disturbed least by other work of the machine.
    figure(
      'ratio of the fastest',
      round(Math.min(...times.with) / Math.min(...times.without), 3),
      ''
    )
  ];
}

/** Which parts of our JavaScript are loaded when. */
async function loading(browser, lab) {
  say('Looking at what is loaded when…');
  const page = await openLab(browser, lab, { workspace: 'load' });
  await commandsLoaded(page);
  const closed = await ourScripts(page);
  await openPanel(page);
  const opened = await ourScripts(page);
  await saved(page);
  await page.context().close();

  const again = await openLab(browser, lab, { workspace: 'load' });
  await again.getByRole('textbox', { name: 'Message Cellwright' }).waitFor();
  const restored = await ourScripts(again);
  await again.context().close();

  const before = restored.filter(script => script.before);
  const early = closed.filter(script => script.before);
  return [
    figure('JavaScript before restored, panel closed', kilobytes(early), 'KB', {
      most: 60
    }),
    figure('files of it', early.length, '', { most: 3 }),
    figure(
      'with the commands, which come right after',
      kilobytes(closed),
      'KB'
    ),
    figure('JavaScript before restored, panel open', kilobytes(before), 'KB', {
      most: 60
    }),
    figure('files of it', before.length, '', { most: 3 }),
    figure(
      'the panel, without the engine',
      round(kilobytes(opened) - kilobytes(closed)),
      'KB',
      { most: 300 }
    )
  ];
}

/**
 * Waits until JupyterLab has saved its layout, which it does a while after a
 * change.
 */
async function saved(page) {
  await page.waitForTimeout(3000);
}

/** The overhead of the loop, over steps that only read. */
async function reading(browser, lab, model, { home, idle }) {
  say(`Reading the notebook ${READ_STEPS} times…`);
  const page = await openNotebook(browser, lab, 'read');
  await commandsLoaded(page);
  const atRest = await ourScripts(page);
  await model.script(READING);
  const steps = await readSteps(page, model);
  const loaded = await ourScripts(page);
  const bundle = await bundleBareAgent(root, home);
  const bare = await bareSteps(page, model, bundle, READ_STEPS);
  await page.context().close();
  return [
    figure(
      'engine and models, on the first message',
      round(kilobytes(loaded) - kilobytes(atRest)),
      'KB'
    ),
    figure('steps that read', steps.length, '', { exactly: READ_STEPS }),
    ...against('loop overhead of one, median', steps, bare, {
      most: 2,
      idle: idle(15)
    })
  ];
}

/** A step that runs a cell: from the model's last byte to the next request. */
async function running(browser, lab, model, idle) {
  say(`Running ${RUN_STEPS} cells…`);
  // The reference starts with ten cells too, since each cell that is added makes
  // JupyterLab's next one slower. Half of it is measured before and half after,
  // because the machine's own speed changes within a minute.
  const other = await openNotebook(browser, lab, 'run-reference', TEN_TOO);
  const plain = await insertAndRun(other, RUN_STEPS / 2);
  const page = await openNotebook(browser, lab, 'run', TEN);
  await model.script(RUNNING);
  await send(page, 'Run it');
  await runEnded(page);
  const steps = betweenRequests(await model.requests());
  plain.push(...(await insertAndRun(other, RUN_STEPS / 2)));
  await other.context().close();
  await page.context().close();
  return [
    figure('steps that run', steps.length, '', { exactly: RUN_STEPS }),
    ...against('a step that runs 1+1, median', steps, plain, {
      most: 1.5,
      idle: idle(130)
    })
  ];
}

/** The cost of a plan compared with the same work without one. */
async function planning(browser, lab, model, { home, idle }) {
  say('Working off plans…');
  const page = await openNotebook(browser, lab, 'plan', TEN, {
    before: noteWork
  });
  const figures = [
    ...(await planSteps(page, model)),
    ...(await searchMemories(page, root, home, idle))
  ];
  await page.context().close();
  const other = await openNotebook(browser, lab, 'requests', TEN);
  figures.push(...(await planRequests(other, model)));
  await other.context().close();
  return figures;
}

/** The cost of a conversation of a thousand messages. */
function longConversation(browser, lab, model) {
  say('Holding a conversation of a thousand messages…');
  return longThread(browser, lab, model);
}

/** The cost of 3,000 cells, 5,000 files, 200 conversations and 20,000 words. */
async function much(browser, lab, model, { home, idle }) {
  say('Working where there is much of everything…');
  const open = (workspace, path) => openNotebook(browser, lab, workspace, path);
  const script = await bundleBareAgent(root, home);
  return [
    ...(await largeNotebook(open, model, { script, idle })),
    ...(await largeFolder(open, model)),
    ...(await manyConversations(open, model)),
    ...(await longAnswer(open, model))
  ];
}

/** The cost of a report on a large notebook. */
function report(browser, lab, model, { home, idle }) {
  say('Writing a report of a thousand cells…');
  return reporting(browser, lab, model, { root, home, idle });
}

/** What a job of ten cells sends, and how soon an approved cell runs. */
async function job(browser, lab, model, idle) {
  say('Doing a job of ten cells…');
  // Which tools are offered depends on the folder, so it is always the same
  // one.
  const page = await openNotebook(browser, lab, 'job', ALONE);
  const plain = await requestToBusy(page, 20);
  await watchApprovals(page);
  await model.script(JOB);
  await send(page, 'Analyse penguins.csv');
  await approveToTheEnd(page);
  const requests = await model.requests();
  const approvals = await approvalTimes(page);
  await page.context().close();

  const crowded = await crowdedSizes(browser, lab, model);
  const sizes = requests.map(({ body }) => promptSize(body));
  const connected = await connectedSizes(browser, lab, model);
  const sum = (key, of = sizes) =>
    of.reduce((total, size) => total + size[key], 0);
  return [
    figure('approved cells', approvals.length, '', { exactly: 10 }),
    ...against('Approve to the kernel’s busy, median', approvals, plain, {
      idle: idle(50)
    }),
    figure('requests for ten cells', requests.length, '', { exactly: 11 }),
    figure('fixed part of the prompt', sizes[0].fixed, 'characters', {
      most: 7000
    }),
    figure('the same where every tool is of use', crowded.fixed, 'characters', {
      most: 8000
    }),
    figure('text sent for ten cells', sum('text'), 'characters', {
      most: 200_000
    }),
    figure('images sent for ten cells', sum('images'), ''),
    figure(
      `requests with ${SERVER_TOOLS} tools of servers`,
      connected.length,
      '',
      { exactly: 11 }
    ),
    figure(
      `text sent with ${SERVER_TOOLS} tools of servers`,
      sum('text', connected),
      'characters'
    ),
    figure(
      'that over the text sent with none',
      round(sum('text', connected) / sum('text'), 3),
      '',
      { most: 1.3 }
    ),
    figure(
      'outline of 60 cells, as the model reads it',
      crowded.outline,
      'characters',
      {
        most: 2500
      }
    )
  ];
}

/**
 * What the same job sends when servers' tools are connected, request by
 * request.
 */
async function connectedSizes(browser, lab, model) {
  const page = await openNotebook(browser, lab, 'connected', CONNECTED, {
    before: keepShared
  });
  await addTools(page, declarations(root, SERVER_TOOLS));
  await model.script(JOB);
  await send(page, 'Analyse penguins.csv');
  // A busy machine may take a while before its first request.
  for (let at = 0; at < 600 && (await model.requests()).length === 0; at++) {
    await page.waitForTimeout(100);
  }
  await approveToTheEnd(page);
  const requests = await model.requests();
  await page.context().close();
  return requests.map(({ body }) => promptSize(body));
}

/**
 * Characters of the system prompt and tools where every tool is useful, and of
 * the outline of the notebook there.
 */
async function crowdedSizes(browser, lab, model) {
  const page = await openNotebook(browser, lab, 'prompt', CROWDED);
  await model.script([
    { calls: [{ name: 'read_notebook', args: {} }] },
    { text: 'Hello.' }
  ]);
  await send(page, 'Write a report for my team');
  let requests = await model.requests();
  while (requests.length < 2) {
    await page.waitForTimeout(100);
    requests = await model.requests();
  }
  await page.context().close();
  const [first, second] = requests.map(({ body }) => body);
  return {
    fixed: promptSize(first).fixed,
    outline: second.messages.findLast(({ role }) => role === 'tool').content
      .length
  };
}

/**
 * Opens a notebook (by default the sample), with its kernel idle and the panel
 * open.
 */
async function openNotebook(
  browser,
  lab,
  workspace,
  path = 'penguins.ipynb',
  how = {}
) {
  const page = await openLab(browser, lab, {
    ...how,
    workspace,
    path: `/tree/${path}`
  });
  await openPanel(page);
  await waitForKernel(page);
  return page;
}

/**
 * ms from the model's last byte to the next request, over 50 steps. A run may
 * end earlier, at its own limit of steps; another message then continues.
 */
async function readSteps(page, model) {
  const times = [];
  for (let message = 1; times.length < READ_STEPS && message <= 10; message++) {
    const first = (await model.requests()).length;
    await send(page, message === 1 ? 'Read the notebook' : 'Go on');
    // Does not look at the page during the run, since that takes time of the
    // page.
    await runEnded(page);
    const requests = await model.requests();
    for (let i = first + 1; i < requests.length; i++) {
      times.push(requests[i].time - requests[i - 1].lastByte);
    }
  }
  return times.slice(0, READ_STEPS);
}

async function main() {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '9' },
      only: { type: 'string', multiple: true, default: [] }
    }
  });
  const unknown = values.only.find(name => !PARTS.includes(name));
  if (unknown !== undefined) {
    throw new Trouble(
      `There is no part "${unknown}": choose among ${PARTS.join(', ')}.`
    );
  }
  checkNode();
  await installPackages(root);
  const wants = name => values.only.length === 0 || values.only.includes(name);
  // Measured before anything is started, so that it counts only other work.
  const load = os.loadavg()[0] / os.availableParallelism();
  const slower = slowness();
  /** A limit in ms, which does not apply on a busy machine. */
  const idle = most =>
    load <= IDLE ? { most: Math.round(most * slower) } : {};
  const figures = [
    figure(
      'how many times slower this machine is than that of the limits in ms',
      round(slower, 1),
      ''
    ),
    ...(wants('judge') ? judging(root, idle) : []),
    ...(wants('tools') ? await searching(root, idle) : []),
    ...(wants('tools') ? await comparing(root, idle) : []),
    ...(wants('mcp') ? mcpSize(root) : [])
  ];
  if (PARTS.some(name => !ALONE_IN_NODE.includes(name) && wants(name))) {
    const how = { wants, load, idle };
    figures.push(...(await inTheLab(Number(values.rounds), how)));
  }
  console.log(JSON.stringify({ date: new Date().toISOString(), figures }));
  console.log(`\n${table(figures).join('\n')}\n`);
  if (figures.some(({ ok }) => !ok)) {
    say('A limit is exceeded.');
    process.exitCode = 1;
  }
}

/** The parts that need JupyterLab and a browser. */
async function inTheLab(rounds, how) {
  await makeVenv(root);
  await buildExtension(root);
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'cellwright-bench-'));
  try {
    return await measure(home, rounds, how);
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  lament(error);
  process.exitCode = 1;
}
