/**
 * npm run screenshots: takes the pictures of README and docs/ again, in light and
 * dark with the demo model, in a real Chromium with a real JupyterLab.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';

import { approveToTheEnd, openLab, send } from './lab-page.mjs';
import { inTempFolder, serveFolder, writeNotebook } from './servers.mjs';
import { launchChromium } from './chromium.mjs';
import { ROOT, prepareLab } from './prepare.mjs';
import { log, runCommand } from './log.mjs';

const EXAMPLES = path.join(ROOT, 'examples');
const SIZE = { width: 1360, height: 860 };
const THEMES = { light: 'JupyterLab Light', dark: 'JupyterLab Dark' };

/** Cards of the demo's job before the one that is shown: data, summary. */
const APPROVED_BEFORE = 2;

/** Opens the notebook of a folder beside the panel, and nothing else. */
async function openJob(browser, lab, folder, height = SIZE.height) {
  const page = await openLab(browser, lab, folder, `${folder}/penguins.ipynb`);
  await page.setViewportSize({ ...SIZE, height });
  await page.evaluate(() => {
    const { commands, shell } = window.jupyterapp;
    return shell.leftCollapsed
      ? null
      : commands.execute('application:toggle-left-area');
  });
  const panel = page.locator('#cellwright-panel');
  const press = name =>
    decide(panel.getByRole('button', { name, exact: true }));
  const approve = panel.locator('.jp-Cellwright-approve');
  return { page, panel, press, approve };
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
async function takePictures(browser, lab) {
  const { page, panel, press, approve } = await openJob(browser, lab, 'job');
  await panel.getByRole('button', { name: /Explore penguins\.csv/ }).click();
  await page.keyboard.press('Enter');
  await approveFirst(approve);
  // A card takes no press before a person can have read it, and is pale so long.
  await page.waitForTimeout(600);
  await shoot(page, 'card');

  await approveToTheEnd(page);
  await panel.getByRole('group', { name: 'Next steps' }).waitFor();
  // Follows the link to the last cell, so that the notebook shows its plot.
  await panel.locator('.jp-Cellwright-cellReference').last().click();
  await shoot(page, 'answer');

  await panel.getByRole('button', { name: 'Write a report…' }).click();
  await panel.getByRole('button', { name: 'Write the report' }).click();
  for (const name of ['Start', 'Approve', 'Open the report']) {
    await press(name);
  }
  const report = page.locator('#jp-main-dock-panel .jp-Cellwright-report');
  await report.getByRole('figure').first().waitFor();
  await shoot(page, 'report');
  await page.context().close();
}

/** A plan before it is accepted, and one in progress. */
async function takePlanPictures(browser, lab) {
  // High enough for the whole card.
  const { page, panel, press, approve } = await openJob(
    browser,
    lab,
    'plan',
    980
  );
  await panel.getByRole('combobox', { name: 'Mode' }).selectOption('plan');
  await send(page, 'Explore penguins.csv');
  await press('Answer');
  await panel.getByRole('group', { name: 'Question: “The plan”' }).waitFor();
  await shoot(page, 'plan');

  await press('Accept');
  await approveFirst(approve);
  await shoot(page, 'progress');
  await page.context().close();
}

/** A card takes its first press 0.4 s after it came into view. */
async function decide(button) {
  await button.scrollIntoViewIfNeeded();
  await button.page().waitForTimeout(600);
  await button.click();
}

async function shoot(page, name) {
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
    const file = path.join(ROOT, 'docs', `${name}-${theme}.png`);
    await page.mouse.move(0, 0);
    // Colours fade from one theme to the next: takes the picture when that has
    // ended.
    await page.screenshot({ path: file, animations: 'disabled' });
    log(file);
  }
}

await runCommand(async () => {
  await prepareLab();
  await inTempFolder('pictures', async place => {
    const sample = path.join(EXAMPLES, 'penguins.ipynb');
    // With its heading alone: all cells below it will be the agent's.
    const [heading] = JSON.parse(fs.readFileSync(sample, 'utf8')).cells;
    for (const name of ['job', 'plan']) {
      const folder = path.join(place.files, name);
      fs.mkdirSync(folder);
      fs.cpSync(
        path.join(EXAMPLES, 'penguins.csv'),
        path.join(folder, 'penguins.csv')
      );
      writeNotebook(path.join(folder, 'penguins.ipynb'), [heading]);
    }
    const lab = await serveFolder(place);
    const browser = await launchChromium(place.stops);
    await takePictures(browser, lab);
    await takePlanPictures(browser, lab);
  });
});
