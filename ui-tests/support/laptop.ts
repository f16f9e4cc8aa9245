import {
  connect,
  createServer,
  type AddressInfo,
  type Server,
  type Socket
} from 'node:net';

import type { CDPSession, Page } from '@playwright/test';

/**
 * A laptop that can be closed, with its own connections to the servers. While
 * it is asleep, nothing in the page runs, its connections are broken, and no
 * new ones can be made; the servers continue.
 */
export class Laptop {
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
