import { AIMessage } from '@langchain/core/messages';

import { faultsOf } from './message-parts';
import { normalizeAnswer } from './check-answer';

it.each([
  ['length', 'was cut off at the output limit'],
  ['tool_calls', 'ends in the middle'],
  [undefined, 'ends in the middle']
])(
  'a call whose arguments end in the middle with the finish reason %s, the model reads that it %s',
  (finish_reason, words) => {
    const answer = normalizeAnswer(
      new AIMessage({
        content: '',
        invalid_tool_calls: [
          {
            id: 'cut',
            name: 'jupyter_cell',
            args: '{"code": "print(1<cut off here>'
          }
        ],
        response_metadata: { finish_reason }
      }),
      { messageId: 'm' }
    );
    expect(Object.values(faultsOf(answer))).toEqual([
      `The call of jupyter_cell ${words}. Think less, and write less at once: do it in several smaller steps.`
    ]);
    expect(answer.tool_calls).toMatchObject([{ args: {} }]);
  }
);
