import { AIMessage, type ToolMessage } from '@langchain/core/messages';
import { type Command } from '@langchain/langgraph/web';

import {
  DEFAULT_POLICY,
  type EventBody,
  type ICallRecord,
  type IToolContext
} from '../../contract';
import { memoryStores } from '../../storage/stories/memory-stores';
import { DriverLostError } from '../errors/errors';
import type { Run } from '../run/run';
import type { IRunOptions } from '../run-context/run-context';
import { plainTool } from '../stories/plain-tools';
import { runOf, runsTool } from '../stories/run-of';
import { toolGateMiddleware } from './tool-gate';

const AT = { threadId: 'thread', branch: '' };

/** The gate on its own: how it answers calls, and what it reports. */
class Gate {
  readonly journal = memoryStores().journal;
  /** Calls that ran. */
  readonly ran: string[] = [];
  readonly told: EventBody[];
  readonly run: Run;
  private readonly _middleware: ReturnType<typeof toolGateMiddleware>;

  /** @param begins called as each call begins. */
  constructor(
    own: Partial<IRunOptions> = {},
    begins: (context: IToolContext) => unknown = () => undefined
  ) {
    const tools = ['a', 'b', 'c', 'fails', 'look'].map(name =>
      plainTool(name, name === 'look' ? 'read' : 'edit', {
        run: async (_args, context) => {
          this.ran.push(name);
          await begins(context);
          return { text: `ran ${name}`, summary: 'Yes', ok: name !== 'fails' };
        }
      })
    );
    const effects = { ...DEFAULT_POLICY.effects, edit: 'allow' } as const;
    const { run, events } = runOf(
      {
        journal: this.journal,
        tools: new Map(tools.map(tool => [tool.name, tool])),
        ...own
      },
      { policy: { ...DEFAULT_POLICY, effects } }
    );
    this.run = run;
    this.told = events;
    this._middleware = toolGateMiddleware(run, false);
  }

  /** A step of the model with calls of these names, all started at once. */
  async step(...names: string[]): Promise<(ToolMessage | Command)[]> {
    const tool_calls = names.map(name => ({
      id: name,
      name,
      args: { code: name }
    }));
    const step = new AIMessage({ id: 'step', content: '', tool_calls });
    tool_calls.forEach(({ id }) => this.run.calls.propose(id));
    const wrap = this._middleware.wrapToolCall as unknown as (
      request: object,
      handler: typeof runsTool
    ) => Promise<ToolMessage | Command>;
    const configurable = {};
    return Promise.all(
      tool_calls.map(toolCall => {
        const request = {
          toolCall,
          state: { messages: [step] },
          runtime: { configurable }
        };
        return wrap(request, runsTool);
      })
    );
  }
}

describe('the gate', () => {
  it('gives no answer of which there is no record', async () => {
    const gate = new Gate();
    jest
      .spyOn(gate.journal, 'finish')
      .mockRejectedValue(new Error('There is no space left.'));
    await expect(gate.step('a')).rejects.toThrow('There is no space left.');
  });

  it('answers no call whose conversation another tab has taken over', async () => {
    const gate: Gate = new Gate({}, () => {
      gate.run.controller.abort(new DriverLostError());
    });
    await expect(gate.step('look', 'a')).rejects.toBeInstanceOf(
      DriverLostError
    );
    expect(await outcomeOf(gate, 'look')).toBeUndefined();
    expect(gate.told.map(({ type }) => type)).toEqual(['call-started']);
  });
});

async function outcomeOf(
  { journal }: Gate,
  callId: string
): Promise<ICallRecord['outcome']> {
  return (await journal.call(AT, callId))?.outcome;
}
