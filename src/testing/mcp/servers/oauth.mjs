// An MCP server behind OAuth, together with the server that issues its tokens.
// On `expire` on its standard input, it accepts only a refreshed token. With
// --given, nobody can register: it knows the client `given` with the secret
// `s-1`, and those whose id is the address of a document; with --old, its
// metadata are at the origin's root alone, as in 2025-03-26, and with --older
// nowhere. With --more, its tool needs the scope `write`; with --strict, no
// scope is enough. With --once, a refresh token counts once: its second use ends
// the session.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer, createMcpHandler } from '@modelcontextprotocol/server';

import { allowPages } from './cors.mjs';

const handle = toNodeHandler(
  createMcpHandler(() => {
    const server = new McpServer({ name: 'locked', version: '1' });
    server.registerTool('secret', { description: 'A secret' }, () => ({
      content: [{ type: 'text', text: '42' }]
    }));
    return server;
  })
);

let issued = 0;
let good = '';
let challenge = '';
const is = name => process.argv.includes(`--${name}`);
const script = is('script');
let scope = '';
/** A foreign origin, whose addresses it claims as its own. */
const other = process.argv.find(each => each.startsWith('--names='))?.slice(8);

const read = request =>
  new Promise(resolve => {
    let body = '';
    request.on('data', chunk => (body += chunk)).on('end', () => resolve(body));
  });
const json = (response, body, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

async function answer(request, response) {
  const base = `http://${request.headers.host}`;
  const url = new URL(request.url, base);
  if (url.pathname.startsWith('/.well-known/oauth-protected-resource')) {
    if (is('old') || is('older')) {
      return response.writeHead(404).end();
    }
    return json(response, {
      resource: `${base}/mcp`,
      authorization_servers: [base],
      scopes_supported: ['read']
    });
  }
  switch (url.pathname) {
    case '/.well-known/oauth-authorization-server':
      if (is('older')) {
        return response.writeHead(404).end();
      }
      return json(response, {
        issuer: base,
        authorization_endpoint: script
          ? 'http://example.org/authorize'
          : `${other?.endsWith('sign-in') ? other : base}/authorize`,
        token_endpoint: `${base}/token`,
        ...(is('given')
          ? { client_id_metadata_document_supported: true }
          : {
              registration_endpoint: `${other?.endsWith('register') ? other : base}/register`
            }),
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none', 'client_secret_post']
      });
    case '/register':
      console.log('register');
      return json(
        response,
        { ...JSON.parse(await read(request)), client_id: 'c-1' },
        201
      );
    case '/authorize': {
      // The person consents at once.
      challenge = url.searchParams.get('code_challenge');
      scope = url.searchParams.get('scope') ?? '';
      console.log(`authorize ${url.searchParams.get('client_id')} ${scope}`);
      const back = new URL(url.searchParams.get('redirect_uri'));
      back.searchParams.set('code', 'abc');
      back.searchParams.set('state', url.searchParams.get('state'));
      back.searchParams.set('iss', base);
      return response.writeHead(302, { location: back.href }).end();
    }
    case '/token': {
      const form = new URLSearchParams(await read(request));
      const grant = form.get('grant_type');
      const proof = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (
        is('once') &&
        grant === 'refresh_token' &&
        form.get('refresh_token') !== `r-${issued}`
      ) {
        good = '';
        issued += 1;
        return json(response, { error: 'invalid_grant' }, 400);
      }
      if (grant === 'authorization_code' && proof !== challenge) {
        return json(response, { error: 'invalid_grant' }, 400);
      }
      if (is('given')) {
        console.log(
          `client ${form.get('client_id')} ${form.get('client_secret')}`
        );
      }
      console.log(`token ${grant} ${form.get('resource')}`);
      good = `t-${++issued}`;
      return json(response, {
        access_token: good,
        token_type: 'Bearer',
        expires_in: 3600,
        ...(is('strict') && { scope: 'read' }),
        refresh_token: `r-${issued}`
      });
    }
    case '/mcp':
      if (!good || request.headers.authorization !== `Bearer ${good}`) {
        // Otherwise the connection closes while the body is still being sent,
        // which looks like a lost connection.
        await read(request);
        response.writeHead(401, {
          'www-authenticate': `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"`
        });
        return response.end();
      }
      if (is('strict') || (is('more') && !scope.includes('write'))) {
        const body = await read(request);
        if (body.includes('"tools/call"')) {
          response.writeHead(403, {
            'www-authenticate': `Bearer error="insufficient_scope", scope="read write"`
          });
          return response.end();
        }
        return handle(request, response, body ? JSON.parse(body) : undefined);
      }
      return handle(request, response);
    default:
      return response.writeHead(404).end();
  }
}

createInterface({ input: process.stdin }).on('line', () => {
  good = 'expired';
  console.log(good);
});
const server = createServer((request, response) => {
  if (!allowPages(request, response)) {
    void answer(request, response);
  }
}).listen(Number(process.argv[2] ?? 0), '127.0.0.1', () =>
  console.log(`up ${server.address().port}`)
);
// A slow machine may ask again just when an idle connection would be closed.
server.keepAliveTimeout = 60_000;
