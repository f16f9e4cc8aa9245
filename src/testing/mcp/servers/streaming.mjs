// A server of a 2025 protocol (--protocol=…, else 2025-11-25) that reports
// changes on a stream of its own. It answers what it does not know as mcp-proxy
// 0.13.0 did when its answers were recorded, and as servers do that hold a
// client to the version that was agreed on. On `grow` or `shrink` on its standard input, it adds or removes a tool
// and reports the change; on `drop`, its streams break. With --mute it opens
// none, whatever it promises. Its call `late` is answered before its progress
// is reported.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

import { allowPages } from './cors.mjs';

let extra = 0;
const version =
  process.argv.find(each => each.startsWith('--protocol='))?.slice(11) ??
  '2025-11-25';
const isMute = process.argv.includes('--mute');
const streams = new Set();
const tools = () =>
  ['late', ...Array.from({ length: extra }, (_, at) => `later-${at}`)].map(
    name => ({
      name,
      description: `Does ${name}`,
      inputSchema: { type: 'object', properties: {} }
    })
  );
const text = value => ({ content: [{ type: 'text', text: value }] });

function notify(method, params = {}) {
  const message = JSON.stringify({ jsonrpc: '2.0', method, params });
  for (const stream of streams) {
    stream.write(`event: message\ndata: ${message}\n\n`);
  }
}

function resultOf(method, { name, _meta } = {}) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: version,
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'streaming', version: '1' }
      };
    case 'tools/list':
      console.log('listed');
      return { tools: tools() };
    case 'tools/call':
      if (name === 'late') {
        setTimeout(() => {
          notify('notifications/progress', {
            progressToken: _meta?.progressToken ?? 0,
            progress: 1,
            total: 2
          });
          console.log('late progress');
        }, 50);
      }
      return text(`did ${name}`);
    default:
      return undefined;
  }
}

async function read(request) {
  let body = '';
  for await (const chunk of request) {
    body += chunk;
  }
  return JSON.parse(body);
}

async function answer(request, response) {
  if (request.method === 'GET' && isMute) {
    response.writeHead(405).end();
    return;
  }
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    streams.add(response);
    response.on('close', () => streams.delete(response));
    console.log('hears');
    return;
  }
  if (request.method === 'DELETE') {
    response.writeHead(200).end();
    return;
  }
  const { id, method, params } = await read(request);
  const { 'mcp-session-id': session, 'mcp-protocol-version': spoken } =
    request.headers;
  const fault =
    method === 'initialize'
      ? null
      : !session
        ? 'Missing session ID'
        : version >= '2025-06-18' && spoken !== version
          ? `Unsupported protocol version: ${spoken}`
          : null;
  if (fault) {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 'server-error',
        error: { code: -32600, message: `Bad Request: ${fault}` }
      })
    );
    return;
  }
  if (id === undefined) {
    response.writeHead(202).end();
    return;
  }
  const result = resultOf(method, params);
  response.writeHead(result ? 200 : 400, {
    'content-type': 'application/json',
    ...(method === 'initialize' && { 'mcp-session-id': randomUUID() })
  });
  response.end(
    JSON.stringify({
      jsonrpc: '2.0',
      id,
      ...(result
        ? { result }
        : { error: { code: -32601, message: 'Method not found' } })
    })
  );
}

createInterface({ input: process.stdin }).on('line', line => {
  if (line === 'drop') {
    streams.forEach(stream => stream.destroy());
    return;
  }
  extra += line === 'grow' ? 1 : line === 'shrink' ? -1 : 0;
  notify('notifications/tools/list_changed');
});
const server = createServer((request, response) => {
  if (!allowPages(request, response)) {
    void answer(request, response);
  }
}).listen(Number(process.argv[2] ?? 0), '127.0.0.1', () =>
  console.log(`up ${server.address().port}`)
);
