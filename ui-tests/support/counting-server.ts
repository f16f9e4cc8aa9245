import * as http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that nobody has a reason to call, and that notes who does. */
export class CountingServer {
  /** Each request, and each connection that made none. */
  readonly calls: string[] = [];

  async start(): Promise<void> {
    this.server.on('request', ({ method, url }, response) => {
      this.calls.push(`${method} ${url}`);
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.end();
    });
    this.server.on('connection', () => this.calls.push('a connection'));
    await new Promise<void>(resolve =>
      this.server.listen(0, '127.0.0.1', resolve)
    );
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise(resolve => this.server.close(resolve));
  }

  private readonly server = http.createServer();
}
