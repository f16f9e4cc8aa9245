// A server of the 2026-07-28 protocol. On `grow` or `shrink` on its standard
// input, it adds or removes a tool and reports the change; with --mute it
// refuses subscriptions to changes. With --greedy=METHOD, each call first sends
// that request to the page.
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  McpServer,
  acceptedContent,
  createMcpHandler,
  inputRequired
} from '@modelcontextprotocol/server';
import { z } from 'zod';

import { allowPages } from './cors.mjs';

const isMute = process.argv.includes('--mute');
const greed = process.argv.find(each => each.startsWith('--greedy='))?.slice(9);
let extra = 0;
let wording = 'A tool that came later';
const text = value => ({ content: [{ type: 'text', text: value }] });
const confirmation = z.object({ confirm: z.boolean() });

const handler = createMcpHandler(() => {
  const server = new McpServer(
    { name: 'modern', version: '1', title: 'Modern server' },
    { instructions: 'Use slow with care.' }
  );
  server.registerTool(
    'add',
    {
      description: 'Adds two numbers',
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      outputSchema: z.object({ sum: z.number() }),
      annotations: { readOnlyHint: true }
    },
    ({ a, b }) => ({
      structuredContent: { sum: a + b },
      content: [{ type: 'text', text: JSON.stringify({ sum: a + b }) }]
    })
  );
  server.registerTool(
    'slow',
    {
      description: 'Counts, with progress',
      inputSchema: z.object({ steps: z.number(), pause: z.number() })
    },
    async ({ steps, pause }, context) => {
      const { signal, notify, _meta } = context.mcpReq;
      console.log('slow');
      for (let step = 1; step <= steps; step++) {
        await new Promise(resolve => setTimeout(resolve, pause));
        if (signal.aborted) {
          console.log('aborted');
          return text('aborted');
        }
        if (_meta?.progressToken !== undefined) {
          await notify({
            method: 'notifications/progress',
            params: {
              progressToken: _meta.progressToken,
              progress: step,
              total: steps,
              message: `step ${step}`
            }
          });
        }
      }
      return text('counted');
    }
  );
  server.registerTool(
    'deploy',
    { description: 'Asks first', inputSchema: z.object({ env: z.string() }) },
    ({ env }, context) => {
      const answers = context.mcpReq.inputResponses;
      const state = context.mcpReq.requestState();
      console.log(answers ? `answered ${state}` : 'deploy');
      const answer = acceptedContent(answers, 'confirm', confirmation);
      if (answer) {
        return text(`Deployed to ${env}: ${answer.confirm}`);
      }
      return answers?.confirm
        ? text(`Not deployed: ${answers.confirm.action}`)
        : inputRequired({
            requestState: `of ${env}`,
            inputRequests: {
              confirm: inputRequired.elicit({
                message: `Deploy to ${env}?`,
                requestedSchema: confirmation
              })
            }
          });
    }
  );
  server.registerTool('rows', { description: 'A table' }, () => ({
    structuredContent: {
      rows: [
        { island: 'Biscoe', degrees: -3 },
        { island: 'Dream', degrees: -7.5 }
      ]
    },
    content: []
  }));
  server.registerTool('sounds', { description: 'Beside words' }, () => ({
    content: [
      { type: 'audio', mimeType: 'audio/wav; codecs=1', data: 'UklGRg==' },
      { type: 'audio', mimeType: 'text/html', data: 'PGI+' },
      { type: 'audio', mimeType: 'audio/mpeg', data: 'A'.repeat(12_000_000) },
      {
        type: 'resource_link',
        uri: 'notes://one',
        name: 'one\u202e\nnote',
        description: 'What was noted'
      },
      { type: 'resource_link', uri: `notes://${'x'.repeat(3000)}`, name: 'far' }
    ]
  }));
  for (let at = 0; at < extra; at++) {
    server.registerTool(`later-${at}`, { description: wording }, () =>
      text(`later ${at}`)
    );
  }
  return server;
});

createInterface({ input: process.stdin }).on('line', line => {
  extra += line === 'grow' ? 1 : line === 'shrink' ? -1 : 0;
  wording = line === 'reword' ? 'Another wording' : wording;
  handler.notify.toolsChanged();
});

const handle = toNodeHandler(handler);

/**
 * Sends a request although the client does not offer that capability, which the
 * library would prevent.
 */
async function ask(method, request, response) {
  let body = '';
  for await (const chunk of request) {
    body += chunk;
  }
  console.log('asks');
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      jsonrpc: '2.0',
      id: JSON.parse(body).id,
      result: {
        resultType: 'input_required',
        inputRequests: {
          it: { method, params: { messages: [], maxTokens: 9 } }
        }
      }
    })
  );
}

const server = createServer((request, response) => {
  if (request.headers['mcp-method'] === 'tools/list') {
    response.on('finish', () => console.log('listed'));
  }
  if (allowPages(request, response)) {
    return;
  }
  const method = request.headers['mcp-method'];
  if (isMute && method === 'subscriptions/listen') {
    response.writeHead(404).end();
  } else if (greed && method === 'tools/call') {
    void ask(greed, request, response);
  } else {
    void handle(request, response);
  }
}).listen(Number(process.argv[2] ?? 0), '127.0.0.1', () =>
  console.log(`up ${server.address().port}`)
);
