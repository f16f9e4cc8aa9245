import * as http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that nobody should call; it records who does. */
export class CountingServer {
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
