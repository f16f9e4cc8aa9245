import type { CDPSession, Page, WebSocketRoute } from '@playwright/test';

/**
 * A page on a laptop that can be shut. Asleep, nothing of the page runs, its
 * connections break, and none can be made; what the server does goes on.
 */
export class Laptop {
  private constructor(
    private readonly page: Page,
    private readonly client: CDPSession
  ) {}

  /** Before the page is loaded: later connections are not ours to break. */
  static async of(page: Page): Promise<Laptop> {
    const laptop = new Laptop(page, await page.context().newCDPSession(page));
    await page.routeWebSocket(/\/api\//, socket => laptop.connect(socket));
    return laptop;
  }

  async shut(): Promise<void> {
    this.asleep = true;
    await this.client.send('Page.setWebLifecycleState', { state: 'frozen' });
    await this.page.context().setOffline(true);
    for (const { ours, theirs } of this.sockets.splice(0)) {
      await theirs.close();
      await ours.close();
    }
  }

  /** The network comes a moment after the page. */
  async open(): Promise<void> {
    await this.client.send('Page.setWebLifecycleState', { state: 'active' });
    this.asleep = false;
    await this.page.context().setOffline(false);
  }

  private connect(ours: WebSocketRoute): void {
    if (this.asleep) {
      void ours.close();
      return;
    }
    this.sockets.push({ ours, theirs: ours.connectToServer() });
  }

  private asleep = false;
  private readonly sockets: { ours: WebSocketRoute; theirs: WebSocketRoute }[] =
    [];
}
