/**
 * How other providers' servers write the answer of a step: the same `text`,
 * `calls` and `usage` as in `chunks.mjs`, in the forms that are recorded in
 * `src/models/stories/wire/`.
 *
 * Each form has the path of requests below `/s/<id>/`, the path where its
 * models are listed and how it names them, the headers that its server lets a
 * page send, and the pieces of its stream.
 */

/** Characters of text or arguments in one piece. */
const SIZE = 12;

export const FORMS = [
  {
    path: /^v1\/messages$/,
    headers: [
      'x-api-key',
      'anthropic-version',
      'anthropic-dangerous-direct-browser-access'
    ],
    pieces: anthropic
  },
  {
    path: /^v1beta\/models\/[^/]+:streamGenerateContent$/,
    headers: ['x-goog-api-key'],
    pieces: google
  },
  {
    path: /^v1beta\/models$/,
    headers: ['x-goog-api-key'],
    list: models => ({
      models: models.map(name => ({
        name: `models/${name}`,
        supportedGenerationMethods: ['generateContent']
      }))
    })
  },
  {
    path: /^api\/chat$/,
    headers: ['authorization'],
    type: 'application/x-ndjson',
    pieces: ollama
  },
  {
    path: /^api\/tags$/,
    headers: ['authorization'],
    list: models => ({ models: models.map(name => ({ name, model: name })) })
  },
  {
    path: /^v1\/responses$/,
    headers: ['authorization'],
    pieces: responses
  }
];

function anthropic(step, { number, body }) {
  const { prompt_tokens: input = 0, completion_tokens: output = 0 } =
    step.usage ?? {};
  const blocks = [
    ...(step.text
      ? [
          {
            content_block: { type: 'text', text: '' },
            deltas: split(step.text).map(text => ({ type: 'text_delta', text }))
          }
        ]
      : []),
    ...step.calls.map(({ id, name, args }) => ({
      content_block: { type: 'tool_use', id, name, input: {} },
      deltas: ['', ...split(args)].map(partial_json => ({
        type: 'input_json_delta',
        partial_json
      }))
    }))
  ];
  return [
    {
      type: 'message_start',
      message: {
        id: `msg_${number}`,
        type: 'message',
        role: 'assistant',
        model: body.model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: input, output_tokens: 1 }
      }
    },
    ...blocks.flatMap(({ content_block, deltas }, index) => [
      { type: 'content_block_start', index, content_block },
      { type: 'ping' },
      ...deltas.map(delta => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index }
    ]),
    {
      type: 'message_delta',
      delta: {
        stop_reason: step.calls.length > 0 ? 'tool_use' : 'end_turn',
        stop_sequence: null
      },
      usage: { output_tokens: output }
    },
    { type: 'message_stop' }
  ].map(namedEvent);
}

function google(step, { number }) {
  const { prompt_tokens: input = 0, completion_tokens: output = 0 } =
    step.usage ?? {};
  const chunk = (parts, end = {}) =>
    `data: ${JSON.stringify({
      candidates: [{ content: { parts, role: 'model' }, index: 0, ...end }],
      modelVersion: 'scripted',
      responseId: `r${number}`,
      usageMetadata: {
        promptTokenCount: input,
        candidatesTokenCount: output,
        totalTokenCount: input + output
      }
    })}\n\n`;
  const calls = step.calls.map(({ name, args }, index) => ({
    functionCall: { name, args: JSON.parse(args) },
    ...(index === 0 ? { thoughtSignature: 'c2ln' } : {})
  }));
  return [
    ...split(step.text).map(text => chunk([{ text }])),
    chunk(calls.length > 0 ? calls : [{ text: '' }], { finishReason: 'STOP' })
  ];
}

function ollama(step, { body }) {
  const { prompt_tokens: input = 0, completion_tokens: output = 0 } =
    step.usage ?? {};
  const line = (message, end = { done: false }) =>
    `${JSON.stringify({
      model: body.model,
      created_at: '2026-11-21T12:00:00Z',
      message: { role: 'assistant', content: '', ...message },
      ...end
    })}\n`;
  return [
    ...split(step.text).map(content => line({ content })),
    ...step.calls.map(({ name, args }) =>
      line({
        tool_calls: [{ function: { name, arguments: JSON.parse(args) } }]
      })
    ),
    line(
      {},
      {
        done: true,
        done_reason: 'stop',
        total_duration: 1,
        prompt_eval_count: input,
        eval_count: output
      }
    )
  ];
}

function responses(step, { number, body }) {
  const { prompt_tokens: input = 0, completion_tokens: output = 0 } =
    step.usage ?? {};
  const items = [
    ...(step.text
      ? [
          {
            type: 'message',
            id: `msg_${number}`,
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: step.text, annotations: [] }]
          }
        ]
      : []),
    ...step.calls.map(({ id, name, args }, index) => ({
      type: 'function_call',
      id: `fc_${number}_${index}`,
      status: 'completed',
      call_id: id,
      name,
      arguments: args
    }))
  ];
  const response = (status, output) => ({
    id: `resp_${number}`,
    object: 'response',
    created_at: 1,
    status,
    model: body.model,
    output,
    error: null,
    incomplete_details: null,
    instructions: null,
    store: false,
    usage: null
  });
  return [
    { type: 'response.created', response: response('in_progress', []) },
    ...items.flatMap(itemEvents),
    {
      type: 'response.completed',
      response: {
        ...response('completed', items),
        usage: {
          input_tokens: input,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: output,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: input + output
        }
      }
    }
  ].map((event, index) => namedEvent({ ...event, sequence_number: index + 1 }));
}

function itemEvents(item, output_index) {
  const at = { item_id: item.id, output_index };
  const end = { type: 'response.output_item.done', output_index, item };
  const begin = part => ({
    type: 'response.output_item.added',
    output_index,
    item: { ...item, status: 'in_progress', ...part }
  });
  if (item.type === 'function_call') {
    const kind = 'response.function_call_arguments';
    return [
      begin({ arguments: '' }),
      ...split(item.arguments).map(delta => ({
        type: `${kind}.delta`,
        ...at,
        delta
      })),
      { type: `${kind}.done`, ...at, arguments: item.arguments },
      end
    ];
  }
  const [{ text }] = item.content;
  const place = { ...at, content_index: 0 };
  return [
    begin({ content: [] }),
    {
      type: 'response.content_part.added',
      ...place,
      part: { type: 'output_text', text: '', annotations: [] }
    },
    ...split(text).map(delta => ({
      type: 'response.output_text.delta',
      ...place,
      delta
    })),
    { type: 'response.output_text.done', ...place, text },
    end
  ];
}

function namedEvent(event) {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function split(text) {
  return text.match(new RegExp(`[^]{1,${SIZE}}`, 'gu')) ?? [];
}
