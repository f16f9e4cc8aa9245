/**
 * A scripted server that speaks OpenAI's chat-completions protocol, to which a
 * test or the benchmark connects Cellwright instead of to a model.
 *
 * - `PUT /scripts/<id>` with `{steps, cors?, key?, models?}` sets a script and
 *   restarts it. `chunks.mjs` describes a step.
 * - `answers` of a script are steps chosen by what is requested, before all
 *   others: see `asked.mjs`.
 * - `PUT /scripts/<id>/go` releases the steps that are held.
 * - `groups` of a script are words with the same meaning, one dimension per
 *   group: `/v1/embeddings` makes vectors from them, and
 *   `GET /scripts/<id>/embedded` returns the texts that were sent for that.
 * - `http://127.0.0.1:<port>/s/<id>/v1` is then the base URL of a model that
 *   answers each request with the next step; after the last one, with a 500.
 *   The same script answers in the forms of other providers (`forms.mjs`),
 *   below `http://127.0.0.1:<port>/s/<id>`.
 * - `GET /scripts/<id>/requests` returns every request so far: `time` (when it
 *   was received), `firstByte` and `lastByte` (of the answer), in ms since the
 *   epoch with fractions; `gone` if the client left first; `path`, `headers`,
 *   `hasKey`, `body`.
 *
 * The port is `CELLWRIGHT_LLM_PORT`, by default 8899; 0 means any free one. The
 * first line of output names it.
 */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { answerFor, TEST } from './asked.mjs';
import { answerOf, stepsOf } from './chunks.mjs';
import { FORMS } from './forms.mjs';

const scripts = new Map();

const server = http.createServer((request, response) => {
  const time = now();
  // Sends each chunk in a packet of its own, as a model's server would.
  request.socket.setNoDelay(true);
  route(request, response, time).catch(error => {
    if (!response.headersSent) {
      sendJson(response, 500, { error: { message: String(error) } });
    } else {
      response.destroy(error);
    }
  });
});

// A test that is busy for long sends nothing into a connection that is just ending.
server.keepAliveTimeout = 0;
server.listen(
  Number(process.env.CELLWRIGHT_LLM_PORT ?? 8899),
  '127.0.0.1',
  () => console.log(`listening on ${server.address().port}`)
);

async function route(request, response, time) {
  const { pathname } = new URL(request.url, 'http://127.0.0.1');
  const [area, id, ...rest] = pathname.split('/').slice(1);
  const script = scripts.get(id);
  const form =
    area === 's'
      ? FORMS.find(each => each.path.test(rest.join('/')))
      : undefined;
  allowOrigin(request, response, script, form);

  if (request.method === 'OPTIONS') {
    response.writeHead(204).end();
  } else if (area === 'health') {
    sendJson(response, 200, { ok: true });
  } else if (script && area === 'scripts' && rest[0] === 'go') {
    script.release();
    sendJson(response, 200, {});
  } else if (area === 'scripts' && request.method === 'PUT') {
    const body = await readJson(request);
    let release;
    const go = new Promise(resolve => (release = resolve));
    scripts.set(id, {
      ...body,
      steps: stepsOf(body),
      answers: body.answers ?? {},
      asked: new Map(),
      requests: [],
      embedded: [],
      go,
      release
    });
    sendJson(response, 200, { steps: stepsOf(body).length });
  } else if (!script) {
    sendJson(response, 404, { error: { message: `no script "${id}"` } });
  } else if (area === 'scripts' && rest[0] === 'embedded') {
    sendJson(response, 200, script.embedded);
  } else if (area === 'scripts') {
    sendJson(response, 200, script.requests);
  } else if (rest.join('/') === 'v1/models') {
    const models = script.models ?? ['scripted-model'];
    await answerPlain(request, response, script, {
      object: 'list',
      data: models.map(model => ({ id: model, object: 'model' }))
    });
  } else if (rest.join('/') === 'v1/embeddings' && script.groups) {
    const { input } = await readJson(request);
    const texts = [input].flat();
    script.embedded.push(...texts);
    await answerPlain(request, response, script, {
      object: 'list',
      data: texts.map((text, index) => ({
        object: 'embedding',
        index,
        embedding: vectorOf(text, script.groups)
      }))
    });
  } else if (rest.join('/') === 'v1/chat/completions') {
    await answer(request, response, script, time);
  } else if (form?.list) {
    const models = script.models ?? ['scripted-model'];
    await answerPlain(request, response, script, form.list(models));
  } else if (form) {
    await answer(request, response, script, time, form);
  } else {
    sendJson(response, 404, { error: { message: `no path ${pathname}` } });
  }
}

/**
 * The number of words that a text has from each group, after a constant that
 * all texts share.
 */
function vectorOf(text, groups) {
  const words = new Set(text.toLowerCase().match(/[a-z]+/g) ?? []);
  return [
    0.5,
    ...groups.map(
      group => group.split(' ').filter(word => words.has(word)).length
    )
  ];
}

async function answerPlain(request, response, script, body) {
  if (hasWrongKey(request, script)) {
    sendJson(response, 401, WRONG_KEY);
  } else {
    sendJson(response, 200, body);
  }
}

async function answer(request, response, script, time, form = {}) {
  const body = await readJson(request);
  const record = {
    time,
    path: request.url.replace(/^\/s\/[^/]+/, ''),
    hasKey: keysOf(request).length > 0,
    headers: masked(request.headers),
    body
  };
  const number = script.requests.push(record);
  response.on('close', () => {
    record.gone = !response.writableFinished;
  });

  if (hasWrongKey(request, script)) {
    sendJson(response, 401, WRONG_KEY);
    return;
  }
  const named = answerFor(script, body);
  // The checklist of a report and the test of a model take no step from the
  // others.
  const nth =
    number -
    1 -
    (script.asked.get('checklist') ?? 0) -
    (script.asked.get(TEST) ?? 0);
  const step =
    named ??
    script.steps[script.byHistory ? answersIn(body) : nth] ??
    SCRIPT_ENDED;
  const { pieces, type } = form;
  const reply = answerOf(step, { number, body, pieces });
  if (reply.kind === 'hang') {
    return;
  }
  if (reply.kind === 'body') {
    record.firstByte = record.lastByte = now();
    response.writeHead(reply.status, reply.headers).end(reply.body);
    return;
  }
  await stream(response, { type, ...reply }, step, record, script);
}

async function stream(response, reply, step, record, script) {
  const { pieces, cut, type = 'text/event-stream' } = reply;
  response.writeHead(200, { 'content-type': type });
  response.flushHeaders();
  const heldAt = step.held === true ? 0 : step.held;
  for (const [index, piece] of pieces.entries()) {
    if (index === heldAt) {
      await script.go;
    }
    if (index > 0 || step.delayMs) {
      // Even without a delay, so that chunks are sent one by one.
      await sleep(step.delayMs ?? 0);
    }
    if (response.destroyed) {
      return;
    }
    record.firstByte ??= now();
    record.lastByte = now();
    response.write(piece);
  }
  if (cut) {
    // Breaks off the stream instead of ending it properly: no last chunk is
    // sent.
    await sleep(20);
    response.destroy();
  } else {
    response.end();
  }
}

/** How often the model has answered in the conversation that it was sent. */
function answersIn({ messages }) {
  return messages.filter(({ role }) => role === 'assistant').length;
}

const SCRIPT_ENDED = {
  status: 500,
  body: { error: { message: 'script ended', type: 'server_error' } }
};

const WRONG_KEY = {
  error: { message: 'Incorrect API key provided.', code: 'invalid_api_key' }
};

const KEY_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key'];

/** The keys in a request's headers, OpenAI's without its prefix. */
function keysOf({ headers }) {
  return KEY_HEADERS.flatMap(name => headers[name] ?? []).map(value =>
    value.replace(/^Bearer /, '')
  );
}

function hasWrongKey(request, script) {
  return (
    script.key !== undefined &&
    (keysOf(request).length !== 1 || keysOf(request)[0] !== script.key)
  );
}

/**
 * The headers of the other provider that lists its models at the same address
 * as OpenAI are allowed too.
 */
const LIST = /^\/s\/[^/]+\/v1\/models$/;
const LIST_HEADERS = [
  'authorization',
  ...FORMS.find(({ path }) => path.test('v1/messages')).headers
];

/** Allows exactly the headers that the provider's server allows. */
function allowOrigin(request, response, script, form) {
  if (script?.cors === false && request.url.startsWith('/s/')) {
    return;
  }
  response.setHeader('access-control-allow-origin', '*');
  const isList = LIST.test(new URL(request.url, 'http://host').pathname);
  const headers = form?.headers ?? (isList ? LIST_HEADERS : ['authorization']);
  response.setHeader(
    'access-control-allow-headers',
    ['content-type', ...headers].join(', ')
  );
  response.setHeader('access-control-allow-methods', 'GET, POST, PUT, OPTIONS');
  response.setHeader('access-control-expose-headers', 'retry-after');
}

function masked(headers) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      KEY_HEADERS.includes(name) ? '***' : value
    ])
  );
}

async function readJson(request) {
  const parts = [];
  for await (const part of request) {
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString() || '{}');
}

function sendJson(response, status, body) {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify(body));
}

/** ms since the epoch, more precise than `Date.now()`. */
function now() {
  return performance.timeOrigin + performance.now();
}
