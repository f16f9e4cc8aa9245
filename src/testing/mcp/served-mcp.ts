/** What a server of tools answers, and what it was asked. */
export interface IServedMcp {
  tools: { name: string; description: string; inputSchema: object }[];
  /** The first answers to calls; further ones are carried out. */
  calls?: { status: number; body: object | string }[];
  /** Nothing but POST is answered in a form that a page may read. */
  onlyPost?: boolean;
}

/** A server of tools by the protocol of 2025, with sessions. */
export class ServedMcp {
  static readonly ADDRESS = 'http://127.0.0.1:9100/mcp';
  /** Real names of the tools that ran, and how often a session began. */
  readonly ran: string[] = [];
  sessions = 0;

  constructor(private readonly _served: IServedMcp) {}

  fetch: typeof fetch = async (_url, init) => {
    if (init?.method !== 'POST') {
      if (this._served.onlyPost) {
        throw new TypeError('Failed to fetch');
      }
      return new Response(null, { status: 405 });
    }
    const { id, method, params } = JSON.parse(String(init.body)) as {
      id?: number;
      method: string;
      params?: { name: string };
    };
    const message = (status: number, body: object | string, headers = {}) =>
      new Response(typeof body === 'string' ? body : JSON.stringify(body), {
        status,
        headers: {
          'content-type': /^(event|data):/.test(String(body))
            ? 'text/event-stream'
            : 'application/json',
          ...headers
        }
      });
    const result = (value: object, headers = {}) =>
      message(200, { jsonrpc: '2.0', id, result: value }, headers);
    switch (method) {
      case 'initialize':
        return result(
          {
            protocolVersion: '2025-06-18',
            capabilities: { tools: { listChanged: true } },
            serverInfo: { name: 'served', version: '1' }
          },
          { 'mcp-session-id': `session-${++this.sessions}` }
        );
      case 'tools/list':
        return result({ tools: this._served.tools });
      case 'tools/call': {
        const refused = this._served.calls?.shift();
        if (refused) {
          return message(refused.status, refused.body);
        }
        this.ran.push(params?.name ?? '');
        return result({ content: [{ type: 'text', text: 'It is done.' }] });
      }
      default:
        return id === undefined
          ? new Response(null, { status: 202 })
          : message(400, {
              jsonrpc: '2.0',
              id,
              error: { code: -32601, message: 'Method not found' }
            });
    }
  };
}
