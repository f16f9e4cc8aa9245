import {
  type BaseMessage,
  AIMessage,
  type AIMessageChunk,
  HumanMessage,
  SystemMessage,
  ToolMessage
} from '@langchain/core/messages';

import type { IModelProvider } from '../provider/model-provider';

const IMAGE = {
  type: 'image_url',
  image_url: { url: 'data:image/png;base64,AAAA' }
};

const [FIRST, SECOND] = ['11111111-aaaa', '22222222-bbbb'];

/**
 * A conversation as the engine sends it: two parallel calls with our ids, and
 * an image in the second result or, for other providers, after both.
 */
export function conversation(
  images: IModelProvider['images'],
  answer: Partial<AIMessage> = {}
): BaseMessage[] {
  return [
    new SystemMessage('You are an agent.'),
    new HumanMessage('Explore penguins.csv'),
    new AIMessage({
      content: '',
      tool_calls: [
        { id: FIRST, name: 'jupyter_cell', args: { code: '1' } },
        { id: SECOND, name: 'read_file', args: { path: 'a.csv' } }
      ],
      ...answer
    }),
    new ToolMessage({ tool_call_id: FIRST, content: 'one' }),
    images === 'in-place'
      ? new ToolMessage({
          tool_call_id: SECOND,
          content: [{ type: 'text', text: 'two' }, IMAGE]
        })
      : new ToolMessage({ tool_call_id: SECOND, content: 'two' }),
    ...(images === 'after-answers'
      ? [
          new HumanMessage({
            content: [{ type: 'text', text: 'The images:' }, IMAGE]
          })
        ]
      : [])
  ];
}

/** An answer as stored in the thread: with our ids, and the data the provider keeps. */
export function stored(
  provider: IModelProvider,
  answer: AIMessageChunk
): AIMessage {
  const ours = ['33333333-cccc', '44444444-dddd'];
  const calls = answer.tool_calls ?? [];
  const ids = new Map(calls.map(({ id }, at) => [id ?? '', ours[at]]));
  return new AIMessage({
    content: answer.text,
    tool_calls: calls.map((call, at) => ({ ...call, id: ours[at] })),
    ...(provider.keep?.(answer, ids) as object)
  });
}

/** The conversation so far, the stored answer, and results for its calls. */
export function continued(message: AIMessage): BaseMessage[] {
  return [
    new HumanMessage('Explore'),
    message,
    ...(message.tool_calls ?? []).map(
      ({ id = '' }) => new ToolMessage({ tool_call_id: id, content: 'done' })
    )
  ];
}
