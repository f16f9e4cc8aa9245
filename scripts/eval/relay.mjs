import * as http from 'node:http';
import { Readable } from 'node:stream';

/**
 * Stands between the page and the model's server: adds the key, so that it is
 * never in the page, and keeps what was asked and answered.
 *
 * @returns `{base, take, stop}`; `take` gives the exchanges since the last time.
 */
export async function startRelay(target, key) {
  let exchanges = [];
  const server = http.createServer((request, response) => {
    pass(request, response).catch(error => {
      response.headersSent || response.writeHead(502);
      response.end(String(error));
    });
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  return {
    base: `http://127.0.0.1:${port}/v1`,
    take: () => exchanges.splice(0),
    stop: () => {
      server.closeAllConnections();
      return new Promise(resolve => server.close(resolve));
    }
  };

  async function pass(request, response) {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    const asked = await textOf(request);
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const answer = await fetch(target + request.url.replace(/^\/v1/, ''), {
      method: request.method,
      headers: {
        'content-type': 'application/json',
        ...(key && { authorization: `Bearer ${key}` })
      },
      ...(asked && { body: asked }),
      signal: gone.signal
    });
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/json'
    });
    const body = Readable.fromWeb(answer.body);
    let text = '';
    body.on('data', chunk => {
      text += chunk;
    });
    body.pipe(response);
    await new Promise(resolve => response.once('close', resolve));
    if (asked) {
      exchanges.push({
        status: answer.status,
        request: JSON.parse(asked),
        answer: text
      });
    }
  }
}

/** Tokens of an answer as its server counted them; 0 if it did not. */
export function tokensOf({ answer }) {
  const last = name =>
    Number(
      [...answer.matchAll(new RegExp(`"${name}"\\s*:\\s*(\\d+)`, 'g'))].at(
        -1
      )?.[1] ?? 0
    );
  return last('prompt_tokens') + last('completion_tokens');
}

async function textOf(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
  }
  return text;
}
