/* eslint-disable no-empty-pattern -- Playwright reads what a fixture needs from its first parameter, and takes no other form. */
import {
  connect,
  createServer,
  type AddressInfo,
  type Server,
  type Socket
} from 'node:net';

import type { APIRequestContext, CDPSession, Page } from '@playwright/test';

import { Files } from '../support/files';
import { historyFaults, toolTexts } from '../support/history';
import { answer, cell, ScriptedModel } from '../support/scripted-model';
import { servers } from '../support/servers';
import { letEnd, runsOf, slowly } from '../support/slow-code';
import { expect, test as base } from '../support/test';

const test = base.extend<{ laptop: Laptop; server: APIRequestContext }>({
  laptop: async ({}, use) => {
    const laptop = new Laptop();
    await use(laptop);
    await laptop.throwAway();
  },
  baseURL: async ({ laptop }, use) => use(await laptop.lineTo(servers.port)),
  model: async ({ laptop }, use, { testId }) =>
    use(new ScriptedModel(testId, await laptop.lineTo(servers.llmPort))),
  // Galata's mock would ask the server itself, and fail without the connection.
  terminals: async ({}, use) => use(null),
  // Bypasses the laptop's connection.
  server: async ({ playwright }, use) => {
    const server = await playwright.request.newContext({
      baseURL: `http://localhost:${servers.port}`
    });
    await use(server);
    await server.dispose();
  },
  files: async ({ server, tmpPath }, use) => use(new Files(server, tmpPath))
});

test('a laptop that sleeps, and a network that is gone: the page goes on where it was, and nothing runs twice', async ({
  begin,
  files,
  laptop,
  model,
  page,
  server
}) => {
  test.slow();
  const { panel, notebook } = await begin();
  const plain = page.context().pages()[0];
  // JupyterLab's own dialogs about an unreachable server.
  await plain.addLocatorHandler(
    plain.getByRole('dialog', { name: /Server Connection Error|Save Error/ }),
    dialog => dialog.getByRole('button', { name: /close|dismiss|ok/i }).click()
  );

  await test.step('the network goes while a cell runs: it is said, and the result is whole', async () => {
    // After a first cell, JupyterLab's own questions to a new kernel are over:
    // the server would take the end of their answer for the end of the running
    // code.
    await model.script([cell('1 + 1'), cell(ticking('N')), answer('Whole.')]);
    await panel.say('take your time');
    await panel.approve();
    await expect(panel.cards).toContainText('N.runs');
    await panel.approve();
    await expect.poll(() => runsOf(files, 'N')).toBe(1);
    // The page receives output, so that it can tell when that resumes.
    await expect.poll(() => notebook.outputText(1)).toContain('tick');
    // The save under way has finished, so that none is cut off.
    await expect.poll(() => files.read('analysis.ipynb')).toContain('N.runs');
    expect(await notebook.kernelState()).toBe('busy');
    await laptop.disconnect(plain);
    await expect(
      panel.root.getByText(/analysis\.ipynb · .*the kernel is not connected/)
    ).toBeVisible();
    await laptop.reconnect(plain);
    // Once the page and the kernel are connected again: JupyterLab waits longer
    // after each attempt, up to half a minute.
    const before = (await notebook.outputText(1)).length;
    await expect
      .poll(async () => (await notebook.outputText(1)).length)
      .toBeGreaterThan(before);
    await letEnd(files, 'N');
    await panel.answered('Whole.');
    expect(await notebook.outputText(1)).toMatch(/^(tick\n)+ended\n$/);
    expect(await runsOf(files, 'N')).toBe(1);
  });

  await test.step('a sleep while a cell ends: its result is there, or said to be lost, and the run goes on', async () => {
    await model.script([cell(slowly('S')), answer('Awake again.')]);
    await panel.say('once more');
    await panel.approve();
    await expect.poll(() => runsOf(files, 'S')).toBe(1);
    await laptop.shut(plain);
    await letEnd(files, 'S');
    await expect
      .poll(async () => (await server.get('api/kernels')).text())
      .toContain('"idle"');
    expect(await model.requests()).toHaveLength(1);
    await laptop.open(plain);
    await panel.answered('Awake again.');
    expect(await runsOf(files, 'S')).toBe(1);
    const { messages } = (await model.lastRequest()).body;
    expect(historyFaults(messages)).toEqual([]);
    // The server keeps the kernel's messages in the meantime for one connection
    // only, which may be another one of the page.
    const isLost = /was lost for a while.*The connection is back/;
    const result = toolTexts(messages).at(-1)!;
    if (isLost.test(result)) {
      expect(result).toContain('was sent to the kernel, and may have run');
      await expect(panel.line(isLost)).toBeVisible();
    } else {
      expect(result).toContain('ended');
      expect(await notebook.outputText(2)).toBe('ended\n');
    }
  });

  await test.step('while a card waits: it waits, and what is approved runs', async () => {
    await model.script([cell('print("after")'), answer('Ran after.')]);
    await panel.say('one more');
    await expect(panel.cards).toContainText('after');
    await laptop.shut(plain);
    await laptop.open(plain);
    await panel.approve();
    await panel.answered('Ran after.');
    expect(await notebook.outputText(3)).toBe('after\n');
  });

  await test.step('while the model writes: it is asked the same again', async () => {
    await model.script([
      { text: 'word '.repeat(20), chunkSize: 5, held: 10 },
      { ...answer('Said in the end.'), held: true }
    ]);
    await panel.say('write for long');
    await expect(panel.log).toContainText('word word');
    await laptop.shut(plain);
    await expect.poll(async () => (await model.lastRequest()).gone).toBe(true);
    await laptop.open(plain);
    // Retried automatically, with a notice.
    await expect(
      panel.root.getByRole('status').filter({ hasText: 'Trying again.' })
    ).toHaveText(/^The (answer was cut off|connection .+)\. Trying again\.$/);
    await model.release();
    await panel.answered('Said in the end.');
    await expect(panel.log).not.toContainText('word word');
    const [cut, again] = await model.requests();
    expect(again.body).toEqual(cut.body);
  });
});

/**
 * As `slowly`, with output while it runs, each line in one piece: what is on its
 * way when the network goes is lost.
 */
function ticking(id: string): string {
  return slowly(id).replace(
    'time.sleep(0.05)',
    'print("tick\\n", end=""); time.sleep(0.2)'
  );
}

/**
 * A laptop that can be closed, with its own connections to the servers. While
 * it is asleep, nothing in the page runs, its connections are broken, and no
 * new ones can be made; the servers continue.
 */
class Laptop {
  private readonly _lines: Server[] = [];

  private readonly _sockets = new Set<Socket>();

  private _isConnected = true;

  private _client?: CDPSession;

  /**
   * Starts a connection to the server at `port`. @returns its address for the
   * page.
   */
  async lineTo(port: number): Promise<string> {
    const line = createServer(ours => this._join(ours, port));
    this._lines.push(line);
    await new Promise<void>(resolve => line.listen(0, 'localhost', resolve));
    return `http://localhost:${(line.address() as AddressInfo).port}`;
  }

  /** Cuts off the network, and leaves the page awake. */
  async disconnect(page: Page): Promise<void> {
    this._isConnected = false;
    // First, because what arrives while it is offline is held back by Chromium,
    // and the end of the connection with it.
    this._cut();
    await page.context().setOffline(true);
  }

  async reconnect(page: Page): Promise<void> {
    await page.context().setOffline(false);
    this._isConnected = true;
  }

  async shut(page: Page): Promise<void> {
    const client = await page.context().newCDPSession(page);
    this._client = client;
    const asleep = new Promise(resolve =>
      client.once('Debugger.paused', resolve)
    );
    // Chromium does not freeze a visible page, so the debugger pauses it.
    await client.send('Debugger.enable');
    await client.send('Debugger.pause');
    await asleep;
    await this.disconnect(page);
  }

  /** Wakes the page first, so that it finds its connections broken. */
  async open(page: Page): Promise<void> {
    await this._client!.detach();
    await this.reconnect(page);
  }

  async throwAway(): Promise<void> {
    this._cut();
    await Promise.all(
      this._lines.map(line => new Promise(resolve => line.close(resolve)))
    );
  }

  private _cut(): void {
    this._sockets.forEach(socket => socket.destroy());
  }

  private _join(ours: Socket, port: number): void {
    if (!this._isConnected) {
      ours.destroy();
      return;
    }
    const theirs = connect(port, 'localhost');
    for (const [one, other] of [
      [ours, theirs],
      [theirs, ours]
    ]) {
      this._sockets.add(one);
      one.pipe(other);
      // Broken connections are what this is for.
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this._sockets.delete(one);
        other.destroy();
      });
    }
  }
}
