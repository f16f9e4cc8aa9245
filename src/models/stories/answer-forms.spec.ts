import { HumanMessage } from '@langchain/core/messages';
import type { Runnable } from '@langchain/core/runnables';

import { isModelFault, type ModelAnswerForm } from '../../contract';
import { TOOL, reasonOf } from './ask-provider';
import { WIRE_CASES } from './wire-cases';
import { server, useWireServer } from './wire-server';

/** What a request for an answer in a given form contains, and how servers refuse it. */
interface IFormCase {
  call: object | null;
  json: object | null;
  /** Error messages of a server that accepts neither. */
  refusal: { call: string; json: string };
}

const SCHEMA = {
  type: 'object',
  properties: { route: { type: 'string' } },
  required: ['route']
};
const NAME = TOOL.function.name;
const OPENAI: IFormCase = {
  call: { tool_choice: { type: 'function', function: { name: NAME } } },
  json: {
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'answer', schema: SCHEMA }
    }
  },
  refusal: {
    call: '“tool_choice” is not supported with this model.',
    json: 'Invalid parameter: response_format of type json_schema is not supported.'
  }
};
const FORMS: Record<string, IFormCase> = {
  openai: OPENAI,
  compatible: OPENAI,
  'openai-responses': {
    call: { tool_choice: { type: 'function', name: NAME } },
    json: {
      text: { format: { type: 'json_schema', name: 'answer', schema: SCHEMA } }
    },
    refusal: { ...OPENAI.refusal, json: 'Unsupported parameter: text.format' }
  },
  anthropic: {
    call: { tool_choice: { type: 'tool', name: NAME } },
    json: null,
    refusal: {
      call: 'Thinking may not be enabled when tool_choice forces tool use.',
      json: ''
    }
  },
  google: {
    call: {
      toolConfig: {
        functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [NAME] }
      }
    },
    json: {
      generationConfig: {
        responseMimeType: 'application/json',
        responseJsonSchema: SCHEMA
      }
    },
    refusal: {
      call: 'Forced function calling (mode = ANY) is not supported.',
      json: 'JSON mode is not enabled for this model.'
    }
  },
  ollama: {
    call: null,
    json: { format: SCHEMA },
    refusal: { call: '', json: 'format is not supported' }
  }
};

useWireServer();

describe.each(WIRE_CASES)('$name', wire => {
  const { provider } = wire;
  const choice = () => ({ ...wire.choice, baseUrl: server.url });
  const form = FORMS[provider.id];

  /** A model whose answers must have a form, to be asked repeatedly. */
  async function shaped(wanted: ModelAnswerForm): Promise<() => Promise<void>> {
    const model = await provider.create(choice(), 'key');
    const options = provider.formOptions?.(choice(), wanted) ?? {};
    const asked: Runnable =
      'call' in wanted
        ? (model.bindTools!([TOOL], options) as Runnable)
        : model.withConfig(options);
    return async () => {
      for await (const _ of await asked.stream([new HumanMessage('Hello')])) {
        // Reads to the end.
      }
    };
  }

  it.each(['call', 'json'] as const)(
    'is sent what makes it answer with a %s, where its protocol has that; and without it where the server refuses that',
    async kind => {
      const expected = form[kind];
      const wanted: ModelAnswerForm =
        kind === 'call' ? { call: NAME } : { json: SCHEMA };
      expect(provider.formOptions?.(choice(), wanted) ?? null).toEqual(
        expected && expect.any(Object)
      );
      if (!expected) {
        server.answer({ body: wire.body('text') });
        await (
          await shaped(wanted)
        )();
        expect(server.requests[0].text).not.toMatch(
          /tool_?choice|format|toolConfig/i
        );
        return;
      }
      const message = form.refusal[kind];
      server.answer(
        { status: 400, body: JSON.stringify({ error: { message } }) },
        { body: wire.body('text') },
        { body: wire.body('text') }
      );
      const ask = await shaped(wanted);
      await ask();
      await ask();
      const [first, second, third, ...others] = server.requests;
      expect(others).toEqual([]);
      expect(first.body).toMatchObject(expected);
      for (const { body } of [second, third]) {
        expect(body).not.toMatchObject(expected);
        expect(JSON.stringify(body)).toContain('Hello');
      }
    }
  );

  it('is not asked again where what it refuses was not sent', async () => {
    const message = 'tool_choice response_format text.format toolConfig';
    server.answer({
      status: 400,
      body: JSON.stringify({ error: { message } })
    });
    const model = await provider.create(choice(), 'key');
    const error = await reasonOf(
      (async () => {
        for await (const _ of await model.stream([new HumanMessage('Hello')])) {
          // Reads to the end.
        }
      })()
    );
    expect(isModelFault(error)).toBe(true);
    expect(server.requests).toHaveLength(1);
  });
});
