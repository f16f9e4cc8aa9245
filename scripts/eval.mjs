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
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import {
  approveToTheEnd,
  composer,
  openLab,
  openPanel,
  send,
  waitForKernel
} from './lab-page.mjs';
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
import { startRelay, tokensOf } from './eval/relay.mjs';
import { prepareLab } from './prepare.mjs';
import { log, runCommand, SetupError } from './log.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** ms for one question; what takes longer counts as unanswered. */
const PATIENCE = 15 * 60_000;

async function main() {
  const { values } = parseArgs({
    options: {
      'base-url': { type: 'string' },
      model: { type: 'string' },
      questions: { type: 'string' },
      dabench: { type: 'string' },
      first: { type: 'string' },
      keep: { type: 'string' },
      built: { type: 'boolean' }
    }
  });
  const { 'base-url': base, model, dabench, keep } = values;
  if (!base || !model) {
    throw new SetupError('Say which model: --base-url … --model …');
  }
  const all = dabench
    ? readDabench(dabench)
    : readQuestions(
        values.questions ?? path.join(root, 'evaluation', 'questions.jsonl')
      );
  const questions = all.slice(0, Number(values.first ?? all.length));
  if (!values.built) {
    await prepareLab(root);
  }
  const results = await evaluate(
    questions,
    { base: base.replace(/(?<!\/)\/+$/, ''), model },
    keep ?? path.join(root, 'evaluation', 'transcripts', stamp())
  );
  print(results, model);
}

async function evaluate(questions, { base, model }, keep) {
  return inTempFolder('eval', async place => {
    const { files, stops } = place;
    const relay = await startRelay(base, process.env.CELLWRIGHT_EVAL_KEY);
    stops.push(relay.stop);
    const lab = await serveFolder(root, place, {
      'cellwright:plugin': settingsWith(relay.base, {
        provider: 'compatible',
        model
      })
    });
    const browser = await launchChromium(root, stops);
    fs.mkdirSync(keep, { recursive: true });
    const results = [];
    for (const question of questions) {
      const result = await answer(browser, { ...lab, files }, relay, question);
      results.push(result);
      const name = `question-${question.id}.json`;
      fs.writeFileSync(
        path.join(keep, name),
        JSON.stringify({ question, ...result }, null, 1)
      );
      log(
        `${question.id}: ${result.right ? 'right' : `wrong (${result.why})`}, ${results.filter(each => each.right).length} of ${results.length}`
      );
    }
    log(`The transcripts are in ${keep}.`);
    return results;
  });
}

/** Asks one question, in a folder of its own with its table and a notebook. */
async function answer(browser, lab, relay, question) {
  const folder = `question-${question.id}`;
  const files = path.join(lab.files, folder);
  fs.mkdirSync(files);
  fs.copyFileSync(question.table, path.join(files, question.file_name));
  writeNotebook(path.join(files, 'work.ipynb'));
  relay.take();
  const began = Date.now();
  let clicks = 0;
  let text = '';
  let why = '';
  const page = await openLab(browser, lab, {
    workspace: folder,
    path: `/tree/${folder}/work.ipynb`
  });
  try {
    await openPanel(page);
    await composer(page).waitFor();
    await waitForKernel(page);
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
  const notebook = fs.readFileSync(path.join(files, 'work.ipynb'), 'utf8');
  await page.context().close();
  const exchanges = relay.take();
  const found = answersIn(text);
  const right = isRight(question.answers, found);
  return {
    right,
    share: shareOf(question.answers, found),
    why: why || (found.size === 0 ? 'no answer' : JSON.stringify([...found])),
    text,
    requests: exchanges.length,
    tokens: exchanges.map(tokensOf).reduce((sum, each) => sum + each, 0),
    ms: Date.now() - began,
    clicks,
    exchanges,
    notebook: JSON.parse(notebook)
  };
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
  const right = results.filter(each => each.right).length;
  const count = results.length;
  const mean = name => (sum(name) / Math.max(1, count)).toFixed(1);
  console.log(
    [
      '',
      `model                     ${model}`,
      `right                     ${right} of ${count} (${((100 * right) / Math.max(1, count)).toFixed(1)} %)`,
      `right, by value           ${((100 * sum('share')) / Math.max(1, count)).toFixed(1)} %`,
      `requests                  ${sum('requests')} (${mean('requests')} a question)`,
      `tokens                    ${sum('tokens')} (${mean('tokens')} a question)`,
      `time                      ${Math.round(sum('ms') / 1000)} s`,
      `clicks on Approve         ${sum('clicks')} (${mean('clicks')} a question)`,
      ''
    ].join('\n')
  );
}

function stamp() {
  return new Date().toISOString().slice(0, 19).replace(/[:T]/g, '-');
}

await runCommand(main);
