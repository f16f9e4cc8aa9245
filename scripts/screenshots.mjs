/**
 * npm run screenshots: takes the pictures of README and docs/ again, in light and
 * dark with the demo model, in a real Chromium with a real JupyterLab.
 *
 *   npm run screenshots -- --into /tmp/pictures    into another folder
 */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import {
  approveToTheEnd,
  openLab,
  openPanel,
  send,
  waitForKernel
} from './lab-page.mjs';
import { inTempFolder, serveFolder } from './servers.mjs';
import { launchChromium } from './chromium.mjs';
import { prepareLab } from './prepare.mjs';
import { log, runCommand } from './log.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const SIZE = { width: 1360, height: 860 };
const THEMES = { light: 'JupyterLab Light', dark: 'JupyterLab Dark' };

/** Cards of the demo's job before the one that is shown: data, summary. */
const APPROVED_BEFORE = 2;

/** Opens the notebook of a folder beside the panel, and nothing else. */
async function openJob(browser, lab, folder, height = SIZE.height) {
  const page = await openLab(browser, lab, {
    workspace: folder,
    path: `/tree/${folder}/penguins.ipynb`
  });
  await page.setViewportSize({ ...SIZE, height });
  await waitForKernel(page);
  await page.evaluate(() => {
    const { commands, shell } = window.jupyterapp;
    return shell.leftCollapsed
      ? null
      : commands.execute('application:toggle-left-area');
  });
  await openPanel(page);
  const panel = page.locator('#cellwright-panel');
  return { page, panel, approve: panel.locator('.jp-Cellwright-approve') };
}

/** Approves the cells before the one that is shown. */
async function approveFirst(approve) {
  for (let card = 0; card < APPROVED_BEFORE; card++) {
    await decide(approve);
    await approve.waitFor({ state: 'detached' });
  }
  await approve.waitFor();
}

/** Takes each picture in both themes, one job after the other. */
async function takePictures(browser, lab, folder) {
  const { page, panel, approve } = await openJob(browser, lab, 'job');
  await panel.getByRole('button', { name: /Explore penguins\.csv/ }).click();
  await page.keyboard.press('Enter');
  await approveFirst(approve);
  // A card takes no press before a person can have read it, and is pale so long.
  await page.waitForTimeout(600);
  await shoot(page, folder, 'card');

  await approveToTheEnd(page);
  await panel.getByRole('group', { name: 'Next steps' }).waitFor();
  // Follows the link to the last cell, so that the notebook shows its plot.
  await panel.locator('.jp-Cellwright-cellReference').last().click();
  await shoot(page, folder, 'answer');

  await panel.getByRole('button', { name: 'Write a report…' }).click();
  await panel.getByRole('button', { name: 'Write the report' }).click();
  for (const name of ['Start', 'Approve', 'Open the report']) {
    await decide(panel.getByRole('button', { name, exact: true }));
  }
  const report = page.locator('#jp-main-dock-panel .jp-Cellwright-report');
  await report.getByRole('figure').first().waitFor();
  await shoot(page, folder, 'report');
  await page.context().close();
}

/** A plan before it is accepted, and one in progress. */
async function takePlanPictures(browser, lab, folder) {
  // High enough for the whole card.
  const { page, panel, approve } = await openJob(browser, lab, 'plan', 980);
  const press = name =>
    decide(panel.getByRole('button', { name, exact: true }));
  await panel.getByRole('combobox', { name: 'Mode' }).selectOption('plan');
  await send(page, 'Explore penguins.csv');
  await press('Answer');
  await panel.getByRole('group', { name: 'Question: “The plan”' }).waitFor();
  await shoot(page, folder, 'plan');

  await press('Accept');
  await approveFirst(approve);
  await shoot(page, folder, 'progress');
  await page.context().close();
}

/** A card takes its first press 0.4 s after it came into view. */
async function decide(button) {
  await button.scrollIntoViewIfNeeded();
  await button.page().waitForTimeout(600);
  await button.click();
}

async function shoot(page, folder, name) {
  for (const [theme, title] of Object.entries(THEMES)) {
    await page.evaluate(
      title =>
        window.jupyterapp.commands.execute('apputils:change-theme', {
          theme: title
        }),
      title
    );
    await page
      .locator(`body[data-jp-theme-name="${title}"]`)
      .waitFor({ state: 'attached' });
    await page.locator('#jupyterlab-splash').waitFor({ state: 'detached' });
    await page.getByText('Saving completed').waitFor({ state: 'hidden' });
    const file = path.join(folder, `${name}-${theme}.png`);
    await page.mouse.move(0, 0);
    // Colours fade from one theme to the next: takes the picture when that has
    // ended.
    await page.screenshot({
      path: file,
      animations: 'disabled',
      caret: 'hide'
    });
    log(`${path.relative(process.cwd(), file)}`);
  }
}

/**
 * The sample twice, each with its heading alone: all cells below it will be the
 * agent's.
 */
function layOut(files) {
  const examples = path.join(root, 'examples');
  for (const folder of ['job', 'plan']) {
    const into = path.join(files, folder);
    fs.mkdirSync(into, { recursive: true });
    fs.copyFileSync(
      path.join(examples, 'penguins.csv'),
      path.join(into, 'penguins.csv')
    );
    const content = JSON.parse(
      fs.readFileSync(path.join(examples, 'penguins.ipynb'), 'utf8')
    );
    content.cells = content.cells.slice(0, 1);
    fs.writeFileSync(
      path.join(into, 'penguins.ipynb'),
      JSON.stringify(content)
    );
  }
}

async function main() {
  const { values } = parseArgs({
    options: { into: { type: 'string', default: path.join(root, 'docs') } }
  });
  await prepareLab(root);
  fs.mkdirSync(values.into, { recursive: true });
  await inTempFolder('pictures', async place => {
    const { files, stops } = place;
    layOut(files);
    const lab = await serveFolder(root, place);
    const browser = await launchChromium(root, stops);
    await takePictures(browser, lab, values.into);
    await takePlanPictures(browser, lab, values.into);
  });
}

await runCommand(main);
