/**
 * An MCP server to try things out with: the weather of the penguins' islands,
 * from a file. `npm run lab -- --with-mcp` starts it on this machine alone.
 *
 *   node examples/weather-server.mjs [port]
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer, createMcpHandler } from '@modelcontextprotocol/server';
import { z } from 'zod';

const { islands } = JSON.parse(
  readFileSync(new URL('islands-weather.json', import.meta.url), 'utf8')
);

/** What a page may send and read; only pages of this machine are let in. */
const CORS = {
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
  'access-control-allow-headers':
    'content-type, authorization, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name, last-event-id',
  'access-control-expose-headers':
    'mcp-session-id, mcp-protocol-version, www-authenticate'
};

const handle = toNodeHandler(
  createMcpHandler(() => {
    const server = new McpServer({ name: 'islands-weather', version: '1' });
    server.registerTool(
      'island_weather',
      {
        title: 'Weather of an island',
        description:
          'The weather of one of the penguins’ islands for the next three days: degrees Celsius, wind in metres a second, sky.',
        inputSchema: z.object({
          island: z.enum(Object.keys(islands)).describe('Name of the island')
        }),
        outputSchema: z.object({
          days: z.array(
            z.object({
              day: z.number(),
              degrees: z.number(),
              wind_m_s: z.number(),
              sky: z.string()
            })
          )
        }),
        annotations: { readOnlyHint: true, openWorldHint: false }
      },
      ({ island }) => {
        const answer = { days: islands[island] };
        return {
          content: [{ type: 'text', text: JSON.stringify(answer) }],
          structuredContent: answer
        };
      }
    );
    return server;
  })
);

/** Whether a page of this machine asks: `http://localhost:8888`. */
function isLocal(origin) {
  return (
    URL.canParse(origin) &&
    ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname)
  );
}

const server = createServer((request, response) => {
  const { origin } = request.headers;
  if (origin !== undefined && !isLocal(origin)) {
    response.writeHead(403).end();
    return;
  }
  if (origin !== undefined) {
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('vary', 'origin');
  }
  for (const [name, value] of Object.entries(CORS)) {
    response.setHeader(name, value);
  }
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end();
  } else if (request.url === '/mcp') {
    void handle(request, response);
  } else {
    response.writeHead(404).end();
  }
});
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () =>
  console.log(`up ${server.address().port}`)
);
