/** Finds a Chromium to test in, or installs one. */
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';

import { aptInstall, machine } from './prepare.mjs';
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

function findInstalled() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!fs.existsSync(named)) {
      throw new SetupError(
        `CHROMIUM_PATH names ${named}, which is not there: correct it or unset it, then run the command again.`
      );
    }
    return named;
  }
  return INSTALLED.find(file => fs.existsSync(file)) ?? null;
}

/** Where Playwright keeps its own, whether it exists or not. */
function playwrightsOwn(root) {
  const require = createRequire(path.join(root, 'package.json'));
  return require('@playwright/test').chromium.executablePath();
}

/** Installs the one of Debian, or else Playwright's. */
async function installChromium(root) {
  log('There is no Chromium yet: installing one…');
  if (await aptInstall('chromium')) {
    return findInstalled();
  }
  const cli = path.join(root, 'node_modules/@playwright/test/cli.js');
  await run(process.execPath, [cli, 'install', 'chromium'], { cwd: root });
  return playwrightsOwn(root);
}

/** The path of a Chromium that starts. Needs node_modules. */
export async function provideChromium(root) {
  const own = playwrightsOwn(root);
  const file =
    findInstalled() ?? (fs.existsSync(own) ? own : await installChromium(root));
  const { code, output } = probe(file, ['--version', '--no-sandbox']);
  if (code !== 0) {
    process.stderr.write(output);
    throw new SetupError(
      `The tests need Chromium, and ${file ?? 'it could not be installed'}${file ? ' does not start' : ''}: install Chromium or Chrome (on Debian: apt-get install chromium), or name one with CHROMIUM_PATH=/path/to/chromium, then run the command again.`
    );
  }
  return file;
}

/** A Chromium driven by Playwright; `stops` closes it. */
export async function launchChromium(root, stops) {
  const { chromium } = createRequire(import.meta.url)('@playwright/test');
  const browser = await chromium.launch({
    executablePath: await provideChromium(root),
    // Chromium's sandbox does not start for root.
    args: machine().root ? ['--no-sandbox'] : []
  });
  stops.push(() => browser.close());
  return browser;
}
