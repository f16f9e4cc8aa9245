import { AIMessage } from '@langchain/core/messages';
import { END, START, StateGraph } from '@langchain/langgraph/web';

import {
  DEFAULT_SETTINGS,
  type Decision,
  type IAgentSettings,
  type IDecisionRecord,
  type IReviewCard,
  type ITool
} from '../../contract';
import { FakeNotebook } from '../../testing/fake-notebook';
import { calling, startRun, toolTexts } from '../stories/harness';
import { Learnt, PausingGraph, type LearntGraph } from '../stories/pausing';
import { plainTool } from '../stories/plain-tools';
import type { IPause } from '../stories/pausing';
import { normalizeAnswer } from '../model/check-answer';
import { WRITE_TODOS } from '../tool-set/tool-set';
import { callsOfStep } from '../middleware/tool-gate';
import type { Run } from '../run/run';
import { runOf } from '../stories/run-of';
import { decideInTurn } from './review-call';
import type { IGateCall } from './call-context';

const CODE = ['a = 1', 'b = 2', 'c = 3'];

type DecisionType = 'approve' | 'edit' | 'reject';

/** All combinations of decisions for n calls. */
function mixtures(n: number): DecisionType[][] {
  return n === 0
    ? [[]]
    : mixtures(n - 1).flatMap(rest =>
        (['approve', 'edit', 'reject'] as const).map(type => [...rest, type])
      );
}

function decisionFor(type: DecisionType, index: number): Decision {
  switch (type) {
    case 'approve':
      return { type };
    case 'edit':
      return {
        type,
        editedAction: {
          name: 'jupyter_cell',
          args: { code: `${CODE[index]}0` }
        }
      };
    case 'reject':
      return { type, message: `reason ${index}` };
  }
}

function propose(n: number) {
  return {
    calls: CODE.slice(0, n).map(code => ({
      name: 'jupyter_cell',
      args: { code },
      id: 'call_0'
    }))
  };
}

describe('a review', () => {
  describe.each([1, 2, 3])('of %i calls', n => {
    it.each(mixtures(n).map(types => [types.join(', '), types] as const))(
      'gives each decision to its own call: %s',
      async (_, types) => {
        const harness = await startRun({
          script: [propose(n), { text: 'Done.' }]
        });
        const { cards } = harness.review;
        expect(cards.map(card => card.args.code)).toEqual(CODE.slice(0, n));

        // Decided from last to first, since the order must not matter.
        for (let index = n - 1; index >= 0; index--) {
          await harness.decide({
            [cards[index].callId]: decisionFor(types[index], index)
          });
        }

        expect(harness.last('run-finished').outcome).toBe('answered');
        expect(harness.notebook.sources).toEqual(
          types.flatMap((type, index) =>
            type === 'reject'
              ? []
              : [type === 'edit' ? `${CODE[index]}0` : CODE[index]]
          )
        );
        const messages = await harness.messages();
        expect(await harness.problems()).toEqual([]);
        const texts = toolTexts(messages);
        expect(texts).toHaveLength(n);
        types.forEach((type, index) => {
          if (type === 'reject') {
            expect(texts[index]).toBe(
              `The person rejected this call and gave this reason: reason ${index}`
            );
          } else if (type === 'edit') {
            expect(texts[index]).toContain('The person edited this call');
            expect(texts[index]).toContain(`${CODE[index]}0`);
          } else {
            expect(texts[index]).not.toContain('edited');
            expect(texts[index]).toMatch(/^Cell /);
          }
        });
        // The history is as the model sent it.
        const ai = messages.find(message => message.type === 'ai') as never as {
          tool_calls: { args: { code: string } }[];
        };
        expect(ai.tool_calls.map(call => call.args.code)).toEqual(
          CODE.slice(0, n)
        );
      }
    );
  });

  it('counts a decision once, whoever sends it again', async () => {
    const harness = await startRun({
      script: [propose(1), propose(1), { text: 'Done.' }]
    });
    const first = harness.review;
    const [card] = first.cards;
    await Promise.all([
      harness.decide({ [card.callId]: { type: 'approve' } }, first),
      harness.decide({ [card.callId]: { type: 'approve' } }, first)
    ]);
    await harness.decide({ [card.callId]: { type: 'approve' } }, first);
    // The next card is still open: the second answer did not reach it.
    expect(harness.notebook.sources).toEqual(['a = 1']);
    expect(harness.of('review-opened')).toHaveLength(2);
    expect(harness.of('run-finished')).toEqual([]);
    expect(harness.of('notice').map(notice => notice.code)).toContain(
      'duplicate-decision'
    );
  });

  it('refuses edited arguments that do not fit, at the card', async () => {
    const harness = await startRun({ script: [propose(1), { text: 'Done.' }] });
    const [card] = harness.review.cards;
    await harness.decide({
      [card.callId]: {
        type: 'edit',
        editedAction: { name: 'jupyter_cell', args: { code: 5 } }
      }
    });
    expect(harness.last('review-voided').card.voided).toContain('code');
    expect(harness.of('review-decided')).toEqual([]);
    await harness.decide({ [card.callId]: { type: 'approve' } });
    expect(harness.notebook.sources).toEqual(['a = 1']);
  });

  it('voids a card whose cell has changed, and shows it with the new diff', async () => {
    const notebook = new FakeNotebook({
      cells: [{ id: 'cell-a', source: 'x = 1' }]
    });
    const harness = await startRun({
      notebook,
      script: [
        calling('read_notebook', { cells: ['cell-a'] }),
        calling('edit_cell', { cell_id: 'cell-a', code: 'x = 2' }),
        { text: 'Done.' }
      ]
    });
    const [card] = harness.review.cards;
    expect(card.body).toMatchObject({
      kind: 'diff',
      before: 'x = 1',
      text: 'x = 2'
    });
    notebook.changeAsPerson('cell-a', 'x = 100');
    await harness.decide({ [card.callId]: { type: 'approve' } });
    expect(notebook.sources).toEqual(['x = 100']);
    const back = harness.last('review-voided').card;
    expect(back.body).toMatchObject({ before: 'x = 100', text: 'x = 2' });
    expect(back.voided).toContain('changed');
    await harness.decide({ [card.callId]: { type: 'approve' } });
    expect(notebook.sources).toEqual(['x = 2']);
    expect(await harness.problems()).toEqual([]);
  });

  it('sends an edit of a cell that the person changed back to the model, unasked', async () => {
    const notebook = new FakeNotebook({
      cells: [{ id: 'cell-a', source: 'x = 1' }]
    });
    const harness = await startRun({
      notebook,
      script: [
        calling('read_notebook', { cells: ['cell-a'] }),
        () => {
          notebook.changeAsPerson('cell-a', 'x = 100');
          return calling('edit_cell', { cell_id: 'cell-a', code: 'x = 2' });
        },
        { text: 'I will read it again.' }
      ]
    });
    expect(harness.of('review-opened')).toEqual([]);
    expect(notebook.sources).toEqual(['x = 100']);
    expect(toolTexts(await harness.messages()).at(-1)).toContain(
      'read_notebook'
    );
  });

  it('lets the rest of a turn through while the person says so, and no longer', async () => {
    const harness = await startRun({
      script: [propose(1), propose(1), { text: 'Done.' }, propose(1)]
    });
    await harness.send({ type: 'turn-rule', on: true });
    await harness.until(() => harness.of('run-finished').length === 1);
    expect(harness.notebook.sources).toEqual(['a = 1', 'a = 1']);
    expect(harness.of('turn-rule').map(event => event.on)).toEqual([
      true,
      false
    ]);
    expect(harness.of('review-decided').map(event => event.by)).toEqual([
      'rest-of-turn'
    ]);
    await harness.say();
    expect(harness.of('review-opened')).toHaveLength(2);
    expect(harness.notebook.sources).toHaveLength(2);
  });

  it('keeps what runs without being asked to reading and Markdown of its own', async () => {
    const notebook = new FakeNotebook({
      cells: [{ id: 'theirs', type: 'markdown', source: '# Theirs' }]
    });
    const harness = await startRun({
      notebook,
      script: [
        calling('markdown', { content: '# Mine' }),
        () =>
          calling('edit_cell', {
            cell_id: notebook.cells()[1].id,
            code: '# Mine, better'
          }),
        calling('read_notebook', { cells: ['theirs'] }),
        calling('edit_cell', { cell_id: 'theirs', code: '# Ours' })
      ]
    });
    expect(notebook.sources).toEqual(['# Theirs', '# Mine, better']);
    expect(harness.review.cards.map(card => card.args.cell_id)).toEqual([
      'theirs'
    ]);
  });
});

/** The calls of a step as the gate takes them in turn, in one node of a graph. */
class Review {
  /** Calls that it looked at, the same one again each time the node runs. */
  readonly looked: string[] = [];
  /** What the cell of each card holds. */
  basis = 'x = 1';
  refused: string[] = [];
  readonly graph: PausingGraph;
  private readonly _run: Run;

  constructor(
    message: AIMessage,
    own: Partial<ITool> = {},
    settings: Partial<IAgentSettings> = {},
    calls = callsOfStep(message)
  ) {
    const tools = ['edit', WRITE_TODOS].map(name =>
      plainTool(name, 'edit', {
        check: async ({ code }) => {
          this.looked.push(code);
          return this.refused.includes(code) ? 'It is refused.' : null;
        },
        propose: async ({ code }) => ({
          title: 'Edit',
          sentence: 'Edit it.',
          place: 'here',
          body: { kind: 'code', mimeType: 'text/plain', text: code },
          basis: this.basis
        }),
        ...own
      })
    );
    const ask = plainTool('ask', 'read', {
      interrupt: () => ({ kind: 'confirm', title: 'Drop the table' })
    });
    this._run = runOf(
      { tools: new Map([...tools, ask].map(each => [each.name, each])) },
      settings
    ).run;
    const graph = new StateGraph(Learnt) as unknown as LearntGraph;
    graph.addNode('review', async (_state, { configurable }) => {
      const answers: Record<string, IDecisionRecord> = {};
      for (const [index, call] of calls.entries()) {
        const { decision } = await decideInTurn(this._run, {
          call,
          later: calls.slice(index + 1),
          brokenBefore: false,
          request: { runtime: { configurable } }
        } as unknown as IGateCall);
        if (decision) {
          answers[decision.callId] = decision;
        }
      }
      return { answers };
    });
    graph.addEdge(START, 'review' as never);
    graph.addEdge('review' as never, END);
    this.graph = new PausingGraph(graph);
  }

  /** Calls of which it told that a person decided on them. */
  get reviewed(): string[] {
    return [...this._run.turn.reviewed];
  }

  /** Runs until it pauses or ends: the cards of the pause. */
  async begin(): Promise<IReviewCard[]> {
    return cardsOf(await this.graph.run());
  }

  /** Somebody answered; what was decided is in the journal. */
  async resume(): Promise<IReviewCard[]> {
    return cardsOf(await this.graph.run(null));
  }

  /** As a click does it, on a card as it is. */
  async decide(
    { callId, hash }: Pick<IReviewCard, 'callId' | 'hash'>,
    type: 'approve' | 'reject' = 'approve',
    by = 'person'
  ): Promise<void> {
    const { journal, at } = this._run.options;
    const decision = { type };
    await journal.decide(at, { callId, decision, hash, by, time: 1 });
  }

  /** What the gate was told of each call: its decision, and whose it is. */
  async decisions(): Promise<Record<string, [string, string]>> {
    const { values } = await this.graph.state();
    return Object.fromEntries(
      Object.entries(values.answers as Record<string, IDecisionRecord>).map(
        ([id, { decision, by }]) => [id, [decision.type, by]]
      )
    );
  }
}

function cardsOf(pending: readonly IPause[]): IReviewCard[] {
  expect(pending.length).toBeLessThan(2);
  return pending.flatMap(
    ({ pending }) => (pending as unknown as { cards: IReviewCard[] }).cards
  );
}

const step = (...ids: string[]): AIMessage =>
  new AIMessage({
    content: '',
    tool_calls: ids.map(id => ({ id, name: 'edit', args: { code: id } }))
  });

const idsOf = (cards: readonly IReviewCard[]): string[] =>
  cards.map(({ callId }) => callId);

describe('the decision on a call whose turn has come', () => {
  it('is waited for, with the cards of later calls, and tells whoever counts', async () => {
    const review = new Review(step('a', 'b'));
    const [a, b] = await review.begin();
    expect(idsOf([a, b])).toEqual(['a', 'b']);
    await review.decide(b, 'reject');
    // One of two: the other one is asked about again, and alone.
    expect(idsOf(await review.resume())).toEqual(['a']);
    expect(review.reviewed).toEqual([]);
    await review.decide(a);
    expect(await review.resume()).toEqual([]);
    expect(await review.decisions()).toEqual({
      a: ['approve', 'person'],
      b: ['reject', 'person']
    });
    expect(review.reviewed).toEqual(['a', 'b']);
  });

  it('leaves to the gate what nobody can decide on: refused, broken, and the plan', async () => {
    const message = normalizeAnswer(
      new AIMessage({
        content: '',
        tool_calls: [
          { id: 'todos', name: WRITE_TODOS, args: { code: 'todos' } },
          { id: 'refused', name: 'edit', args: { code: 'refused' } }
        ],
        invalid_tool_calls: [{ id: 'cut', name: 'edit', args: '{"code": "x' }]
      }),
      { messageId: 'm' }
    );
    const [todos, refused, cut] = callsOfStep(message);
    expect(cut.fault).toBeDefined();
    const inTurn = [refused, todos, cut];
    const review = new Review(message, {}, {}, inTurn.slice(0, 1));
    review.refused = ['refused'];
    expect(await review.begin()).toEqual([]);
    expect(review.looked).toEqual(['refused']);
    expect(await review.decisions()).toEqual({});
    // It is none of those that come along with another's card either.
    const asked = new Review(message, {}, {}, inTurn);
    expect(idsOf(await asked.begin())).toEqual([refused.id]);
    // Where there is no plan, the call is one like others.
    const context = { ...DEFAULT_SETTINGS.context, todos: false };
    const without = new Review(message, {}, { context }, inTurn);
    expect(idsOf(await without.begin())).toEqual([refused.id, todos.id]);
  });

  it('asks about work that must be alone only where it is', async () => {
    const alone = new Review(step('a'), { workflow: 'report' });
    expect(idsOf(await alone.begin())).toEqual(['a']);
    const both = new Review(step('a', 'b'), { workflow: 'report' });
    expect(await both.begin()).toEqual([]);
    expect(await both.decisions()).toEqual({});
  });

  it('takes the answer to a call that asks the person itself as its decision', async () => {
    const review = new Review(
      new AIMessage({
        content: '',
        tool_calls: [
          { id: 'a', name: 'ask', args: { code: 'a' } },
          { id: 'b', name: 'edit', args: { code: 'b' } }
        ]
      })
    );
    const [question] = await review.graph.run();
    expect(review.looked).toEqual([]);
    const answered = await review.graph.answer(question, { confirmed: true });
    const [card, ...others] = cardsOf(answered);
    expect([card.callId, others]).toEqual(['b', []]);
    await review.decide(card);
    // What stands before the pause runs again, and is given the same.
    expect(await review.resume()).toEqual([]);
    expect(await review.decisions()).toEqual({
      a: ['respond', 'person'],
      b: ['approve', 'person']
    });
    expect(review.reviewed).toEqual(['b']);
  });
});
