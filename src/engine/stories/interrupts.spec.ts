import { END, START, StateGraph } from '@langchain/langgraph/web';
import type { RunnableConfig } from '@langchain/core/runnables';

import {
  ENGLISH,
  type InterruptPayload,
  type InterruptRequest
} from '../../contract';
import { validateAnswer } from '../interrupts/validate-answer';
import {
  askApproval,
  askPerson,
  requestProblem
} from '../interrupts/ask-person';
import { CATALOGUE, Learnt, PausingGraph, type LearntGraph } from './pausing';

type Node = (state: typeof Learnt.State, config: RunnableConfig) => unknown;

/** A graph of nodes in sequence. */
function inLine(nodes: Record<string, Node | object>): LearntGraph {
  const graph = new StateGraph(Learnt) as unknown as LearntGraph;
  const names = Object.keys(nodes);
  names.forEach(name => graph.addNode(name, nodes[name] as never));
  [START, ...names].forEach((name, index) =>
    graph.addEdge(name as never, (names[index] ?? END) as never)
  );
  return graph;
}

/** A graph of nodes in parallel. */
function sideBySide(nodes: Record<string, Node | object>): LearntGraph {
  const graph = new StateGraph(Learnt) as unknown as LearntGraph;
  for (const [name, node] of Object.entries(nodes)) {
    graph.addNode(name, node as never);
    graph.addEdge(START, name as never);
    graph.addEdge(name as never, END);
  }
  return graph;
}

const confirm = (title: string): InterruptRequest => ({
  kind: 'confirm',
  title
});

/** A node that asks once and stores the answer under its own name. */
const asking =
  (name: string): Node =>
  (_state, config) => ({
    answers: { [name]: askPerson(config.configurable, confirm(name)) }
  });

describe('pauses of a graph', () => {
  it('several in one node: each gets its own answer', async () => {
    const graph = new PausingGraph(
      inLine({
        node: (_state, { configurable }) => ({
          answers: {
            first: askPerson(configurable, confirm('First')),
            second: askPerson(configurable, CATALOGUE.option.request),
            third: askPerson(configurable, confirm('Third'))
          }
        })
      })
    );
    const [first] = await graph.run();
    const [second] = await graph.answer(first, { confirmed: false });
    const [third] = await graph.answer(second, { chosen: ['b'] });
    expect(await graph.answer(third, { confirmed: true })).toEqual([]);

    expect((await graph.state()).values.answers).toEqual({
      first: { confirmed: false },
      second: { chosen: ['b'] },
      third: { confirmed: true }
    });
    const ids = [first, second, third].map(each => each.interruptId);
    expect(new Set(ids).size).toBe(3);
  });

  it('an answer or a resume value that comes twice does not answer the next question of the node', async () => {
    const graph = new PausingGraph(
      inLine({
        node: (_state, { configurable }) => ({
          answers: {
            first: askPerson(configurable, confirm('Look at it')),
            second: askPerson(configurable, confirm('Delete all'))
          }
        })
      })
    );
    const [first] = await graph.run();
    await graph.answer(first, { confirmed: true });
    for (const again of [
      await graph.run(null),
      await graph.resume({ confirmed: true })
    ]) {
      expect(again.map(({ pending }) => pending.title)).toEqual(['Delete all']);
    }
    const [second] = await graph.run(null);
    await graph.answer(second, { confirmed: false });
    expect((await graph.state()).values.answers).toEqual({
      first: { confirmed: true },
      second: { confirmed: false }
    });
  });

  it('in parallel branches: answered in any order, one by one', async () => {
    const graph = new PausingGraph(
      sideBySide({ a: asking('a'), b: asking('b'), c: asking('c') })
    );
    const pending = await graph.run();
    expect(pending.map(each => each.pending.node_ref)).toEqual(['a', 'b', 'c']);
    const [a, b, c] = pending;
    const afterC = await graph.answer(c, { confirmed: false });
    expect(afterC.map(each => each.interruptId)).toEqual([
      a.interruptId,
      b.interruptId
    ]);
    await graph.answer(a, { confirmed: true });
    await graph.answer(b, { cancelled: true });
    expect((await graph.state()).values.answers).toEqual({
      a: { confirmed: true },
      b: { cancelled: true },
      c: { confirmed: false }
    });
  });

  it('in subgraphs, beside a pause of the graph around them', async () => {
    const inner = (name: string): object =>
      inLine({ [`${name}-inner`]: asking(name) }).compile();
    const graph = new PausingGraph(
      sideBySide({ one: inner('one'), two: inner('two'), own: asking('own') })
    );
    const pending = await graph.run();
    expect(pending.map(each => each.pending.node_ref).sort()).toEqual([
      'one-inner',
      'own',
      'two-inner'
    ]);
    const by = (title: string) =>
      pending.find(each => each.pending.title === title)!;
    expect(new Set(pending.map(each => each.interruptId)).size).toBe(3);
    await graph.answer(by('two'), { confirmed: false });
    await graph.answer(by('one'), { confirmed: true });
    await graph.answer(by('own'), { cancelled: true });
    expect((await graph.state()).values.answers).toEqual({
      one: { confirmed: true },
      two: { confirmed: false },
      own: { cancelled: true }
    });
  });

  it('an approval beside them takes no resume value: it goes on once it is decided', async () => {
    const review = {
      actionRequests: [{ name: 'insert_cell', args: { source: '1' } }],
      reviewConfigs: [
        { actionName: 'insert_cell', allowedDecisions: ['approve' as const] }
      ],
      cards: [{ callId: 'call' } as never]
    };
    let isDecided = false;
    const graph = new PausingGraph(
      inLine({
        node: (_state, { configurable }) => {
          const answer = askPerson(configurable, confirm('First'));
          if (!isDecided) {
            askApproval(configurable, review);
          }
          return { answers: { node: answer } };
        }
      })
    );
    const [first] = await graph.run();
    const [card] = await graph.answer(first, { confirmed: true });
    expect(card.pending).toMatchObject({ kind: 'approval', node_ref: 'node' });
    const [same] = await graph.resume({ decisions: [{ type: 'approve' }] });
    expect(same.pending).toMatchObject({ kind: 'approval', node_ref: 'node' });
    isDecided = true;
    await graph.run(null);
    expect((await graph.state()).values.answers).toEqual({
      node: { confirmed: true }
    });
  });
});

describe('what stands before a pause', () => {
  it.each(Object.entries(CATALOGUE))(
    '%s: no effect is done twice, though the node runs again',
    async (kind, { request, answer }) => {
      let runs = 0;
      const effects: string[] = [];
      const graph = new PausingGraph(
        inLine({
          before: () => {
            effects.push('before');
            return { effects: ['before'] };
          },
          pause: (_state, { configurable }) => {
            runs++;
            const first = askPerson(configurable, request);
            const second = askPerson(configurable, confirm('Go on'));
            effects.push('after');
            return { answers: { [kind]: first, second }, effects: ['after'] };
          },
          behind: () => {
            effects.push('behind');
            return { effects: ['behind'] };
          }
        })
      );
      const [first] = await graph.run();
      const [second] = await graph.answer(first, answer);
      await graph.answer(second, { confirmed: true });

      expect(runs).toBe(3);
      expect(effects).toEqual(['before', 'after', 'behind']);
      const { values } = await graph.state();
      expect(values.effects).toEqual(effects);
      expect(values.answers).toEqual({
        [kind]: answer,
        second: { confirmed: true }
      });
    }
  );

  it('a branch that was answered is not run again for another that waits', async () => {
    const effects: string[] = [];
    const noting =
      (name: string): Node =>
      (state, config) => {
        const update = asking(name)(state, config);
        effects.push(name);
        return update;
      };
    const graph = new PausingGraph(
      sideBySide({ a: noting('a'), b: noting('b'), quiet: noteQuiet })
    );
    function noteQuiet(): object {
      effects.push('quiet');
      return {};
    }
    const [a, b] = await graph.run();
    await graph.answer(b, { confirmed: true });
    await graph.answer(a, { confirmed: true });
    expect(effects).toEqual(['quiet', 'b', 'a']);
  });
});

describe('a request to pause', () => {
  const whole = { interrupt_id: 'i', node_ref: 'n', step_id: 's' };
  const option = { ...whole, ...CATALOGUE.option.request };
  const form = { ...whole, ...CATALOGUE.form.request };
  const custom = { ...whole, ...CATALOGUE.custom.request };

  it.each(Object.entries(CATALOGUE))('%s can be used', (_kind, { request }) => {
    expect(requestProblem({ ...whole, ...request })).toBeNull();
  });

  it.each([
    ['no title', { ...whole, kind: 'confirm', title: ' ' }],
    ['no such kind', { ...whole, kind: 'guess', title: 'T' }],
    ['no options', { ...option, options: [] }],
    [
      'two options of one value',
      {
        ...option,
        options: [
          { value: 'a', label: 'A' },
          { value: 'a', label: 'B' }
        ]
      }
    ],
    ['a form that is no object', { ...form, schema: { type: 'string' } }],
    [
      'a form that is no schema',
      {
        ...form,
        schema: { type: 'object', properties: { a: { type: 'nonsense' } } }
      }
    ],
    ['a default that does not fit', { ...form, default: { values: {} } }],
    ['a default that is no choice', { ...option, default: { chosen: ['z'] } }],
    [
      'a timeout to a default that is not there',
      { ...option, timeout: 5, on_timeout: 'default' }
    ],
    ['what happens after no timeout', { ...option, on_timeout: 'cancel' }],
    ['no buttons', { ...custom, buttons: [] }],
    [
      'two buttons of one name',
      {
        ...custom,
        buttons: [
          { name: 'take', label: 'A' },
          { name: 'take', label: 'B' }
        ]
      }
    ],
    ['a button that sends no form', { ...custom, schema: undefined }],
    [
      'something to draw that nobody knows',
      { ...custom, blocks: [{ kind: 'html', text: '<b>x</b>' }] }
    ],
    [
      'a default that is no button',
      { ...custom, default: { button: 'drop', values: {} } }
    ]
  ])('%s: is refused', (_what, request) => {
    expect(requestProblem(request)).toEqual(expect.any(String));
  });

  it('a bad one is a defect, and ends the run with what is wrong', async () => {
    const graph = new PausingGraph(
      inLine({
        node: (_state, { configurable }) =>
          askPerson(configurable, { kind: 'confirm', title: '' })
      })
    );
    await expect(graph.run()).rejects.toThrow(/request to pause.*title/s);
  });
});

describe('an answer', () => {
  const payload = (kind: keyof typeof CATALOGUE, own: object = {}) =>
    ({
      interrupt_id: 'i',
      node_ref: 'n',
      step_id: 's',
      other: true,
      ...CATALOGUE[kind].request,
      ...own
    }) as InterruptPayload;
  const single = payload('option', { multiple: false });

  it.each([
    ['a confirmation in words', payload('confirm'), 'yes'],
    [
      'a confirmation with more than it',
      payload('confirm'),
      { confirmed: true, code: 'x' }
    ],
    ['a choice of none', payload('option'), { chosen: [] }],
    ['a choice of blanks', payload('option'), { chosen: [], other: '  ' }],
    ['a choice that is not there', payload('option'), { chosen: ['z'] }],
    ['two of one', single, { chosen: ['a', 'b'] }],
    ['one and words of one', single, { chosen: ['a'], other: 'b' }],
    [
      'words where there are none',
      payload('option', { other: false }),
      { chosen: [], other: 'c' }
    ],
    ['another kind of answer', payload('form'), { confirmed: true }],
    ['a half cancel', payload('form'), { cancelled: false }],
    ['a button that is not there', payload('custom'), { button: 'drop' }],
    [
      'a button without its form',
      payload('custom'),
      { button: 'take', values: {} }
    ],
    ['a form without a button', payload('custom'), { values: { name: 'x' } }]
  ])('%s: is refused', (_what, asked, answer) => {
    expect(validateAnswer(asked, answer, ENGLISH)).toEqual({
      problem: expect.any(String)
    });
  });

  it.each([
    [{}, '“Rows” is missing.'],
    [{ rows: 'ten' }, '“Rows” has the wrong kind of value.'],
    [{ rows: 0 }, '“Rows” must be at least 1.'],
    [{ rows: 1, format: 'xls' }, '“format” is not one of the choices.']
  ])('a form with %j: says %s', (values, problem) => {
    expect(validateAnswer(payload('form'), { values }, ENGLISH)).toEqual({
      problem
    });
  });

  it.each([
    [{ type: 'integer', maximum: 9 }, 10, '“N” can be at most 9.'],
    [{ type: 'number', exclusiveMaximum: 1 }, 1, '“N” must be less than 1.'],
    [{ type: 'number', exclusiveMinimum: 0 }, 0, '“N” must be more than 0.'],
    [{ type: 'string', minLength: 1 }, '', '“N” needs at least 1 character.'],
    [
      { type: 'string', maxLength: 2 },
      'abc',
      '“N” can have at most 2 characters.'
    ],
    [
      { type: 'array', items: {}, minItems: 2 },
      [1],
      '“N” needs at least 2 entries.'
    ],
    [
      { type: 'array', items: {}, maxItems: 1 },
      [1, 2],
      '“N” can have at most 1 entry.'
    ]
  ])('a form of %j: says how far from right %j is', (field, n, problem) => {
    const schema = {
      type: 'object',
      properties: { n: { title: 'N', ...field } }
    };
    const asked = payload('form', { schema } as never);
    expect(validateAnswer(asked, { values: { n } }, ENGLISH)).toEqual({
      problem
    });
  });

  it.each([
    ['confirm', { cancelled: true }],
    ['option', { cancelled: true }],
    ['form', { cancelled: true }],
    // What stood there first is no answer of the person.
    ['form', { values: {} }]
  ] as const)('to a question of kind %s may be %j', (kind, answer) => {
    const properties = { consent: { type: 'boolean', default: true } };
    const asked =
      kind === 'form' ? { schema: { type: 'object', properties } } : {};
    expect(validateAnswer(payload(kind, asked), answer, ENGLISH)).toEqual({
      answer
    });
  });

  it('that does not fit any more is asked for again', async () => {
    const graph = new PausingGraph(inLine({ node: asking('node') }));
    const [pending] = await graph.run();
    graph.answers.set(pending.interruptId, { chosen: ['a'] });
    const [again] = await graph.run(null);
    expect(again.interruptId).toBe(pending.interruptId);
    await graph.answer(again, { cancelled: true });
    expect((await graph.state()).values.answers).toEqual({
      node: { cancelled: true }
    });
  });

  it('that does not fit does not reach the graph, whatever resumes it', async () => {
    const graph = new PausingGraph(inLine({ node: asking('node') }));
    const [pending] = await graph.run();
    await expect(
      graph.answer(pending, { confirmed: 'perhaps' })
    ).rejects.toThrow('This answer does not fit the question.');
    // An answer sent without using the card.
    const [again] = await graph.resume({ confirmed: 1 });
    expect(again.interruptId).toBe(pending.interruptId);
    await graph.answer(again, { confirmed: true });
    expect((await graph.state()).values.answers).toEqual({
      node: { confirmed: true }
    });
  });
});
