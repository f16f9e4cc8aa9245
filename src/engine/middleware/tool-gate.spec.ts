import { AIMessage, ToolMessage } from '@langchain/core/messages';
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
import type { IRunOptions } from '../run-context/run-options';
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

const textsOf = (answers: readonly (ToolMessage | Command)[]): string[] =>
  answers.map(each => (each as ToolMessage).text);

describe('the gate', () => {
  it('answers each call of a step once, in the order of the calls', async () => {
    let running = 0;
    const gate = new Gate({}, async () => {
      running += 1;
      await new Promise(resolve => setTimeout(resolve, 1));
      expect(running--).toBe(1);
    });
    const answers = await gate.step('a', 'look', 'c');
    expect(gate.ran).toEqual(['a', 'look', 'c']);
    expect(answers.map(each => (each as ToolMessage).tool_call_id)).toEqual([
      'a',
      'look',
      'c'
    ]);
  });

  it('runs no effect behind one that failed, in this page or an earlier one', async () => {
    const notRun = 'Not run: the call before it failed.';
    const gate = new Gate();
    const texts = textsOf(await gate.step('a', 'fails', 'look', 'c'));
    expect(gate.ran).toEqual(['a', 'fails', 'look']);
    expect(texts[3]).toBe(notRun);
    const later = new Gate({ journal: gate.journal });
    expect(textsOf(await later.step('a', 'fails', 'b'))[2]).toBe(notRun);
    expect(later.ran).toEqual([]);
  });

  it('begins no call behind one that ended without an answer', async () => {
    const gate = new Gate();
    gate.run.calls.begun.set = () => {
      throw new Error('defect');
    };
    await expect(gate.step('a', 'look')).rejects.toThrow('defect');
    expect(gate.ran).toEqual([]);
  });

  it('keeps each outcome, and runs nothing that has one', async () => {
    const gate = new Gate();
    await gate.journal.finish(AT, {
      callId: 'a',
      state: 'done',
      text: 'ran before',
      time: 0
    });
    const [answer] = await gate.step('a', 'b');
    expect((answer as ToolMessage).text).toBe('ran before');
    expect(gate.ran).toEqual(['b']);
    expect((await outcomeOf(gate, 'b'))?.text).toContain('ran b');
    expect(
      gate.told.filter(({ type }) => type === 'call-finished')
    ).toHaveLength(2);
  });

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

  it('lets messages that wait in behind the last answer of a step', async () => {
    const queued = [{ messageId: 'm', text: 'And a plot.' }];
    const gate = new Gate({ takeQueued: () => queued.splice(0) });
    const [first, last] = await gate.step('a', 'b');
    expect(first).toBeInstanceOf(ToolMessage);
    const { messages } = (last as Command).update as {
      messages: { text: string }[];
    };
    expect(messages.map(({ text }) => text)).toEqual([
      expect.stringContaining('ran b'),
      'And a plot.'
    ]);
    expect(gate.told.at(-1)).toEqual({
      type: 'user-message',
      messageId: 'm',
      text: 'And a plot.'
    });
  });
});

async function outcomeOf(
  { journal }: Gate,
  callId: string
): Promise<ICallRecord['outcome']> {
  return (await journal.call(AT, callId))?.outcome;
}
