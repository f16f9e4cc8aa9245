import { once } from 'events';
import { readFileSync } from 'fs';
import {
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer
} from 'http';
import type { AddressInfo } from 'net';
import { join } from 'path';

/** What the server answers, verbatim. */
export interface IWireAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** If a list, it is sent packet by packet. */
  body?: string | readonly (string | Buffer)[];
  /** What each packet except the first waits for. */
  pause?(): Promise<unknown>;
  /** Breaks the connection after the body. */
  cut?: boolean;
  /** Keeps the connection open after the body. */
  open?: boolean;
  /** Never answers. */
  hang?: boolean;
}

/** A request as received. */
export interface IWireRequest {
  method: string;
  /** Including its query. */
  path: string;
  headers: Record<string, string | undefined>;
  text: string;
  // The content depends on the provider's protocol; specs inspect it.
  body: any;
  /** The client disconnected before the answer was complete. */
  gone: boolean;
}

/** The server of a spec that calls `useWireServer`. */
export let server: WireServer;

export function useWireServer(): void {
  beforeAll(async () => {
    server = await WireServer.start();
  });
  afterAll(() => server.stop());
}

/** A server that replays what a provider's server sent. */
export class WireServer {
  readonly requests: IWireRequest[] = [];

  private _answers: IWireAnswer[] = [];

  private readonly _server: Server = createServer((incoming, response) => {
    void this._handle(incoming, response);
  });

  static async start(): Promise<WireServer> {
    const wire = new WireServer();
    // A busy test sends nothing into a connection that is just ending.
    wire._server.keepAliveTimeout = 0;
    wire._server.listen(0, '127.0.0.1');
    await once(wire._server, 'listening');
    return wire;
  }

  get url(): string {
    const { port } = this._server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  get host(): string {
    return new URL(this.url).host;
  }

  /** Sets the answers to the next requests, in order, and clears the request log. */
  answer(...answers: IWireAnswer[]): void {
    this._answers = answers;
    this.requests.length = 0;
  }

  async stop(): Promise<void> {
    this._server.closeAllConnections();
    this._server.close();
    await once(this._server, 'close');
  }

  private async _handle(
    incoming: IncomingMessage,
    response: ServerResponse
  ): Promise<void> {
    let text = '';
    for await (const piece of incoming.setEncoding('utf8')) {
      text += piece;
    }
    const request: IWireRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers as Record<string, string>,
      text,
      body: text === '' ? undefined : JSON.parse(text),
      gone: false
    };
    this.requests.push(request);
    response.on('close', () => {
      request.gone = !response.writableEnded;
    });
    await this._reply(this._answers.shift() ?? { status: 500 }, response);
  }

  private async _reply(
    answer: IWireAnswer,
    response: ServerResponse
  ): Promise<void> {
    if (answer.hang) {
      return;
    }
    const { status = 200, body = '', pause } = answer;
    response.writeHead(status, {
      'content-type': status < 400 ? 'text/event-stream' : 'application/json',
      ...answer.headers
    });
    for (const [at, packet] of [body].flat().entries()) {
      if (at > 0) {
        await pause?.();
      }
      response.write(packet);
    }
    if (answer.cut) {
      response.socket?.end();
    } else if (!answer.open) {
      response.end();
    }
  }
}

/** A recorded body from the folder `wire`. */
export function recorded(name: string): string {
  return readFileSync(join(__dirname, 'wire', name), 'utf8');
}

/** The same in packets that can end anywhere, even within a character. */
export function inPackets(text: string, size = 7): Buffer[] {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size)
  );
}
