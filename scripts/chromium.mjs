/** Finds a Chromium to test in, or installs one. */
import * as fs from 'node:fs';
import * as path from 'node:path';

import { IS_ROOT, ROOT, aptInstall } from './prepare.mjs';
import { probe, run } from './processes.mjs';
import { log, SetupError } from './log.mjs';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium'
];

/** The path of a Chromium that starts. Needs node_modules. */
export async function provideChromium() {
  const { chromium } = await import('@playwright/test');
  const find = () =>
    process.env.CHROMIUM_PATH ||
    [...INSTALLED, chromium.executablePath()].find(each => fs.existsSync(each));
  if (!find()) {
    log('There is no Chromium yet: installing one…');
    await aptInstall('chromium');
  }
  if (!find()) {
    const cli = path.join(ROOT, 'node_modules/@playwright/test/cli.js');
    await run(process.execPath, [cli, 'install', 'chromium']);
  }
  const file = find() ?? 'no Chromium';
  const { code, output } = probe(file, ['--version', '--no-sandbox']);
  if (code !== 0) {
    throw new SetupError(
      `${output}${file} does not start: install Chromium or Chrome (on Debian: apt-get install chromium), or name one with CHROMIUM_PATH=/path/to/chromium, then run the command again.`
    );
  }
  return file;
}

/** A Chromium driven by Playwright; `stops` closes it. */
export async function launchChromium(stops) {
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({
    executablePath: await provideChromium(),
    // Chromium's sandbox does not start for root.
    args: IS_ROOT ? ['--no-sandbox'] : []
  });
  stops.push(() => browser.close());
  return browser;
}
