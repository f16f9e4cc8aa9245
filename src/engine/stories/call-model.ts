import {
  AIMessage,
  type BaseMessage,
  type SystemMessage
} from '@langchain/core/messages';

/** The part of a request that our middleware looks at. */
export interface IModelRequest {
  messages: BaseMessage[];
  model: unknown;
  tools: { name: string }[];
  systemMessage?: SystemMessage;
  state: { messages: BaseMessage[] };
  runtime: { context: object; writer?: (chunk: unknown) => void };
}

/**
 * Sends a request through a single middleware.
 *
 * @param answer what the model says to each request.
 * @returns the answer, and each request that reached the model.
 */
export async function callModel(
  middleware: { wrapModelCall?: unknown },
  request: Partial<IModelRequest> = {},
  answer: (sent: IModelRequest, index: number) => AIMessage = () =>
    new AIMessage('Done.')
): Promise<{ answer: AIMessage; sent: IModelRequest[] }> {
  const sent: IModelRequest[] = [];
  const wrap = middleware.wrapModelCall as (
    request: IModelRequest,
    handler: (request: IModelRequest) => Promise<AIMessage>
  ) => Promise<AIMessage>;
  const messages = request.messages ?? [];
  const last = await wrap(
    {
      messages,
      model: null,
      tools: [],
      state: { messages },
      runtime: { context: {} },
      ...request
    },
    async asked => {
      sent.push(asked);
      return answer(asked, sent.length - 1);
    }
  );
  return { answer: last, sent };
}
