import {
  connect,
  createServer,
  type AddressInfo,
  type Server,
  type Socket
} from 'node:net';

import type { CDPSession, Page } from '@playwright/test';

/**
 * A laptop that can be shut, with lines of its own to what it talks to. Asleep,
 * nothing of the page runs, its connections are broken, and none can be made;
 * what the servers do goes on.
 */
export class Laptop {
  /** Where the page finds the server at `port`. */
  async lineTo(port: number): Promise<string> {
    const line = createServer(ours => this.join(ours, port));
    this.lines.push(line);
    await new Promise<void>(resolve => line.listen(0, 'localhost', resolve));
    return `http://localhost:${(line.address() as AddressInfo).port}`;
  }

  /** Takes the network away, and leaves the page awake. */
  async disconnect(page: Page): Promise<void> {
    this.isConnected = false;
    await page.context().setOffline(true);
    this.cut();
  }

  async reconnect(page: Page): Promise<void> {
    await page.context().setOffline(false);
    this.isConnected = true;
  }

  async shut(page: Page): Promise<void> {
    const client = await page.context().newCDPSession(page);
    this.client = client;
    const asleep = new Promise(resolve =>
      client.once('Debugger.paused', resolve)
    );
    // Chromium freezes no page that is seen.
    await client.send('Debugger.enable');
    await client.send('Debugger.pause');
    await asleep;
    await this.disconnect(page);
  }

  /** The page first: it finds its connections broken. */
  async open(page: Page): Promise<void> {
    await this.client!.detach();
    await this.reconnect(page);
  }

  async throwAway(): Promise<void> {
    this.cut();
    await Promise.all(
      this.lines.map(line => new Promise(resolve => line.close(resolve)))
    );
  }

  private cut(): void {
    this.sockets.forEach(socket => socket.destroy());
  }

  private join(ours: Socket, port: number): void {
    if (!this.isConnected) {
      ours.destroy();
      return;
    }
    const theirs = connect(port, 'localhost');
    for (const [one, other] of [
      [ours, theirs],
      [theirs, ours]
    ]) {
      this.sockets.add(one);
      one.pipe(other);
      // A broken line is what this is for.
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
    }
  }

  private readonly lines: Server[] = [];
  private readonly sockets = new Set<Socket>();
  private isConnected = true;
  private client?: CDPSession;
}
