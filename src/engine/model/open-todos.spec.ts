import {
  AIMessage,
  HumanMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';
import { nudge } from './open-todos';
import { calling, startRun } from '../stories/harness';

const go = new HumanMessage('go');

const step = (name: string, args = {}): BaseMessage[] => [
  new AIMessage({ content: '', tool_calls: [{ id: name, name, args }] }),
  new ToolMessage({ content: 'Done.', tool_call_id: name })
];
const plan = (...statuses: string[]): BaseMessage[] =>
  step('write_todos', {
    todos: statuses.map((status, at) => ({ content: `${at + 1}`, status }))
  });
const read = step('read_file');

describe('the nudge for models that stall', () => {
  it.each<[string, BaseMessage[], string | null]>([
    [
      'names the items that are open',
      [...plan('completed', 'in_progress', 'pending'), ...read],
      'Go on with the next call. Open items: 2; 3.'
    ],
    [
      'asks for the final answer when all items are done',
      [...plan('completed'), ...read],
      'All items of your list are done. Call final_answer now, alone.'
    ],
    [
      'goes by the last plan',
      [...plan('pending'), ...plan('completed', 'pending')],
      'Go on with the next call. Open items: 2.'
    ],
    [
      'goes by no plan that ended with its final answer',
      [
        ...plan('pending'),
        ...step('final_answer', { answer: 'Done.' }),
        ...read
      ],
      'Go on with the next call, or call final_answer, alone, when you are done.'
    ],
    ['says nothing when the person spoke last', [...read, go], null],
    ['says nothing before the first step', [], null]
  ])('%s', (_, messages, text) => {
    expect(nudge([go, ...messages], new Set())).toBe(text);
  });

  it('leaves the last word to a person who reviewed the step', async () => {
    const harness = await startRun({
      settings: { context: { continuation: 'on' } },
      script: [calling('jupyter_cell', { code: '1' }), 'Done.']
    });
    await harness.approveAll();
    expect(harness.model.requests[1].at(-1)?.text).not.toContain('Go on');
  });
});
