import { AIMessage } from '@langchain/core/messages';

import { reasoningOf } from './reasoning';

it.each<[string, object, string]>([
  [
    'beside the content, as our models have them',
    { content: 'a', additional_kwargs: { reasoning_content: 'b' } },
    'b'
  ],
  [
    'in LangChain’s own parts',
    { content: [{ type: 'reasoning', reasoning: 'b' }] },
    'b'
  ],
  [
    'in Anthropic’s parts',
    {
      content: [
        { type: 'thinking', thinking: 'b' },
        { type: 'text', text: 'a' }
      ]
    },
    'b'
  ],
  [
    'in Google’s parts',
    {
      content: [
        { type: 'text', text: 'b', thought: true },
        { type: 'text', text: 'a' }
      ]
    },
    'b'
  ],
  ['nowhere', { content: 'a' }, '']
])('reasoningOf finds thoughts %s', (_where, fields, thoughts) => {
  expect(reasoningOf(new AIMessage(fields as never))).toBe(thoughts);
});
