import { AIMessage, ToolMessage } from '@langchain/core/messages';

import type { ITool } from '../../contract';
import { TOOLS } from '../../tools';
import { callModel } from '../stories/call-model';
import { plainTool } from '../stories/plain-tools';
import { notingRun } from '../stories/run-of';
import type { ToolOffer } from '../tool-set/tool-offer';
import { offerToolsMiddleware } from './request';

const OURS = TOOLS.find(({ name }) => name === 'read_notebook') as ITool;
const THEIRS = plainTool('look_up', 'network');

function offering(own: Partial<Pick<ToolOffer, 'next' | 'takeTrouble'>> = {}) {
  const tools = new Map<string, ITool>([[OURS.name, OURS]]);
  const { run, events, noted } = notingRun({ tools });
  Object.assign(run.options.offer, {
    next: async () => ({}),
    takeTrouble: () => null,
    ...own
  });
  const middleware = offerToolsMiddleware(run);
  return { middleware, tools, events, noted };
}

const names = (tools: readonly { name: string }[]): string[] =>
  tools.map(({ name }) => name);

describe('the tools of a request', () => {
  it('are those that the graph knows, and behind them what came since', async () => {
    const { middleware, tools, noted } = offering({
      next: async () => {
        tools.set(THEIRS.name, THEIRS);
        return { look_up: 'fits' } as never;
      }
    });
    const { sent } = await callModel(middleware, {
      tools: [{ name: OURS.name }]
    });
    expect(names(sent[0].tools)).toEqual([OURS.name, 'look_up']);
    expect(noted).toEqual([
      expect.objectContaining({
        title: 'Offered more tools',
        body: { look_up: 'fits' }
      })
    ]);
  });

  it('are looked for by the step of the plan that is under way', async () => {
    const asked: (string | undefined)[] = [];
    const { middleware, noted } = offering({
      next: async plan => {
        asked.push(plan);
        return {};
      }
    });
    const todos = [
      { content: 'Load it', status: 'completed' },
      { content: 'Plot it', status: 'in_progress' }
    ];
    const planned = new AIMessage({
      content: '',
      tool_calls: [{ id: 'todos', name: 'write_todos', args: { todos } }]
    });
    const stored = new ToolMessage({ content: 'ok', tool_call_id: 'todos' });
    await callModel(middleware, { messages: [planned, stored] });
    await callModel(middleware);
    expect(asked).toEqual(['Plot it', undefined]);
    expect(noted).toEqual([]);
  });

  it('are sent though a server has trouble, which is said', async () => {
    const { middleware, events } = offering({
      takeTrouble: () => 'The server “db” did not answer.'
    });
    const { sent } = await callModel(middleware);
    expect(sent).toHaveLength(1);
    expect(events).toEqual([
      {
        type: 'notice',
        code: 'other',
        text: 'The server “db” did not answer.'
      }
    ]);
  });
});
