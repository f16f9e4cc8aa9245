import { AIMessage, ToolMessage } from '@langchain/core/messages';
import type { Command } from '@langchain/langgraph/web';

import { DEFAULT_SETTINGS, ENGLISH, type EventBody } from '../../contract';
import { InMemoryImages, InMemoryJournal } from '../../storage';
import { EffectLog } from '../effects/effect-log';
import { DriverLostError } from '../errors/errors';
import { CallLedger } from '../tool-calls/call-ledger';
import type { IGateCall } from '../tool-calls/gate-call';
import { listener } from '../stories/run-of';
import { toolGateMiddleware, type IToolGateOptions } from './tool-gate';

const AT = { threadId: 'thread', branch: '' };

/** The gate on its own: how it answers calls, and what it reports. */
class Gate {
  readonly journal = new InMemoryJournal();
  readonly handled: IGateCall[] = [];
  readonly told: EventBody[];
  private readonly _middleware: ReturnType<typeof toolGateMiddleware>;

  constructor(own: Partial<IToolGateOptions> = {}) {
    const { events, emit } = listener();
    this.told = events;
    this._middleware = toolGateMiddleware({
      calls: new CallLedger(),
      journal: this.journal,
      at: AT,
      imageStore: new InMemoryImages(),
      settings: () => DEFAULT_SETTINGS,
      takeQueued: () => [],
      names: { inText: text => text },
      isUnsaved: () => false,
      keepsTodos: true,
      signal: new AbortController().signal,
      trans: ENGLISH,
      emit,
      decide: async () => undefined,
      handle: async gateCall => {
        this.handled.push(gateCall);
        const { name } = gateCall.call;
        return name === 'fails'
          ? { state: 'failed', broken: true, text: 'no', summary: 'No' }
          : { state: 'done', text: `ran ${name}`, summary: 'Yes' };
      },
      onOutcome: () => undefined,
      onTold: () => undefined,
      ...own
    });
  }

  /** A step of the model with calls of these names, all started at once. */
  async step(...names: string[]): Promise<(ToolMessage | Command)[]> {
    const tool_calls = names.map(name => ({ id: name, name, args: {} }));
    const step = new AIMessage({ id: 'step', content: '', tool_calls });
    const wrap = this._middleware.wrapToolCall as unknown as (
      request: object,
      handler: () => Promise<ToolMessage>
    ) => Promise<ToolMessage | Command>;
    // Started from last to first, since the gate has to keep the order.
    const answers = [...tool_calls].reverse().map(toolCall =>
      wrap({ toolCall, state: { messages: [step] }, runtime: {} }, async () => {
        throw new Error('Nothing runs by itself.');
      })
    );
    return (await Promise.all(answers)).reverse();
  }
}

describe('the gate', () => {
  it('answers each call of a step once, in the order of the calls', async () => {
    const gate = new Gate();
    const answers = await gate.step('a', 'b', 'c');
    expect(gate.handled.map(({ call }) => call.id)).toEqual(['a', 'b', 'c']);
    expect(answers.map(each => (each as ToolMessage).tool_call_id)).toEqual([
      'a',
      'b',
      'c'
    ]);
    expect(gate.handled.map(({ isAlone }) => isAlone)).toEqual([
      false,
      false,
      false
    ]);
  });

  it('says what an effect that failed means for those behind it', async () => {
    const gate = new Gate();
    await gate.step('a', 'fails', 'c');
    expect(gate.handled.map(({ brokenBefore }) => brokenBefore)).toEqual([
      false,
      false,
      true
    ]);
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
    expect(gate.handled.map(({ call }) => call.id)).toEqual(['b']);
    expect((await gate.journal.call(AT, 'b'))?.outcome?.text).toBe('ran b');
    expect(gate.told.map(({ type }) => type)).toEqual([
      'call-finished',
      'call-finished'
    ]);
  });

  it('gives no answer of which there is no record', async () => {
    const gate = new Gate({ calls: new CallLedger() });
    jest
      .spyOn(gate.journal, 'finish')
      .mockRejectedValue(new Error('There is no space left.'));
    await expect(gate.step('a')).rejects.toThrow('There is no space left.');
  });

  it('knows without its records what calls came to that have no effect', async () => {
    const calls = new CallLedger();
    const gate = new Gate({ calls });
    const { journal } = gate;
    const record = { callId: 'b', attempt: 0, effects: [] };
    const options = { journal, at: AT, trans: ENGLISH, record };
    calls.begun.set(
      'b',
      new EffectLog({ ...options, provenance: null, stale: false })
    );
    await journal.finish(AT, {
      callId: 'c',
      state: 'done',
      text: 'ran before',
      time: 0
    });
    await gate.step('a', 'b', 'c');
    const [known, ...others] = calls.onlyRead;
    expect(others).toEqual([]);
    const { state, broken, ms, ranArgs } =
      (await journal.call(AT, 'a'))?.outcome ?? {};
    expect(known).toEqual(['a', { state, broken, ms, ranArgs }]);
  });

  it('answers no call whose conversation another tab has taken over', async () => {
    const lost = new AbortController();
    const gate = new Gate({
      signal: lost.signal,
      handle: async () => {
        lost.abort(new DriverLostError());
        return { state: 'stopped', text: 'Not run.', summary: 'Stopped' };
      }
    });
    await expect(gate.step('a')).rejects.toBeInstanceOf(DriverLostError);
    expect(await gate.journal.call(AT, 'a')).toBeUndefined();
    expect(gate.told).toEqual([]);
  });

  it('lets messages that wait in behind the last answer of a step', async () => {
    const queued = [{ messageId: 'm', text: 'And a plot.' }];
    const gate = new Gate({ takeQueued: () => queued.splice(0) });
    const [first, last] = await gate.step('a', 'b');
    expect(first).toBeInstanceOf(ToolMessage);
    const { messages } = (last as Command).update as {
      messages: { text: string }[];
    };
    expect(messages.map(({ text }) => text)).toEqual(['ran b', 'And a plot.']);
    expect(gate.told.at(-1)).toEqual({
      type: 'user-message',
      messageId: 'm',
      text: 'And a plot.'
    });
  });
});
