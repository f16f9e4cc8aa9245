/**
 * npm run eval: how many questions with closed answers a model answers right in
 * the real panel, in a real Chromium with a real JupyterLab.
 *
 *   npm run eval -- --base-url http://localhost:8000/v1 --model qwen3
 *
 *   --questions FILE   other questions: see `eval/questions.mjs`
 *   --dabench FOLDER   InfiAgent-DABench: its questions, labels and tables
 *   --first N          only the first ones
 *   --keep FOLDER      where the transcripts go
 *   --built            use what is installed and built, as it is
 *
 * The key is read from CELLWRIGHT_EVAL_KEY; it stays in this program. Every
 * card is approved, so run it where the code of a model may run.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { parseArgs } from 'node:util';

import { approveToTheEnd, openLab, send } from './lab-page.mjs';
import {
  inTempFolder,
  serveFolder,
  settingsWith,
  writeNotebook
} from './servers.mjs';
import { launchChromium } from './chromium.mjs';
import {
  answersIn,
  isRight,
  promptOf,
  readDabench,
  readQuestions,
  shareOf
} from './eval/questions.mjs';
import { ROOT, prepareLab } from './prepare.mjs';
import { log, runCommand, SetupError } from './log.mjs';

const OURS = path.join(ROOT, 'evaluation/questions.jsonl');
const TRANSCRIPTS = path.join(ROOT, 'evaluation/transcripts');

/** ms for one question; what takes longer counts as unanswered. */
const PATIENCE = 15 * 60_000;

async function main() {
  const { values } = parseArgs({
    options: {
      'base-url': { type: 'string' },
      model: { type: 'string' },
      questions: { type: 'string', default: OURS },
      dabench: { type: 'string' },
      first: { type: 'string', default: 'Infinity' },
      keep: { type: 'string', default: path.join(TRANSCRIPTS, stamp()) },
      built: { type: 'boolean' }
    }
  });
  const { 'base-url': baseUrl, model, dabench, keep } = values;
  if (!baseUrl || !model) {
    throw new SetupError('Say which model: --base-url … --model …');
  }
  const questions = (
    dabench ? readDabench(dabench) : readQuestions(values.questions)
  ).slice(0, Number(values.first));
  if (!values.built) {
    await prepareLab();
  }
  await inTempFolder('eval', async place => {
    const choice = { provider: 'compatible', model };
    const lab = await serveFolder(place, settingsWith(baseUrl, choice));
    const browser = await launchChromium(place.stops);
    fs.mkdirSync(keep, { recursive: true });
    const results = [];
    for (const question of questions) {
      const result = await answer(browser, lab, place, baseUrl, question);
      results.push(result);
      fs.writeFileSync(
        path.join(keep, `question-${question.id}.json`),
        JSON.stringify({ question, ...result }, null, 1)
      );
      log(
        `${question.id}: ${result.right ? 'right' : `wrong (${result.why})`}, ${results.filter(each => each.right).length} of ${results.length}`
      );
    }
    log(`The transcripts are in ${keep}.`);
    print(results, model);
  });
}

/** Asks one question, in a folder of its own with its table and a notebook. */
async function answer(browser, lab, place, baseUrl, question) {
  const folder = `question-${question.id}`;
  const files = path.join(place.files, folder);
  const notebook = path.join(files, 'work.ipynb');
  fs.mkdirSync(files);
  fs.copyFileSync(question.table, path.join(files, question.file_name));
  writeNotebook(notebook);
  const began = Date.now();
  let clicks = 0;
  let text = '';
  let why = '';
  const page = await openLab(browser, lab, folder, `${folder}/work.ipynb`);
  const exchanges = await relay(page, baseUrl);
  try {
    await send(page, promptOf(question));
    clicks = await within(PATIENCE, approveToTheEnd(page));
    text = await page
      .locator('.jp-Cellwright-said .jp-Cellwright-markdown')
      .filter({ hasText: /\S/ }) // drawn: the renderer is loaded when first used
      .last()
      .innerText({ timeout: 5000 });
  } catch (error) {
    why = String(error.message ?? error).split('\n')[0];
  }
  await page.context().close();
  const found = answersIn(text);
  return {
    right: isRight(question.answers, found),
    share: shareOf(question.answers, found),
    why: why || (found.size === 0 ? 'no answer' : JSON.stringify([...found])),
    text,
    requests: exchanges.length,
    tokens: exchanges.map(tokensOf).reduce((sum, each) => sum + each, 0),
    ms: Date.now() - began,
    clicks,
    exchanges,
    notebook: JSON.parse(fs.readFileSync(notebook, 'utf8'))
  };
}

/**
 * Stands between the page and the model's server: adds the key, so that it is
 * never in the page. @returns what is asked and answered from now on.
 */
async function relay(page, baseUrl) {
  const key = process.env.CELLWRIGHT_EVAL_KEY;
  const exchanges = [];
  const pass = async route => {
    const request = route.request();
    const response = await route.fetch({
      headers: {
        ...request.headers(),
        'accept-encoding': 'identity',
        ...(key && { authorization: `Bearer ${key}` })
      },
      timeout: 0
    });
    const answer = await response.text();
    if (request.postData()) {
      exchanges.push({
        status: response.status(),
        request: request.postDataJSON(),
        answer
      });
    }
    const headers = response.headers();
    headers['access-control-allow-origin'] = '*';
    await route.fulfill({ response, headers });
  };
  await page.route(
    ({ href }) => href.startsWith(baseUrl),
    // A server that is gone, or the page.
    route => pass(route).catch(() => route.abort().catch(() => undefined))
  );
  return exchanges;
}

/** Tokens of an answer as its server counted them; 0 if it did not. */
function tokensOf({ answer }) {
  const last = name => {
    const counts = answer.matchAll(new RegExp(`"${name}"\\s*:\\s*(\\d+)`, 'g'));
    return Number([...counts].at(-1)?.[1] ?? 0);
  };
  return last('prompt_tokens') + last('completion_tokens');
}

function within(ms, work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('It took too long.')), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function print(results, model) {
  const sum = name => results.reduce((all, each) => all + each[name], 0);
  const count = Math.max(1, results.length);
  const share = value => `${((100 * value) / count).toFixed(1)} %`;
  const counted = name =>
    `${sum(name)} (${(sum(name) / count).toFixed(1)} a question)`;
  const rows = {
    model,
    right: `${sum('right')} of ${results.length} (${share(sum('right'))})`,
    'right, by value': share(sum('share')),
    requests: counted('requests'),
    tokens: counted('tokens'),
    time: `${Math.round(sum('ms') / 1000)} s`,
    'clicks on Approve': counted('clicks')
  };
  for (const [name, value] of Object.entries(rows)) {
    console.log(`${name.padEnd(26)}${value}`);
  }
}

function stamp() {
  return new Date().toISOString().slice(0, 19).replace(/[:T]/g, '-');
}

await runCommand(main);
