import {
  AIMessage,
  HumanMessage,
  SystemMessage,
  type AIMessageChunk,
  type BaseMessage
} from '@langchain/core/messages';

import { isModelFault, ModelFault } from '../../contract';
import { GO_ON, isAtLimit, textOf } from '../../engine/model/message-parts';
import { imagePart } from '../../engine/context/attach-images';
import { mayRefuseImages } from '../../engine/middleware/request';
import { seesImages, triesImages } from '../../engine/run/answering-model';
import { rememberRefusals } from '../../contract/models/model-refusals';
import { tokenUsage } from '../../engine/model/token-usage';
import type { IWorkflowHost } from '../../engine/workflows/workflow';

/** The form of the answer: the arguments of a call, JSON, or plain text. */
export type AnswerShape =
  | { as: 'call'; name: string; schema: Record<string, unknown> }
  | { as: 'json'; schema: Record<string, unknown> }
  | { as: 'text' };

export interface IPlanMessage {
  role: 'system' | 'user' | 'assistant';
  text: string;
  /** Of the person's side; left out for a model that sees none. */
  images?: readonly IPlanImage[];
}

export interface IPlanImage {
  mimeType: string;
  /** Base64. */
  data: string;
  /** Stands before it. */
  label: string;
}

export interface IPlanAnswer {
  /** Arguments of the call. */
  call?: unknown;
  text: string;
  /** Whether it ends in the middle, at the output limit. */
  isCut?: true;
  /**
   * The server does not accept requests of this form, so there is no answer.
   */
  refused?: true;
}

export type RequestMessages = () => readonly IPlanMessage[];

/** A model, as a workflow uses it. */
export interface IPlanModel {
  /** What the provider supports; `short` as in the request. */
  has(short?: boolean): Promise<{ calls: boolean; json: boolean }>;
  /**
   * Sends one request. `short` ones may go to a cheaper model.
   *
   * @param messages made at the moment they leave, as the settings then are.
   * @returns the arguments of the call, or what the model wrote.
   */
  ask(
    messages: RequestMessages,
    shape: AnswerShape,
    options: {
      short?: boolean;
      /** Used if the model accepts one. */
      temperature?: number;
      /** Called with the text as it is streamed. */
      onText?(delta: string): void;
      signal?: AbortSignal;
    }
  ): Promise<IPlanAnswer>;
}

/** Requests by which an answer that was cut off is continued. */
const MAX_MORE = 3;

type Recipient = Awaited<ReturnType<IWorkflowHost['model']>>;
type AskOptions = Parameters<IPlanModel['ask']>[2];

/**
 * The chosen model, for requests that are not the agent's; short ones go to the
 * model chosen for those. If it supports tools, it is offered one tool, which
 * is the form of its answer, and is forced to call it if possible.
 */
export function hostModel(host: IWorkflowHost): IPlanModel {
  const { run } = host;
  const { trans } = run.options;
  /** What servers refused, so that it is not tried again. */
  const refusing = new Set<string>();
  /** Whether the model for short requests has failed. */
  let isShortGone = false;
  const recipient = async (
    short = false,
    temperature?: number
  ): Promise<Recipient> =>
    (short && !isShortGone && (await host.shortModel())) ||
    host.model(temperature);

  return {
    has: async short => {
      const { provider, choice } = await recipient(short);
      const takes = (as: AnswerShape['as']): boolean =>
        !refusing.has(`${as} ${choice.model}`);
      return {
        calls: provider.abilities(choice).tools && takes('call'),
        json:
          Boolean(provider.formOptions?.(choice, { json: {} })) && takes('json')
      };
    },
    ask: async (messages, shape, options) => {
      const asked = await recipient(options.short, options.temperature);
      try {
        return await wholeAnswer(asked, messages, shape, options);
      } catch (error) {
        if (!isModelFault(error) || run.signal.aborted) {
          throw error;
        }
        if (shape.as !== 'text' && isRefusal(error, shape.as)) {
          refusing.add(`${shape.as} ${asked.choice.model}`);
          return { text: '', refused: true };
        }
        const first = options.short
          ? await host.model(options.temperature)
          : asked;
        if (first.model === asked.model) {
          throw error;
        }
        isShortGone = true;
        run.emit({
          type: 'notice',
          code: 'other',
          text: trans.__(
            'The model for short requests, %1, could not be used. %2 answers them for now.',
            asked.choice.model,
            first.choice.model
          )
        });
        return await wholeAnswer(first, messages, shape, options);
      }
    }
  };

  /** Half a text is no answer, so it is continued; half a call is asked for again. */
  async function wholeAnswer(
    asked: Recipient,
    messages: RequestMessages,
    shape: AnswerShape,
    options: AskOptions
  ): Promise<IPlanAnswer> {
    const before = JSON.stringify(messages());
    let answer = await answerOf(asked, messages, shape, options);
    for (let more = 0; more < MAX_MORE && shape.as === 'text'; more++) {
      if (!answer.isCut || answer.text.trim() === '') {
        break;
      }
      if (JSON.stringify(messages()) !== before) {
        // Values are withheld by now, and half a text may have some.
        return answerOf(asked, messages, shape, options);
      }
      const { text } = answer;
      const next = await answerOf(
        asked,
        () => [
          ...messages(),
          { role: 'assistant', text },
          { role: 'user', text: GO_ON }
        ],
        shape,
        options
      );
      answer = { ...next, text: text + next.text };
    }
    if (answer.isCut && shape.as === 'text') {
      throw new ModelFault(
        'other',
        trans.__('The answer was cut off at the output limit again and again.')
      );
    }
    return answer;
  }

  async function answerOf(
    { provider, choice, model }: Recipient,
    messages: RequestMessages,
    shape: AnswerShape,
    { signal, onText }: AskOptions
  ): Promise<IPlanAnswer> {
    const to = { provider, choice };
    const asked = messages();
    run.note(() => ({
      kind: 'request',
      title: trans.__('A request for the plan'),
      body: asked.map(({ role, text }) => ({ role, text }))
    }));
    let sent = asked.map(each => langchainMessage(each, seesImages(to)));
    let whole: AIMessageChunk | undefined;
    try {
      await answered();
    } catch (error) {
      const bringsImages = asked.some(({ images }) => images);
      if (
        whole ||
        !bringsImages ||
        !triesImages(to) ||
        !mayRefuseImages(error)
      ) {
        throw error;
      }
      sent = messages().map(each => langchainMessage(each, false));
      await answered();
      // Without them it went well.
      rememberRefusals(choice, ['images']);
    }
    run.note(() => ({
      kind: 'answer',
      title: trans.__('An answer for the plan'),
      body: { text: whole?.text, calls: whole?.tool_calls }
    }));
    if (whole) {
      run.emit({ type: 'usage', ...tokenUsage(sent, whole, choice.prices) });
    }
    const call = shape.as === 'call' ? whole?.tool_calls?.[0] : undefined;
    return {
      ...(call && { call: call.args }),
      ...(whole && isAtLimit(whole) && { isCut: true as const }),
      text: whole ? textOf(whole) : ''
    };

    async function answered(): Promise<void> {
      // Always `stream`, since `invoke` may count tokens with an encoding from a
      // CDN.
      const stream = await shaped().stream(sent, {
        signal: signal ?? run.signal
      });
      for await (const chunk of stream as AsyncIterable<AIMessageChunk>) {
        whole = whole?.concat(chunk) ?? chunk;
        if (chunk.text) {
          onText?.(chunk.text);
        }
      }
    }

    function shaped() {
      if (shape.as === 'call' && model.bindTools) {
        return model.bindTools(
          [
            {
              type: 'function',
              function: {
                name: shape.name,
                description: 'Call this once with your answer.',
                parameters: shape.schema
              }
            }
          ],
          provider.formOptions?.(choice, { call: shape.name }) ?? {}
        );
      }
      const form =
        shape.as === 'json' &&
        provider.formOptions?.(choice, { json: shape.schema });
      return form ? model.withConfig(form) : model;
    }
  }
}

/** Whether a server says that it does not support calls or JSON mode. */
function isRefusal(
  { code, detail, facts }: ModelFault,
  shape: 'call' | 'json'
): boolean {
  const { status = 0 } = facts;
  return (
    (code === 'refused' || code === 'other') &&
    status >= 400 &&
    status < 500 &&
    (shape === 'call'
      ? /\btools?\b|tool[_-]|function/i
      : /json|schema|format/i
    ).test(detail)
  );
}

function langchainMessage(
  { role, text, images = [] }: IPlanMessage,
  sees: boolean
): BaseMessage {
  switch (role) {
    case 'system':
      return new SystemMessage(text);
    case 'assistant':
      return new AIMessage(text);
    case 'user':
      return new HumanMessage(
        sees && images.length > 0
          ? {
              content: [
                { type: 'text', text },
                ...images.flatMap(each => [
                  { type: 'text' as const, text: each.label },
                  imagePart(each)
                ])
              ]
            }
          : text
      );
  }
}
