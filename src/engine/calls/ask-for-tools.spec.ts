import { Annotation, END, START, StateGraph } from '@langchain/langgraph/web';
import { z } from 'zod';

import {
  ENGLISH,
  type IDecisionRecord,
  type InterruptRequest,
  type ITool,
  type IToolDeclaration
} from '../../contract';
import { FakeNotebook } from '../../testing/fake-notebook';
import type { IToolCall } from './call-context';
import { answerOfPerson, askForTool } from './ask-for-tools';
import { toolSet } from '../tool-set/tool-set';
import { TOOLS } from '../../tools';
import { Harness, toolTexts } from '../stories/harness';
import {
  CATALOGUE,
  Learnt,
  PausingGraph,
  type LearntGraph
} from '../stories/pausing';
import { runOf } from '../stories/run-of';

const Answered = Annotation.Root({ ...Learnt.spec });

function asking(
  name: string,
  interrupt: ITool['interrupt'],
  schema: z.ZodType = z.object({})
): ITool {
  return {
    name,
    description: name,
    schema,
    effects: ['read'],
    effect: () => 'read',
    interrupt,
    running: () => name,
    run: async () => ({ text: 'not asked', ok: false, summary: 'not asked' })
  };
}

/** A node in the place of the gate, which stores the answers. */
function reviewOf(tools: ITool[], calls: IToolCall[]) {
  const { run } = runOf({
    tools: new Map(tools.map(tool => [tool.name, tool]))
  });
  const graph = new StateGraph(Answered) as unknown as LearntGraph;
  graph.addNode('review', (_state, { configurable }) => ({
    answers: Object.fromEntries(
      calls.flatMap(call => {
        const answer = askForTool(run, call, configurable);
        return answer ? [[call.id, answer]] : [];
      })
    )
  }));
  graph.addEdge(START, 'review' as never);
  graph.addEdge('review' as never, END);
  return { run, graph: new PausingGraph(graph) };
}

const call = (id: string, name: string, args = {}): IToolCall => ({
  id,
  name,
  args
});

describe('a tool that asks', () => {
  it('one question a call, one after the other, each under its call', async () => {
    const { run, graph } = reviewOf(
      [
        asking('ask_form', () => CATALOGUE.form.request),
        asking('ask_option', () => CATALOGUE.option.request),
        { ...asking('read', undefined) }
      ],
      [
        call('1', 'ask_form'),
        call('2', 'read'),
        call('3', 'ask_option'),
        call('4', 'ask_form')
      ]
    );
    const [first] = await graph.run();
    expect(first.pending).toMatchObject({
      interrupt_id: '1',
      step_id: '1',
      node_ref: 'ask_form'
    });
    const [second] = await graph.answer(first, CATALOGUE.form.answer);
    const [third] = await graph.answer(second, CATALOGUE.option.answer);
    await graph.answer(third, { cancelled: true });

    const answers = (await graph.state()).values.answers as Record<
      string,
      IDecisionRecord
    >;
    expect(Object.keys(answers)).toEqual(['1', '3', '4']);
    const described = (id: string, name: string) =>
      answerOfPerson(run.options.tools, ENGLISH, call(id, name), answers[id]);
    expect(described('1', 'ask_form')).toEqual({
      state: 'done',
      text: 'The person answered: {"rows":10,"format":"csv"}',
      summary: 'You filled in the form'
    });
    expect(described('3', 'ask_option')?.summary).toBe(
      'You chose: a, b, “and the index”'
    );
    expect(described('4', 'ask_form')).toEqual({
      state: 'done',
      text: 'The person did not answer.',
      summary: 'You did not answer'
    });
    expect(described('2', 'read')).toBeNull();
  });

  it('a question that cannot be put is not put; the others are', async () => {
    const error = jest.spyOn(console, 'error').mockImplementation();
    const { graph } = reviewOf(
      [
        asking('throws', () => {
          throw new Error('no');
        }),
        asking('bad', () => ({ kind: 'confirm', title: '' })),
        asking(
          'misfit',
          () => CATALOGUE.confirm.request,
          z.object({ a: z.string() })
        ),
        asking('good', () => CATALOGUE.confirm.request)
      ],
      ['throws', 'bad', 'misfit', 'gone', 'good'].map(name => call(name, name))
    );
    const pending = await graph.run();
    expect(pending.map(each => each.interruptId)).toEqual(['good']);
    await graph.answer(pending[0], { confirmed: true });
    expect(Object.keys((await graph.state()).values.answers)).toEqual(['good']);
    expect(error).toHaveBeenCalled();
  });

  it('an answer to ask_user is not taken for one of these', () => {
    const { run } = runOf({
      tools: new Map([['ask_user', asking('ask_user', undefined)]])
    });
    expect(
      answerOfPerson(run.options.tools, ENGLISH, call('1', 'ask_user'), {
        callId: '1',
        decision: { type: 'respond', message: 'yes' },
        hash: '',
        by: 'person',
        time: 0
      })
    ).toBeNull();
  });
});

describe('a declaration that asks', () => {
  const request: InterruptRequest = { kind: 'confirm', title: 'Go on' };
  const declaration: IToolDeclaration = {
    name: 'ask',
    description: 'asks',
    parameters: { type: 'object' },
    effect: 'read',
    interrupt: () => request
  };

  it('needs no run; where nobody could be asked, it says so', async () => {
    const [tool] = toolSet([declaration], ENGLISH);
    expect(tool.interrupt?.({}, {} as never)).toBe(request);
    const result = await tool.run({}, {
      trans: ENGLISH,
      notebook: new FakeNotebook()
    } as never);
    expect(result).toMatchObject({
      ok: false,
      text: expect.stringContaining('could not be asked')
    });
  });

  it.each([
    [
      'has an effect of its own',
      { effect: 'write', card: () => ({ title: 'T', sentence: 'S' }) },
      /a tool that asks does nothing else/
    ],
    [
      'neither asks nor does something',
      { interrupt: undefined },
      /needs something to run or a question to ask/
    ]
  ] as const)('is refused where it %s', (_what, own, problem) => {
    expect(() =>
      toolSet([{ ...declaration, ...own } as IToolDeclaration], ENGLISH)
    ).toThrow(problem);
  });
});

describe('a tool that asks, in the agent', () => {
  const declaration: IToolDeclaration = {
    name: 'ask_rows',
    description: 'asks',
    parameters: { type: 'object' },
    effect: 'read',
    interrupt: () => CATALOGUE.form.request
  };

  it('the run waits, a bad answer is refused, and the good one is the result', async () => {
    const harness = new Harness({
      tools: [declaration, ...TOOLS],
      script: [
        [
          { name: 'ask_rows', args: {} },
          { name: 'jupyter_cell', args: { code: 'a = 1' } }
        ],
        'Done.'
      ]
    });
    const answer = (values: Record<string, unknown>): Promise<void> =>
      harness.send({
        type: 'answer',
        interruptId: harness.last('interrupt-opened').interrupt.interrupt_id,
        answer: { values }
      });
    await harness.say();
    expect(harness.of('review-opened')).toEqual([]);
    const { interrupt } = harness.last('interrupt-opened');
    expect(interrupt).toMatchObject({
      kind: 'form',
      node_ref: 'ask_rows',
      interrupt_id: harness.of('call-proposed')[0].callId
    });

    await answer({ rows: 0 });
    expect(harness.last('interrupt-refused')).toMatchObject({
      interruptId: interrupt.interrupt_id,
      problem: '“Rows” must be at least 1.'
    });
    expect(harness.of('review-opened')).toEqual([]);

    await answer({ rows: 3 });
    expect(harness.last('interrupt-closed')).toMatchObject({
      answer: { values: { rows: 3 } },
      by: 'person'
    });
    await harness.approveAll();
    expect(toolTexts(await harness.messages())[0]).toBe(
      'The person answered: {"rows":3}'
    );
    expect(harness.of('call-finished')[0].text).toBe('You filled in the form');
    expect(harness.of('interrupt-opened')).toHaveLength(1);
    expect(harness.last('run-finished').outcome).toBe('answered');
  });
});
