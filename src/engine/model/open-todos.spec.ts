import { AIMessage, HumanMessage } from '@langchain/core/messages';

import { lastTodos, openTodos } from './open-todos';

const plan = (...statuses: string[]): AIMessage =>
  new AIMessage({
    content: '',
    tool_calls: [
      {
        id: 'w',
        name: 'write_todos',
        args: {
          todos: statuses.map((status, at) => ({
            content: `Item ${at + 1}`,
            status
          }))
        }
      }
    ]
  });
const answered = new AIMessage({
  content: '',
  tool_calls: [{ id: 'f', name: 'final_answer', args: { answer: 'Done.' } }]
});
const message = new HumanMessage('Go on.');

describe('the list of a turn', () => {
  it('is the one that was written last', () => {
    expect(lastTodos([plan('pending'), plan('completed', 'pending')])).toEqual([
      { content: 'Item 1', status: 'completed' },
      { content: 'Item 2', status: 'pending' }
    ]);
  });

  it('is done with its final answer, though items were left', () => {
    const messages = [message, plan('pending'), answered];
    expect(lastTodos(messages)).toEqual([]);
    expect(openTodos(messages)).toEqual([]);
  });

  it('asks nothing of the next turn', () => {
    const open = [message, plan('completed', 'in_progress')];
    expect(openTodos(open).map(({ content }) => content)).toEqual(['Item 2']);
    expect(openTodos([...open, message])).toEqual([]);
  });
});
