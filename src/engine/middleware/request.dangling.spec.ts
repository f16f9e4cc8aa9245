import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';

import { historyProblems } from '../../testing/scripted-model';
import { notingRun } from '../stories/run-of';
import { answerDangling, prepareHistory } from './request';

const ai = (...ids: string[]) =>
  new AIMessage({
    content: '',
    tool_calls: ids.map(id => ({ id, name: 'jupyter_cell', args: {} }))
  });
const answer = (id: string) =>
  new ToolMessage({ content: `did ${id}`, tool_call_id: id });
const fill = ({ id }: { id: string }) => `made for ${id}`;

describe('answerDangling', () => {
  it('leaves a valid history as it is', () => {
    const messages = [new HumanMessage('go'), ai('a'), answer('a')];
    const result = answerDangling(messages, fill);
    expect(result.messages).toBe(messages);
    expect(result.added).toEqual([]);
  });

  it.each([
    ['none is answered', [ai('a', 'b')]],
    ['the second is missing', [ai('a', 'b'), answer('a')]],
    ['the first is missing', [ai('a', 'b'), answer('b')]],
    ['the answers are out of order', [ai('a', 'b'), answer('b'), answer('a')]],
    ['a message came between', [ai('a'), new HumanMessage('hey'), answer('a')]],
    ['an answer has no call', [answer('z'), ai('a'), answer('a')]],
    ['a call is answered twice', [ai('a'), answer('a'), answer('a')]],
    ['an earlier step is open', [ai('a'), ai('b'), answer('b')]]
  ])('makes a history valid where %s', (_, messages) => {
    expect(historyProblems(messages)).not.toEqual([]);
    const result = answerDangling(messages, fill);
    expect(historyProblems(result.messages)).toEqual([]);
  });

  it('keeps the answers there are and makes only what is missing', () => {
    const { messages, added } = answerDangling(
      [ai('a', 'b'), answer('b')],
      fill
    );
    expect(messages.slice(1).map(each => each.content)).toEqual([
      'made for a',
      'did b'
    ]);
    expect(added.map(each => each.tool_call_id)).toEqual(['a']);
  });

  it('is done for each request', () => {
    const { run } = notingRun();
    const stored = [new HumanMessage('go'), ai('a'), new HumanMessage('hey')];
    const { messages, created } = prepareHistory(run, stored);
    expect(historyProblems(messages)).toEqual([]);
    expect(messages.map(({ type }) => type)).toEqual([
      'human',
      'ai',
      'tool',
      'human'
    ]);
    expect(created).toBe(1);
  });
});
