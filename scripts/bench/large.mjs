/** The cost of large amounts: cells, files, conversations, words. */
import { figure, round, spread } from './figures.mjs';
import { composer, openPanel, runEnded, send } from './lab-page.mjs';
import {
  against,
  bareSteps,
  betweenRequests,
  insertAndRun
} from './reference.mjs';
import { FILES, LARGE, MANY_FILES, TEN } from './servers.mjs';

const CELLS = 3000;
const WORDS = 20_000;
const CONVERSATIONS = 200;
const STEPS = 30;

/** ms without a long task after which JupyterLab counts as quiet. */
const QUIET = 3000;

/** A step that reads and one that runs, in a notebook of 3,000 cells. */
export async function largeNotebook(open, model, { script, idle }) {
  const small = await open('large-ten', TEN);
  const onTen = await runSteps(small, model);
  await small.context().close();

  const page = await open('large', LARGE);
  await quiet(page);
  const bare = await bareSteps(page, model, script, STEPS);
  const reading = await steps(page, model, 'read_notebook', {});
  // The first jump to the end of a page's notebook lays out all of its cells:
  // more than ten seconds, with us and without, so that one does not count.
  await insertAndRun(page, 1);
  const plain = await insertAndRun(page, 5);
  const running = await runSteps(page, model);
  await page.context().close();
  return [
    ...against(`a step that reads ${CELLS} cells, median`, reading, bare, {
      idle: idle(25)
    }),
    // JupyterLab's own time there is the lower bound, so the limit is relative
    // to it.
    ...against(`a step that runs 1+1 there, median`, running, plain, {
      most: 1.5
    }),
    figure(
      'that over the same on ten cells',
      round(spread(running).median / spread(onTen).median, 2),
      ''
    )
  ];
}

/** A step that lists a folder, compared with the server's own answer. */
export async function largeFolder(open, model) {
  const page = await open('files', MANY_FILES);
  const plain = await page.evaluate(async count => {
    const { contents } = window.jupyterapp.serviceManager;
    const ms = [];
    for (let at = 0; at < count; at++) {
      const start = performance.now();
      await contents.get('files', { content: true });
      ms.push(performance.now() - start);
    }
    return ms;
  }, 5);
  const listing = await steps(page, model, 'list_files', {});
  await page.context().close();
  return against(`a step that lists ${FILES} files, median`, listing, plain, {
    most: 2
  });
}

/** The list of conversations, from the click until it is painted; with a single one, too. */
export async function manyConversations(open, model) {
  const page = await open('conversations', TEN);
  await model.script([{ text: 'Hello.' }]);
  await send(page, 'Conversation');
  await runEnded(page);
  const list = async count => {
    await page.reload();
    await openPanel(page);
    await composer(page).waitFor();
    await quiet(page);
    const listed = page.evaluate(untilListed, count);
    await page.getByRole('button', { name: 'Conversations' }).click();
    return listed;
  };
  const one = await list(1);
  await page.evaluate(copyThread, CONVERSATIONS);
  const all = await list(CONVERSATIONS);
  await page.context().close();
  return against(`the list of ${CONVERSATIONS} conversations`, [all], [one], {
    idle: { most: 300 }
  });
}

/** An answer that arrives all at once: how long the page is blocked. */
export async function longAnswer(open, model) {
  const page = await open('words', TEN);
  const paragraph = `${'Some words that stand in a paragraph with **strong** ones. '.repeat(8)}\n\n`;
  const words = paragraph.split(/\s+/).length;
  // Loads the engine, which the first message always does.
  await model.script([{ text: 'Hello.' }]);
  await send(page, 'Hello');
  await runEnded(page);
  await quiet(page);
  await model.script([{ text: paragraph.repeat(Math.ceil(WORDS / words)) }]);
  await page.evaluate(watchFrames);
  await send(page, 'Tell me everything');
  await runEnded(page);
  await quiet(page);
  const frames = await page.evaluate(() => window.benchFrames);
  await page.context().close();
  return [
    figure(
      `longest frame while ${WORDS} words come at once`,
      round(Math.max(...frames)),
      'ms'
    ),
    figure(
      'frames of more than 100 ms',
      frames.filter(ms => ms > 100).length,
      '',
      { exactly: 0 }
    )
  ];
}

function runSteps(page, model) {
  return steps(page, model, 'jupyter_cell', { code: '1+1' });
}

async function steps(page, model, name, args) {
  await model.script([
    { repeat: STEPS, step: { text: 'On it.', calls: [{ name, args }] } },
    { text: 'Done.' }
  ]);
  await send(page, 'Go on');
  await runEnded(page);
  return betweenRequests(await model.requests()).slice(0, STEPS);
}

/** Resolves once the page has had no long task for a while. */
function quiet(page) {
  return page.evaluate(
    ms =>
      new Promise(resolve => {
        let timer;
        const observer = new PerformanceObserver(() => wait());
        const wait = () => {
          clearTimeout(timer);
          timer = setTimeout(() => {
            observer.disconnect();
            resolve();
          }, ms);
        };
        observer.observe({ entryTypes: ['longtask'] });
        wait();
      }),
    QUIET
  );
}

function watchFrames() {
  window.benchFrames = [];
  let last = performance.now();
  const next = now => {
    window.benchFrames.push(now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

/** ms from the click until a list with this many entries is painted. */
function untilListed(count) {
  return new Promise(resolve => {
    addEventListener(
      'click',
      ({ timeStamp }) => {
        const look = () => {
          const { length } = document.querySelectorAll(
            '#cellwright-panel .jp-Cellwright-threads > *'
          );
          // Those that are drawn first are enough to choose from.
          if (length >= Math.min(count, 20)) {
            requestAnimationFrame(() =>
              setTimeout(() => resolve(performance.now() - timeStamp))
            );
          } else {
            requestAnimationFrame(look);
          }
        };
        look();
      },
      { capture: true, once: true }
    );
  });
}

/** Copies the record of the only stored conversation. */
async function copyThread(count) {
  const [{ name }] = (await window.indexedDB.databases()).filter(each =>
    each.name.startsWith('cellwright-threads')
  );
  const db = await new Promise((resolve, reject) => {
    const request = window.indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  await new Promise((resolve, reject) => {
    const tx = db.transaction('threads', 'readwrite');
    const store = tx.objectStore('threads');
    const request = store.openCursor();
    request.onsuccess = () => {
      const { key, value } = request.result;
      for (let at = 0; at < count; at++) {
        const id = `${key}-${at}`;
        store.put({ ...value, id, title: `Conversation 1${at}` }, id);
      }
    };
    tx.oncomplete = resolve;
    tx.onabort = () => reject(tx.error);
  });
  db.close();
}
