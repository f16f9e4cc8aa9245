/** What a script does and observes in a page of JupyterLab. */

/**
 * ms for anything in the page: what hangs is found all the same, and thirty
 * steps among 5,000 files are through by then.
 */
const TIMEOUT = 600_000;

/**
 * Opens JupyterLab in a browser context of its own, so with an empty cache, and
 * waits until it is restored.
 */
export async function openLab(browser, lab, ...where) {
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 }
  });
  context.setDefaultTimeout(TIMEOUT);
  return openTab(context, lab, ...where);
}

/**
 * The same in an existing context, so with what the browser has cached.
 *
 * @param path of a notebook, beside which the panel is opened; else it is not.
 */
export async function openTab(context, { base, token }, workspace, path) {
  const page = await context.newPage();
  await page.addInitScript(noteRestored);
  const tree = path ? `/tree/${path}` : '';
  await page.goto(`${base}/lab/workspaces/${workspace}${tree}?token=${token}`);
  await page.waitForFunction(() => window.benchRestored !== undefined);
  if (path) {
    await openPanel(page);
    await waitForKernel(page);
  }
  return page;
}

/**
 * Our JavaScript so far: `{name, bytes, before}`, where `before` means before
 * JupyterLab was restored.
 */
export async function ourScripts(page) {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/extensions\/cellwright\/.*\.js(\?|$)/.test(name))
      .map(({ name, decodedBodySize, startTime }) => ({
        name: new URL(name).pathname.split('/').pop(),
        bytes: decodedBodySize,
        before: startTime < window.benchRestored
      }))
  );
}

/** Waits for a command: their chunk loads right after JupyterLab is restored. */
export function hasCommand(page, id) {
  return page.waitForFunction(
    command => window.jupyterapp?.commands.hasCommand(command),
    id
  );
}

/** Opens the panel by its command, and waits until the message box is there. */
export async function openPanel(page) {
  await hasCommand(page, 'cellwright:open');
  await page.evaluate(() =>
    window.jupyterapp.commands.execute('cellwright:open')
  );
  await composer(page).waitFor();
}

/**
 * The message box. Found by class, like everything that is looked up while
 * measuring: by role, that takes a minute beside thousands of cells.
 */
function composer(page) {
  return page.locator('textarea.jp-Cellwright-composerInput');
}

/** Sends a message, and waits until the run has begun. */
export async function send(page, text) {
  await composer(page).fill(text);
  await page.locator('.jp-Cellwright-metaEnd > .jp-mod-primary').click();
  await page.locator('.jp-Cellwright-metaEnd > [aria-label="Stop"]').waitFor();
}

/**
 * Waits until the run has ended, approving every card by a click.
 *
 * @returns how many clicks it took.
 */
export async function approveToTheEnd(page) {
  const approve = page
    .getByRole('button', { name: 'Approve', exact: true })
    .first();
  let clicks = 0;
  while ((await untilNext(page)) === 'card') {
    await approve.click();
    clicks++;
    await page.waitForFunction(
      () => document.querySelector('.jp-Cellwright-approve') === null,
      null,
      { polling: 50 }
    );
  }
  return clicks;
}

/** Waits for what a run comes to: a `card`, or its `end`. */
export async function untilNext(page) {
  const found = await page.waitForFunction(
    () => {
      const panel = document.querySelector('#cellwright-panel');
      return panel.querySelector('.jp-Cellwright-approve')
        ? 'card'
        : panel.querySelector('button[aria-label="Stop"]')
          ? null
          : 'end';
    },
    null,
    { polling: 50 }
  );
  return found.jsonValue();
}

/** Waits until the notebook's kernel is connected and idle. */
async function waitForKernel(page) {
  await page.waitForFunction(
    () =>
      window.jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel
        ?.status === 'idle'
  );
}

/**
 * From now on collects, in the page's `benchApprovals`, the ms from each click on
 * Approve until the kernel was busy with that cell's code.
 */
export function watchApprovals(page) {
  return page.evaluate(() => {
    window.benchApprovals = [];
    let clicked;
    const busy = new Map();
    document.addEventListener(
      'click',
      ({ target, timeStamp }) => {
        if (target.closest?.('.jp-Cellwright-approve')) {
          clicked = timeStamp;
        }
      },
      true
    );
    const session = window.jupyterapp.shell.currentWidget.sessionContext;
    session.iopubMessage.connect((_, { header, content, parent_header }) => {
      if (content.execution_state === 'busy') {
        busy.set(parent_header.msg_id, performance.now());
      }
      // The first code that is broadcast is the cell's; our silent requests are
      // not.
      if (header.msg_type === 'execute_input' && clicked !== undefined) {
        window.benchApprovals.push(busy.get(parent_header.msg_id) - clicked);
        clicked = undefined;
      }
    });
  });
}

/** ms of each frame of the page, for `ms`. */
export function frames(page, ms) {
  return page.evaluate(
    length =>
      new Promise(resolve => {
        const found = [];
        const end = performance.now() + length;
        let last = performance.now();
        const next = now => {
          found.push(now - last);
          last = now;
          if (now < end) {
            requestAnimationFrame(next);
          } else {
            resolve(found);
          }
        };
        requestAnimationFrame(next);
      }),
    ms
  );
}

/**
 * Runs in the page before anything else. It sees `restored` before any
 * extension does, so nothing that an extension loads then is counted as loaded
 * before.
 */
function noteRestored() {
  performance.setResourceTimingBufferSize(5000);
  let app;
  Object.defineProperty(window, 'jupyterapp', {
    configurable: true,
    get: () => app,
    set: value => {
      app = value;
      void value.restored.then(() => {
        window.benchRestored = performance.now();
      });
    }
  });
}
