import galata from '../../ui-tests/playwright.config.js';

const { CELLWRIGHT_GREP: grep } = process.env;

/** One short job wherever Jupyter runs; each test starts what it needs. */
export default {
  ...galata,
  testDir: '.',
  webServer: [],
  workers: 1,
  // With what pip installs first.
  timeout: 900_000,
  ...(grep && { grep: new RegExp(grep) }),
  use: { ...galata.use, viewport: { width: 1400, height: 900 } }
};
