import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages';

import {
  type IConnectionTest,
  type IModelChoice,
  type IModelProvider,
  type ITranslator,
  ModelFault
} from '../../contract';
import { forgetRefusals } from '../../contract/util/model-refusals';
import { faultOrStop, modelFault } from '../errors/model-fault';
import { explainFault } from '../errors/explain-fault';
import { reasoningOf } from '../chat/reasoning';

const TOOL = {
  type: 'function',
  function: {
    name: 'check_connection',
    description: 'Checks that calls of tools arrive.',
    parameters: {
      type: 'object',
      properties: { word: { type: 'string' } },
      required: ['word']
    }
  }
};
const QUESTION =
  'Call the tool check_connection with the word ready. When you have its result, count from one to twenty in words.';

/** A red square of eight pixels. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC';

/** ms between the first and the last piece of an answer that streams. */
const SPREAD = 30;

/** Characters that any server would send in more than one piece. */
const LONG = 40;

/** One answer, with when its pieces came. */
interface IAnswer {
  message: AIMessageChunk;
  times: number[];
  characters: number;
}

/**
 * Has the model call a tool and read its result, in the same way as any other
 * request, and says what works.
 *
 * @throws ModelFault if there is no first answer; a stop is passed on as
 * `AbortError`.
 */
export async function testConnection(
  provider: IModelProvider,
  choice: IModelChoice,
  key: string | undefined,
  signal: AbortSignal,
  trans: ITranslator
): Promise<IConnectionTest> {
  const begin = performance.now();
  // The server may have been changed: everything is tried again.
  forgetRefusals(choice);
  try {
    const { tools, images } = provider.abilities(choice);
    const plain = (await provider.create(choice, key)) as BaseChatModel;
    const model = (tools && plain.bindTools?.([TOOL])) || plain;
    const ask = (messages: object[]): Promise<IAnswer> =>
      answerOf(model as BaseChatModel, messages, signal);
    // Plain objects, because the model may use its own copy of LangChain.
    const asked = { role: 'user', content: QUESTION };
    const shown = {
      role: 'user',
      content: [
        { type: 'text', text: QUESTION },
        { type: 'image_url', image_url: { url: PICTURE } }
      ]
    };
    let pictures: ModelFault | null = null;
    let question: object = images ? shown : asked;
    const first = await ask([question]).catch((error: unknown) => {
      const fault = modelFault(error);
      if (!images || signal.aborted || fault.code !== 'refused') {
        throw error;
      }
      pictures = fault;
      question = asked;
      return ask([asked]);
    });
    const calls = first.message.tool_calls ?? [];
    const isAlive = first.characters > 0 || calls.length > 0;
    if (!isAlive) {
      throw new ModelFault('empty-answer', '', { model: choice.model });
    }
    const ms = performance.now() - begin;
    let second: IAnswer | null = null;
    let refusal: ModelFault | null = null;
    if (calls.length > 0) {
      const results = calls.map(({ id }) => ({
        role: 'tool',
        tool_call_id: id,
        content: 'ready'
      }));
      second = await ask([question, first.message, ...results]).catch(
        (error: unknown) => {
          if (signal.aborted) {
            throw error;
          }
          refusal = modelFault(error);
          return null;
        }
      );
    }
    const thoughts = reasoningOf(first.message) !== '';
    return {
      text: trans.__(
        '%1 answered in %2 s.',
        choice.model,
        (ms / 1_000).toFixed(1)
      ),
      checks: [
        {
          title: trans.__('Tools'),
          ...toolCheck(first, tools, trans)
        },
        {
          title: trans.__('Results'),
          ...resultCheck(calls.length > 0, second, refusal, trans)
        },
        {
          title: trans.__('Streaming'),
          ...streamCheck([first, ...(second ? [second] : [])], trans)
        },
        {
          title: trans.__('Thinking'),
          ok: thoughts && calls.length > 0 ? refusal === null : null,
          text: !thoughts
            ? trans.__('It showed none.')
            : refusal === null
              ? trans.__('Shown, and sent back with the next request.')
              : trans.__('Shown, but the next request was refused.')
        },
        {
          title: trans.__('Pictures'),
          ok: images ? pictures === null : null,
          text: !images
            ? trans.__('Not sent to this model.')
            : pictures === null
              ? trans.__('Accepted.')
              : trans.__(
                  'Refused. Set “Pictures” to “Never send them” for this model.'
                )
        }
      ]
    };
  } catch (error) {
    throw faultOrStop(error, signal);
  }
}

type Check = Omit<IConnectionTest['checks'][number], 'title'>;

function toolCheck(
  { message }: IAnswer,
  tools: boolean,
  trans: ITranslator
): Check {
  if ((message.tool_calls ?? []).length > 0) {
    return { ok: true, text: trans.__('It called the tool.') };
  }
  const start = trans.__(
    'Choose a model that can call tools. vLLM needs --enable-auto-tool-choice and --tool-call-parser, llama.cpp needs --jinja.'
  );
  return !tools
    ? { ok: false, text: start }
    : message.text.includes('check_connection')
      ? {
          ok: false,
          text: `${trans.__('The call came as text: the server did not read it.')} ${start}`
        }
      : {
          ok: false,
          text: `${trans.__('It answered without calling the tool.')} ${start}`
        };
}

function resultCheck(
  called: boolean,
  second: IAnswer | null,
  refusal: ModelFault | null,
  trans: ITranslator
): Check {
  if (!called) {
    return {
      ok: null,
      text: trans.__('Not checked, since nothing was called.')
    };
  }
  if (refusal) {
    const { title, text } = explainFault(refusal, trans);
    return { ok: false, text: `${title} ${text}` };
  }
  return second && second.characters > 0
    ? { ok: true, text: trans.__('It went on with the tool’s result.') }
    : {
        ok: false,
        text: trans.__('After the tool’s result it sent an empty answer.')
      };
}

function streamCheck(answers: IAnswer[], trans: ITranslator): Check {
  const streams = answers.some(
    ({ times }) => (times.at(-1) ?? 0) - (times[0] ?? 0) > SPREAD
  );
  return streams
    ? { ok: true, text: trans.__('Answers arrive while they are written.') }
    : answers.some(({ characters }) => characters > LONG)
      ? {
          ok: false,
          text: trans.__(
            'The answer came all at once: something on the way collects it. Switch off buffering there (for nginx, “proxy_buffering off”).'
          )
        }
      : { ok: null, text: trans.__('The answer was too short to tell.') };
}

async function answerOf(
  model: BaseChatModel,
  messages: object[],
  signal: AbortSignal
): Promise<IAnswer> {
  let message: AIMessageChunk | undefined;
  const times: number[] = [];
  let characters = 0;
  const stream = await model.stream(messages as unknown as BaseMessage[], {
    signal
  });
  for await (const chunk of stream) {
    message = message?.concat(chunk) ?? chunk;
    const size =
      chunk.text.length +
      reasoningOf(chunk).length +
      (chunk.tool_call_chunks ?? [])
        .map(({ args = '' }) => args.length)
        .reduce((sum, each) => sum + each, 0);
    if (size > 0) {
      characters += size;
      times.push(performance.now());
    }
  }
  if (!message) {
    throw new ModelFault('empty-answer', '');
  }
  return { message, times, characters };
}
