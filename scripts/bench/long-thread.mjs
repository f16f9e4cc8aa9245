/** The cost of a conversation of a thousand messages, stored in the browser. */
import { figure, round, spread } from './figures.mjs';
import { betweenRequests } from './reference.mjs';
import {
  composer,
  openLab,
  openPanel,
  openTab,
  runEnded,
  send,
  waitForKernel
} from './lab-page.mjs';

/** Each step adds an answer of the model and the result of its call. */
const STEPS = 500;
/**
 * Steps over which a figure is averaged. What nobody waits for is written in one
 * go for several steps, the more of them the busier the machine.
 */
const AROUND = 60;
const STREAM_SECONDS = 8;
/** Times that each conversation is opened again, in a new page each. */
const REOPENINGS = 5;

/**
 * @returns the figures of one long thread. `lab` must allow a run that many
 * steps.
 */
export async function longThread(browser, lab, model) {
  const page = await openLab(browser, lab, {
    workspace: 'long',
    path: '/tree/penguins.ipynb',
    before: noteWrites
  });
  await openPanel(page);
  await waitForKernel(page);
  const heap = await heapMeter(page);

  await model.script([
    {
      repeat: STEPS,
      step: { text: 'Reading.', calls: [{ name: 'read_notebook', args: {} }] }
    },
    {
      text: 'word '.repeat(STREAM_SECONDS * 100),
      chunkSize: 5,
      delayMs: 10
    }
  ]);
  await send(page, 'Read the notebook');
  const heaps = [];
  for (const steps of [STEPS / 5, (STEPS * 3) / 5, STEPS]) {
    await stepsDone(page, steps);
    heaps.push(await heap());
  }
  const frames = await frameTimes(page, (STREAM_SECONDS - 2) * 1000);
  await runEnded(page);

  const requests = await model.requests();
  const written = await page.evaluate(() => window.benchWrites);
  // Without the steps whose writes are counted, because counting takes time.
  const overhead = betweenRequests(requests).filter(
    (_, at) => !written[at].isCounted
  );
  const few = spread(overhead.slice(0, 50)).median;
  const many = spread(overhead.slice(-50)).median;
  await model.script([{ text: 'word '.repeat(100) }]);
  await page.getByRole('button', { name: 'New conversation' }).click();
  await send(page, 'Say a word');
  await runEnded(page);
  const context = page.context();
  await page.close();
  // In turn, so that a moment in which the machine is busy meets both.
  const shorts = [];
  const longs = [];
  for (let turn = 0; turn < REOPENINGS; turn += 1) {
    shorts.push(await reopen(context, lab, 'Say a word'));
    longs.push(await reopen(context, lab, 'Read the notebook'));
  }
  const short = spread(shorts).median;
  const reopened = spread(longs).median;
  await context.close();

  const early = bytesAround(written, 10);
  const late = bytesAround(written, 1000);
  return [
    figure('steps of a long conversation', requests.length - 1, '', {
      exactly: STEPS
    }),
    figure('written per step around message 10', early, 'bytes'),
    figure(
      'written per step around message 100',
      bytesAround(written, 100),
      'bytes'
    ),
    figure('written per step around message 1,000', late, 'bytes'),
    figure('the last against the first', round(late / early, 2), '', {
      most: 1.5
    }),
    figure('loop overhead of one at 900 messages, median', many, 'ms'),
    figure('the same at 200 messages', few, 'ms'),
    figure('the first against the second', round(many / few, 2), '', {
      most: 1.5
    }),
    figure(
      'a conversation of 1,000 messages opened again, median',
      reopened,
      'ms'
    ),
    figure('one of two messages, median', short, 'ms'),
    figure('the first against the second', round(reopened / short, 2), '', {
      most: 4.5
    }),
    figure(
      'frame while 100 tokens a second come, 95 %',
      percentile(frames, 0.95),
      'ms',
      {
        most: 50
      }
    ),
    figure(
      'heap a step, the last 200 of 500',
      round((heaps[2] - heaps[1]) / (STEPS * 0.4) / 1000, 1),
      'KB'
    ),
    figure(
      'the same against what it writes',
      round((heaps[2] - heaps[1]) / (STEPS * 0.4) / late, 1),
      '',
      { most: 4 }
    ),
    figure(
      'the same against the 200 before',
      round((heaps[2] - heaps[1]) / (heaps[1] - heaps[0]), 2),
      '',
      { most: 1.2 }
    )
  ];
}

/**
 * Bytes written per step, averaged over the steps around this many messages.
 */
function bytesAround(writes, messages) {
  const at = writes.findIndex(each => each.messages >= messages - 2);
  const from = writes[Math.max(0, at - AROUND / 2)];
  const to = writes[Math.min(writes.length - 1, at + AROUND / 2)];
  const steps = writes.indexOf(to) - writes.indexOf(from);
  return Math.round((to.bytes - from.bytes) / steps);
}

/**
 * In a fresh page with another notebook open: from the click on the
 * conversation's title until its end is painted.
 */
async function reopen(context, lab, name) {
  const page = await openTab(context, lab, {
    workspace: 'again',
    path: '/tree/another.ipynb'
  });
  await openPanel(page);
  await waitForKernel(page);
  await page.getByRole('button', { name: 'Conversations' }).click();
  const title = page
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first();
  await title.waitFor();
  await page.evaluate(() => {
    window.benchReopened = new Promise(resolve => {
      addEventListener(
        'click',
        ({ timeStamp }) => {
          const look = () => {
            const log = document.querySelector(
              '#cellwright-panel [role="log"]'
            );
            if (log?.textContent.includes('word word')) {
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
  });
  await title.click();
  const ms = await page.evaluate(() => window.benchReopened);
  await composer(page).waitFor();
  await page.close();
  return round(ms);
}

async function stepsDone(page, steps) {
  await page.waitForFunction(
    count => window.benchWrites.length > count,
    steps,
    { timeout: 240_000, polling: 500 }
  );
}

/** Bytes of live objects, after a garbage collection. */
async function heapMeter(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSHeapUsedSize').value;
  };
}

async function frameTimes(page, ms) {
  return page.evaluate(
    length =>
      new Promise(resolve => {
        const frames = [];
        const end = performance.now() + length;
        let last = null;
        const next = now => {
          if (last !== null) {
            frames.push(now - last);
          }
          last = now;
          if (now < end) {
            requestAnimationFrame(next);
          } else {
            resolve(frames);
          }
        };
        requestAnimationFrame(next);
      }),
    ms
  );
}

function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return round(sorted[Math.floor(share * (sorted.length - 1))] ?? NaN);
}

/**
 * Runs in the page before anything else. At each request to the model, it
 * records how many messages the conversation has, and how many bytes were
 * written to the database so far. Bytes are counted only around the numbers of
 * messages that are of interest.
 */
function noteWrites() {
  let bytes = 0;
  window.benchWrites = [];
  const counts = () => {
    // Each step adds an answer and a result, after the system's and the
    // person's message.
    const messages = 2 * window.benchWrites.length;
    return [10, 100, 1000].some(each => Math.abs(messages - each) < 70);
  };
  const size = value =>
    value instanceof Uint8Array
      ? value.byteLength
      : (JSON.stringify(value, (_key, part) =>
          part instanceof Uint8Array ? 'x'.repeat(part.byteLength) : part
        )?.length ?? 0);
  for (const name of ['put', 'add']) {
    const write = IDBObjectStore.prototype[name];
    IDBObjectStore.prototype[name] = function (value, ...key) {
      if (counts()) {
        bytes += size(value);
      }
      return write.call(this, value, ...key);
    };
  }
  const ask = window.fetch;
  window.fetch = (input, init) => {
    const address = String(input.url ?? input);
    if (address.includes('/chat/completions')) {
      const messages = 2 + 2 * window.benchWrites.length;
      window.benchWrites.push({ messages, bytes, isCounted: counts() });
    }
    return ask(input, init);
  };
}
