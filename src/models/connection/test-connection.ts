import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages';

import {
  type IConnectionTest,
  type IModelChoice,
  type IModelProvider,
  isModelFault,
  type ITranslator,
  ModelFault
} from '../../contract';
import { forgetRefusals } from '../../contract/models/model-refusals';
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
    const model = ((tools && plain.bindTools?.([TOOL])) ||
      plain) as BaseChatModel;
    // Plain objects, because the model may use its own copy of LangChain.
    const asked = { role: 'user', content: QUESTION };
    const image = { type: 'image_url', image_url: { url: PICTURE } };
    const text = { type: 'text', text: QUESTION };
    const attempt = (...messages: object[]): Promise<IAnswer | ModelFault> =>
      answerOf(model, messages, signal).catch((error: unknown) => {
        if (signal.aborted) {
          throw error;
        }
        return modelFault(error);
      });
    let question: object = images
      ? { ...asked, content: [text, image] }
      : asked;
    let first = await attempt(question);
    if (isModelFault(first) && first.code === 'refused' && images) {
      question = asked;
      first = await attempt(question);
    }
    if (isModelFault(first)) {
      throw first;
    }
    const ms = performance.now() - begin;
    const calls = first.message.tool_calls ?? [];
    if (first.characters === 0 && calls.length === 0) {
      throw new ModelFault('empty-answer', '', { model: choice.model });
    }
    const results = calls.map(({ id }) => ({
      role: 'tool',
      tool_call_id: id,
      content: 'ready'
    }));
    const second =
      calls.length > 0 && (await attempt(question, first.message, ...results));
    return {
      text: trans.__(
        '%1 answered in %2 s.',
        choice.model,
        (ms / 1_000).toFixed(1)
      ),
      checks: checksOf(
        { first, second, tools, images, hasPicture: question !== asked },
        trans
      )
    };
  } catch (error) {
    throw faultOrStop(error, signal);
  }
}

/** What came: of the second request a fault, or false if nothing was called. */
interface IFound {
  first: IAnswer;
  second: IAnswer | ModelFault | false;
  tools: boolean;
  images: boolean | null;
  hasPicture: boolean;
}

function checksOf(
  { first, second, tools, images, hasPicture }: IFound,
  trans: ITranslator
): IConnectionTest['checks'] {
  const refusal = isModelFault(second) ? explainFault(second, trans) : null;
  const answers = [first, second].filter(
    (each): each is IAnswer => each !== false && 'times' in each
  );
  const isCalled = second !== false;
  const goesOn = isCalled && (answers[1]?.characters ?? 0) > 0;
  const streams = answers.some(
    ({ times }) => (times.at(-1) ?? 0) - (times[0] ?? 0) > SPREAD
  );
  const isLong = answers.some(({ characters }) => characters > LONG);
  const isThinking = reasoningOf(first.message) !== '';
  const why = !tools
    ? ''
    : first.message.text.includes('check_connection')
      ? trans.__('The call came as text: the server did not read it.')
      : trans.__('It answered without calling the tool.');
  return [
    {
      title: trans.__('Tools'),
      ok: isCalled,
      text: isCalled
        ? trans.__('It called the tool.')
        : `${why} ${trans.__(
            'Choose a model that can call tools. vLLM needs --enable-auto-tool-choice and --tool-call-parser, llama.cpp needs --jinja.'
          )}`.trim()
    },
    {
      title: trans.__('Results'),
      ok: isCalled ? goesOn : null,
      text: !isCalled
        ? trans.__('Not checked, since nothing was called.')
        : refusal
          ? `${refusal.title} ${refusal.text}`
          : goesOn
            ? trans.__('It went on with the tool’s result.')
            : trans.__('After the tool’s result it sent an empty answer.')
    },
    {
      title: trans.__('Streaming'),
      ok: streams || (isLong ? false : null),
      text: streams
        ? trans.__('Answers arrive while they are written.')
        : isLong
          ? trans.__(
              'The answer came all at once: something on the way collects it. Switch off buffering there (for nginx, “proxy_buffering off”).'
            )
          : trans.__('The answer was too short to tell.')
    },
    {
      title: trans.__('Thinking'),
      ok: isThinking && isCalled ? refusal === null : null,
      text: !isThinking
        ? trans.__('It showed none.')
        : refusal === null
          ? trans.__('Shown, and sent back with the next request.')
          : trans.__('Shown, but the next request was refused.')
    },
    {
      title: trans.__('Pictures'),
      ok: images ? hasPicture : null,
      text: !images
        ? trans.__('Not sent to this model.')
        : hasPicture
          ? trans.__('Accepted.')
          : trans.__('Refused. Set “Can see images” to “No” for this model.')
    }
  ];
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
    const args = (chunk.tool_call_chunks ?? []).map(each => each.args);
    const size = [chunk.text, reasoningOf(chunk), ...args].join('').length;
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
