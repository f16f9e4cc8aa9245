/**
 * The answers of a scripted model, as pure functions: from a step of a script and
 * the request that it answers to what is sent.
 *
 * A step:
 *
 * | key | what it does |
 * |---|---|
 * | `text` | the answer's text |
 * | `calls` | tool calls: `{name, args}`, or `rawArgs` for text that is not JSON |
 * | `usage` | token counts for the last chunk |
 * | `chunkSize` | characters of text or arguments in one chunk (12) |
 * | `delayMs` | wait before each chunk |
 * | `held` | waits before the first chunk until the test releases it; a number: before that chunk |
 * | `cutAfter` | breaks the connection after that many chunks |
 * | `status`, `headers`, `body` | a complete HTTP response; `body` is text or JSON |
 * | `html` | a log-in page with status 200 |
 * | `empty` | an answer with nothing in it |
 * | `hang` | never answers |
 *
 * Placeholders in `text`, `args` and `rawArgs`: `{{cell:2}}` is the second
 * cell id mentioned in the tool messages so far, `{{lastCell}}` the last one,
 * `{{n}}` the number of the request, from 1.
 */

const DEFAULT_CHUNK_SIZE = 12;

const LOGIN_PAGE =
  '<!DOCTYPE html><html><head><title>Sign in</title></head><body>Please sign in.</body></html>';

/**
 * The steps of a script, with `{repeat, step}` and `{repeat, steps}` expanded.
 */
export function stepsOf(script) {
  return (script.steps ?? []).flatMap(entry =>
    entry.repeat === undefined
      ? [entry]
      : Array.from({ length: entry.repeat }, () =>
          stepsOf({ steps: entry.steps ?? [entry.step] })
        ).flat()
  );
}

/**
 * @param {object} step
 * @param {{number: number, body: {model?: string, messages?: object[]}, pieces?: (step: object, request: object) => string[]}} request
 * with `pieces` for a form other than chat completions.
 * @returns one of `{kind: 'hang'}`, `{kind: 'body', status, headers, body}`,
 * `{kind: 'stream', pieces: string[], cut: boolean}`.
 */
export function answerOf(step, request) {
  if (step.hang) {
    return { kind: 'hang' };
  }
  if (step.html) {
    return whole(200, { 'content-type': 'text/html' }, LOGIN_PAGE);
  }
  if (step.status !== undefined) {
    return whole(step.status, step.headers ?? {}, step.body ?? '');
  }
  const filled = fillStep(step, request);
  const pieces = (request.pieces ?? chatPieces)(filled, request);
  return {
    kind: 'stream',
    cut: step.cutAfter !== undefined,
    pieces: pieces.slice(0, step.cutAfter)
  };
}

/** Ids of the cells that tool messages name, each once, in order. */
export function cellIds(messages) {
  const texts = messages
    .filter(message => message.role === 'tool')
    .map(message => contentText(message.content));
  const marks = texts.flatMap(text =>
    [...text.matchAll(CELL_ID)].map(match => match[1] ?? match[2])
  );
  return [...new Set(marks)];
}

/**
 * The text of a request, in characters, and separately its images: what the
 * prompt costs.
 */
export function promptSize(body) {
  let images = 0;
  const withoutImages = (body.messages ?? []).map(message => ({
    ...message,
    content: Array.isArray(message.content)
      ? message.content.filter(part => {
          images += part.type === 'image_url' ? 1 : 0;
          return part.type !== 'image_url';
        })
      : message.content
  }));
  const system = withoutImages.filter(({ role }) =>
    ['system', 'developer'].includes(role)
  );
  const tools = JSON.stringify(body.tools ?? []).length;
  return {
    fixed:
      tools + system.map(({ content }) => contentText(content)).join('').length,
    text: tools + JSON.stringify(withoutImages).length,
    images
  };
}

// A UUID anywhere, or a shorter id after the word "Cell".
const CELL_ID =
  /\b([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b|\bCell ([A-Za-z0-9_-]{1,64})/g;

function fillStep(step, request) {
  const cells = cellIds(request.body.messages ?? []);
  const fill = text =>
    text.replace(/\{\{(?:cell:(\d+)|lastCell|n)\}\}/g, (mark, index) => {
      if (mark === '{{n}}') {
        return String(request.number);
      }
      const id = index ? cells[Number(index) - 1] : cells.at(-1);
      return id ?? mark;
    });
  return {
    ...step,
    text: step.empty ? '' : fill(step.text ?? ''),
    calls: (step.calls ?? []).map((call, index) => ({
      id: `call_${request.number}_${index}`,
      name: call.name,
      args: fill(call.rawArgs ?? JSON.stringify(call.args ?? {}))
    }))
  };
}

function chatPieces(step, request) {
  const size = step.chunkSize ?? DEFAULT_CHUNK_SIZE;
  const deltas = [
    { role: 'assistant', content: '' },
    ...split(step.text, size).map(content => ({ content })),
    ...step.calls.flatMap(({ id, name, args }, index) =>
      [
        { index, id, type: 'function', function: { name, arguments: '' } },
        ...split(args, size).map(piece => ({
          index,
          function: { arguments: piece }
        }))
      ].map(call => ({ tool_calls: [call] }))
    )
  ];
  const chunk = (delta, reason = null) => ({
    id: `chatcmpl-${request.number}`,
    object: 'chat.completion.chunk',
    created: 0,
    model: request.body.model,
    choices: [{ index: 0, delta, finish_reason: reason }]
  });
  return [
    ...deltas.map(delta => chunk(delta)),
    chunk({}, step.calls.length > 0 ? 'tool_calls' : 'stop'),
    ...(step.usage ? [{ ...chunk({}), choices: [], usage: usage(step) }] : [])
  ]
    .map(each => `data: ${JSON.stringify(each)}\n\n`)
    .concat('data: [DONE]\n\n');
}

function usage({ usage: { prompt_tokens = 0, completion_tokens = 0 } }) {
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens
  };
}

function whole(status, headers, body) {
  const isText = typeof body === 'string';
  return {
    kind: 'body',
    status,
    headers: {
      'content-type': isText ? 'text/plain' : 'application/json',
      ...headers
    },
    body: isText ? body : JSON.stringify(body)
  };
}

function split(text, size) {
  return text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
}

function contentText(content) {
  return typeof content === 'string'
    ? content
    : (content ?? []).map(part => part.text ?? '').join('\n');
}
