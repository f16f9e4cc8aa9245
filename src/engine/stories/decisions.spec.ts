import {
  DEFAULT_POLICY,
  DEMO_CHOICE,
  ENGLISH,
  type AgentEvent,
  type Decision
} from '../../contract';
import { FakeNotebook, printed } from '../../testing/fake-notebook';
import { FakeWorkspace } from '../../testing/fake-workspace';
import { ScriptedModel } from '../../testing/scripted-model';
import { Engine } from '../engine';
import { engineStores } from './engine-stores';
import {
  calling,
  Harness,
  scriptedProvider,
  startRun,
  toolTexts
} from './harness';

const cell = (code: string) => ({ name: 'jupyter_cell', args: { code } });

describe('a decision', () => {
  it('is asked for in LangChain’s wire format, and is no resume value', async () => {
    const { checkpointer } = engineStores();
    const putWrites = jest.spyOn(checkpointer, 'putWrites');
    const harness = await startRun({
      checkpointer,
      script: [[cell('x = 1'), cell('y = 2')], 'Done.']
    });
    const [first, second] = harness.review.cards;
    await harness.decide({ [second.callId]: { type: 'approve' } });
    await harness.decide({ [first.callId]: { type: 'reject', message: 'no' } });
    const written = putWrites.mock.calls.flatMap(([, writes]) => writes);
    const valuesOf = (name: string): unknown[] =>
      written.flatMap(([channel, value]) => (channel === name ? value : []));
    expect(valuesOf('__interrupt__')[0]).toMatchObject({
      value: {
        kind: 'approval',
        interrupt_id: harness.review.interruptId,
        actionRequests: [{ name: 'jupyter_cell' }, { name: 'jupyter_cell' }],
        reviewConfigs: [
          { actionName: 'jupyter_cell' },
          { actionName: 'jupyter_cell' }
        ]
      }
    });
    expect(valuesOf('__resume__')).toEqual([]);
    expect(harness.notebook.sources).toEqual(['y = 2']);
  });

  it('made on another version of the card than the one shown is void', async () => {
    const harness = await startRun({
      script: [[cell('x = 1')], 'Done.']
    });
    const { interruptId, cards } = harness.review;
    await harness.send({
      type: 'resume',
      interruptId,
      decisions: { [cards[0].callId]: { type: 'approve' } },
      hashes: { [cards[0].callId]: 'of something else' }
    });
    expect(harness.of('review-voided')).toHaveLength(1);
    expect(harness.notebook.sources).toEqual([]);
  });

  describe('on a cell that changes while an earlier call of the step runs', () => {
    /** @param rule what the rule for edits says from that moment. */
    async function stepOfTwo(rule: 'ask' | 'allow'): Promise<Harness> {
      const notebook = new FakeNotebook({
        cells: [{ id: 'theirs', source: 'x = 1' }],
        onRun: source => {
          if (source === 'slow') {
            notebook.changeAsPerson('theirs', 'x = 100');
            harness.settings.policy = {
              ...DEFAULT_POLICY,
              effects: { ...DEFAULT_POLICY.effects, edit: rule }
            };
          }
          return printed('ok');
        }
      });
      const edit = { cell_id: 'theirs', code: 'x = 2' };
      const harness: Harness = new Harness({
        notebook,
        script: [
          calling('read_notebook', { cells: ['theirs'] }),
          [cell('slow'), { name: 'edit_cell', args: edit }],
          'I see.'
        ]
      });
      await harness.say();
      return harness;
    }

    it('to approve is asked for again', async () => {
      const harness = await stepOfTwo('ask');
      await harness.approveAll();
      expect(harness.notebook.sources).toEqual(['x = 100', 'slow']);
      const [card] = harness.review.cards;
      expect(card.voided).toMatch(/^This has changed since you decided\./);
      await harness.decide({ [card.callId]: { type: 'approve' } });
      expect(harness.notebook.sources).toEqual(['x = 2', 'slow']);
    });

    it.each(['ask', 'allow'] as const)(
      'to reject counts, also if the rule says: %s',
      async rule => {
        const harness = await stepOfTwo(rule);
        const [slow, edit] = harness.review.cards;
        await harness.decide({
          [slow.callId]: { type: 'approve' },
          [edit.callId]: { type: 'reject', message: 'Mine.' }
        });
        expect(harness.notebook.sources).toEqual(['x = 100', 'slow']);
        expect(harness.of('run-finished')).toHaveLength(1);
      }
    );
  });

  it('of a rule is asked for once the person has switched the rule off', async () => {
    const harness: Harness = new Harness({
      notebook: new FakeNotebook({
        onRun: async () => {
          await harness.send({ type: 'turn-rule', on: false });
          return printed('ok');
        }
      }),
      script: [
        calling('list_files'),
        () => {
          void harness.send({ type: 'turn-rule', on: true });
          return { calls: [cell('"first"'), cell('"second"')] };
        },
        'All right.'
      ]
    });
    await harness.say();
    expect(harness.notebook.sources).toEqual(['"first"']);
    expect(harness.review.cards.map(({ args }) => args.code)).toEqual([
      '"second"'
    ]);
  });

  it('that is missing keeps every effect out', async () => {
    // The policy allows nothing, and the record says that it was asked, so only
    // the gate is left.
    const { handleToolCall } = await import('../calls/handle-tool-call');
    const { runOf } = await import('./run-of');
    const { TOOLS } = await import('../../tools');
    const notebook = new FakeNotebook();
    const { run } = runOf({
      notebook,
      tools: new Map(TOOLS.map(tool => [tool.name, tool]))
    });
    const call = { id: 'c', ...cell('x = 1') };
    const answer = await handleToolCall(run, {
      call: { ...call, isAlone: true },
      later: [],
      brokenBefore: false,
      known: { effects: [], intent: { callId: 'c' } } as never,
      request: { toolCall: call } as never,
      handler: () => {
        throw new Error('must not run');
      }
    });
    expect(answer.text).toContain('there is no decision for this call');
    expect(notebook.sources).toEqual([]);
  });
});

describe('two threads', () => {
  /**
   * Two runs on one notebook, each paused with a card for a cell of its own.
   */
  async function pausedBoth(notebook: FakeNotebook) {
    const waiting = ['one', 'two'].map(
      name =>
        new ScriptedModel([{ calls: [cell(name)] }, { text: `${name} done` }])
    );
    const events: AgentEvent[] = [];
    const engine = new Engine({
      ...engineStores(),
      workspace: new FakeWorkspace({ notebook }),
      trans: ENGLISH,
      model: () => ({ choice: DEMO_CHOICE, key: undefined, disclosed: true }),
      providers: async () => [
        scriptedProvider({ create: async () => waiting.shift() as never })
      ]
    });
    engine.subscribe(event => events.push(event));
    const start = (threadId: string) =>
      engine.send({
        type: 'start',
        threadId,
        messageId: threadId,
        text: 'Go.'
      });
    await Promise.all([start('one'), start('two')]);
    const opened = events.filter(event => event.type === 'review-opened');
    const decide = (decisionOf: (threadId: string) => Decision) =>
      Promise.all(
        opened.map(({ threadId, interruptId, cards: [card] }) =>
          engine.send({
            type: 'resume',
            threadId,
            interruptId,
            decisions: { [card.callId]: decisionOf(threadId) },
            hashes: { [card.callId]: card.hash }
          })
        )
      );
    return { engine, events, opened, decide };
  }

  it('pause at once in a page without AsyncLocalStorage, and each gets its own answer', async () => {
    const notebook = new FakeNotebook();
    const { engine, opened, decide } = await pausedBoth(notebook);
    expect(
      opened.map(event => [event.threadId, event.cards[0].args.code])
    ).toEqual(
      expect.arrayContaining([
        ['one', 'one'],
        ['two', 'two']
      ])
    );
    await decide(threadId =>
      threadId === 'one'
        ? { type: 'approve' }
        : { type: 'reject', message: 'not this' }
    );
    expect(notebook.sources).toEqual(['one']);
    expect(toolTexts(await engine.thread('two').runs.messages())).toEqual([
      'The person rejected this call and gave this reason: not this'
    ]);
  });

  it('that meet on one notebook have their effects one after the other', async () => {
    const notebook = new FakeNotebook();
    const { events, decide } = await pausedBoth(notebook);
    const log: string[] = [];
    const begunCalls = () =>
      events.filter(event => event.type === 'call-started').length;
    notebook.onRun = async source => {
      log.push(`${source} begins`);
      // Long enough for the other one, which is approved too, to get this far.
      for (let turns = 0; turns < 50 || begunCalls() < 2; turns++) {
        await new Promise(resolve => setImmediate(resolve));
      }
      log.push(`${source} ends`);
      return printed(source);
    };
    await decide(() => ({ type: 'approve' }));
    const [first, second] = [...notebook.sources];
    expect([first, second].sort()).toEqual(['one', 'two']);
    expect(log).toEqual([
      `${first} begins`,
      `${first} ends`,
      `${second} begins`,
      `${second} ends`
    ]);
  });
});
