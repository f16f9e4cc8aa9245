import * as http from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Page } from '@playwright/test';

import type { EventBody } from '../../src/contract';
import { readCorpus } from '../../src/testing/corpus/read-corpus';
import { deliver, HOSTILE_HOST, watch } from '../support/hostile';
import { answer, type Step } from '../support/scripted-model';
import { expect, test } from '../support/test';
import { Traffic } from '../support/traffic';

/** A server that nobody should call; it records who does. */
class CountingServer {
  /** Each request, and each connection without one. */
  readonly calls: string[] = [];

  private readonly _server = http.createServer();

  async start(): Promise<void> {
    this._server.on('request', ({ method, url }, response) => {
      this.calls.push(`${method} ${url}`);
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.end();
    });
    this._server.on('connection', () => this.calls.push('a connection'));
    await new Promise<void>(resolve =>
      this._server.listen(0, '127.0.0.1', resolve)
    );
  }

  get host(): string {
    return `127.0.0.1:${(this._server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this._server.closeAllConnections();
    await new Promise(resolve => this._server.close(resolve));
  }
}

interface ICase {
  name: string;
  text: string;
  card: boolean;
}

/** Messages per thread. */
const PORTION = 25;

const server = new CountingServer();

test.beforeAll(() => server.start());
test.afterAll(() => server.stop());

test('no answer and no Markdown cell that comes without a card calls anybody', async ({
  begin,
  model,
  page
}) => {
  test.setTimeout(180_000);
  const cases = readCorpus<ICase>('markdown').map(each => ({
    ...each,
    // Without the server's port: where the address is only text, it must stay
    // the same.
    text: each.card
      ? each.text.replaceAll(HOSTILE_HOST, server.host)
      : each.text
  }));
  const plain = page as unknown as Page;
  await model.script([{ text: 'Here is a thread.' }]);
  const { panel, notebook } = await begin();
  const traffic = new Traffic(plain);
  const called = () => [
    ...server.calls,
    ...traffic.requests
      .map(({ url }) => url)
      .filter(url => /leak|evil/i.test(url) && !url.startsWith('data:'))
  ];

  await test.step('as an answer', async () => {
    await watch(plain);
    await panel.say('begin');
    await expect(panel.log).toContainText('Here is a thread.');
    await panel.settled();
    const found = await deliver(
      plain,
      portionsOf(cases).map((portion, at) => ({
        name: `portion ${at}: ${portion.map(({ name }) => name).join(', ')}`,
        mark: `The end of portion ${at}.`,
        bodies: [
          {
            type: 'run-started',
            runId: `portion ${at}`,
            notebook: { path: 'a.ipynb', name: 'a.ipynb', kernel: 'Python 3' },
            model: { id: 'demo', label: 'Demo', contextWindow: null }
          },
          { type: 'user-message', messageId: `u${at}`, text: 'Go' },
          ...[
            ...portion.map(({ text }) => text),
            `The end of portion ${at}.`
          ].map((text, index): EventBody => ({
            type: 'model-message',
            messageId: `${index} of ${at}`,
            text
          })),
          // An event without effect, but urgent, so that held events are
          // processed at once.
          {
            type: 'review-decided',
            interruptId: 'none',
            callId: 'none',
            decision: { type: 'approve' },
            by: 'person'
          }
        ]
      }))
    );
    expect(found).toEqual([]);
    // Formulas are typeset a moment later.
    await expect
      .poll(() => panel.log.locator('mjx-container').count())
      .toBeGreaterThan(20);
    await expect(panel.log.locator('mjx-container [style*="url"]')).toHaveCount(
      0
    );
    await hoverEverything(plain, '#cellwright-panel');
    expect(called()).toEqual([]);
  });

  const inert = cases.filter(({ card }) => !card);
  await test.step('as a cell that no card was shown for', async () => {
    await plain.evaluate(() => {
      const shell = window.jupyterapp.shell as unknown as {
        currentWidget: { content: { notebookConfig: object } };
      };
      const { content } = shell.currentWidget;
      content.notebookConfig = {
        ...content.notebookConfig,
        windowingMode: 'none'
      };
    });
    await model.script([
      ...portionsOf(inert).map(insert),
      answer('All written.')
    ]);
    await panel.button('New conversation').click();
    await panel.say('write');
    await panel.answered('All written.');
    const sources = await notebook.sources();
    expect(sources.slice(1)).toEqual(inert.map(({ text }) => text));
    await expect(
      plain.locator('.jp-Notebook .jp-MarkdownCell.jp-mod-rendered')
    ).toHaveCount(sources.length);
    await expect
      .poll(() => plain.locator('.jp-Notebook mjx-container').count())
      .toBeGreaterThan(20);
    await hoverEverything(plain, '.jp-Notebook');
    expect(called()).toEqual([]);
  });

  await test.step('whatever else would be a cell waits on a card; once it is approved, it calls', async () => {
    const hostile = cases.filter(({ name }) =>
      [
        'an image, http',
        'an image, slash escaped',
        'an image of this server: logs out',
        'HTML: an image',
        'LaTeX: a style'
      ].includes(name)
    );
    await model.script([insert(hostile), answer('Asked.')]);
    await panel.say('write more');
    await expect(panel.cards).toHaveCount(hostile.length);
    expect(called()).toEqual([]);
    await panel.approve(panel.cards.filter({ hasText: 'http://' }).first());
    for (let left = hostile.length - 1; left > 0; left--) {
      await expect(panel.cards).toHaveCount(left);
      await panel.reject('no', panel.cards.first());
    }
    await panel.answered('Asked.');
    await expect.poll(called).not.toEqual([]);
  });
});

function portionsOf(cases: ICase[]): ICase[][] {
  return Array.from({ length: Math.ceil(cases.length / PORTION) }, (_, at) =>
    cases.slice(PORTION * at, PORTION * (at + 1))
  );
}

/** A step that writes cells, in a few chunks: other tests cover streaming. */
function insert(cases: ICase[]): Step {
  return {
    chunkSize: 4000,
    calls: cases.map(({ text }) => ({
      name: 'markdown',
      args: { content: text }
    }))
  };
}

/** Triggers what is fetched only on hover: a cursor, a preview. */
async function hoverEverything(page: Page, root: string): Promise<void> {
  await page.evaluate(async selector => {
    for (const element of document
      .querySelector(selector)!
      .querySelectorAll('mjx-container, mjx-container *, a, code')) {
      if (element.matches('mjx-container, code')) {
        element.scrollIntoView();
      }
      element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    }
    for (let frame = 0; frame < 10; frame++) {
      await new Promise(requestAnimationFrame);
    }
  }, root);
}
