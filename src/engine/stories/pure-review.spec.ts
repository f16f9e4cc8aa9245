import { AIMessage } from '@langchain/core/messages';
import { END, START, StateGraph } from '@langchain/langgraph/web';

import {
  hashText,
  type IReviewCard,
  type InterruptRequest,
  type ITool
} from '../../contract';
import { memoryStores } from '../../storage/stories/memory-stores';
import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook } from '../../testing/fake-notebook';
import { FakeShell } from '../../testing/fake-shell';
import { TOOLS } from '../../tools';
import { decideInTurn } from '../calls/review-call';
import { newMemory } from '../run/agent-memory';
import { CATALOGUE, Learnt, PausingGraph, type LearntGraph } from './pausing';
import { plainTool } from './plain-tools';
import { callsOfStep } from '../middleware/tool-gate';
import type { IGateCall } from '../calls/call-context';
import { runOf } from './run-of';

/**
 * Methods that only look; all other methods of ports and the journal are
 * effects.
 */
const LOOKS: ReadonlySet<string> = new Set(
  [
    'path name kernel readOnly isOpen cells cell outputs snapshot markOf inspect',
    'list stat readText openText readNotebook',
    'availability environment',
    'decision call calls shown remembered get'
  ].flatMap(names => names.split(' '))
);

/** Counts the calls of ports, separately for looks and effects. */
class Counter {
  looks = 0;
  readonly effects: string[] = [];

  over<T extends object>(target: T, label: string): T {
    return new Proxy(target, {
      get: (of, name) => {
        const value: unknown = Reflect.get(of, name, of);
        if (typeof value !== 'function') {
          return value;
        }
        return (...args: unknown[]): unknown => {
          if (LOOKS.has(String(name))) {
            this.looks += 1;
          } else {
            this.effects.push(`${label}.${String(name)}`);
          }
          return (value as (...all: unknown[]) => unknown).apply(of, args);
        };
      }
    });
  }
}

/** A tool that asks the person, as another extension may declare one. */
function asking(name: string, request: InterruptRequest): ITool {
  return { ...plainTool(name, 'read'), interrupt: () => request };
}

/** A step with every tool that exists, and every kind of question. */
const CALLS: Record<string, Record<string, unknown>> = {
  jupyter_cell: { code: 'y = 2' },
  edit_cell: { cell_id: 'a', code: 'x = 2', run: true },
  markdown: { content: '# Title' },
  read_notebook: {},
  inspect_variables: {},
  list_files: {},
  load_skill: { name: 'plots' },
  read_document: { name: 'paper.pdf' },
  read_file: { path: 'a.py' },
  run_cells: { cell_ids: ['c'] },
  restart_kernel: {},
  run_scratch: { code: 'dir()' },
  search_notebook_cells: { pattern: 'x' },
  search_workspace: { pattern: 'x' },
  check_resource: {},
  delete_cell: { cell_id: 'b' },
  move_cell: { cell_id: 'd' },
  write_file: { path: 'new.md', content: 'new' },
  edit_file: { path: 'a.py', old: 'one', new: 'two' },
  execute_command: { command: 'pip install x' },
  ask_user: { question: 'Which?' },
  final_answer: { answer: 'Done.' },
  ask_confirm: { code: 'now' },
  ask_option: { code: 'now' },
  ask_form: { code: 'now' },
  ask_custom: { code: 'now' },
  write_report: { prompt: 'What was found' }
};

function reviewed() {
  const counter = new Counter();
  const notebook = new FakeNotebook({
    cells: [
      { id: 'a', source: 'x = 1' },
      { id: 'b', source: 'print(x)' },
      { id: 'c', source: 'x' },
      { id: 'd', source: 'x' }
    ]
  });
  const tools = [
    ...TOOLS,
    ...Object.entries(CATALOGUE).map(([kind, { request }]) =>
      asking(`ask_${kind}`, request)
    )
  ];
  expect(tools.map(({ name }) => name).sort()).toEqual(
    Object.keys(CALLS).sort()
  );
  const journal = memoryStores().journal;
  const memory = newMemory();
  notebook
    .cells()
    .forEach(({ id, source }) => (memory.seen[id] = hashText(source)));
  const { run, events } = runOf({
    notebook: counter.over(notebook, 'notebook'),
    files: counter.over(new FakeFiles({ 'a.py': 'one = 1' }), 'files'),
    shell: counter.over(new FakeShell(), 'shell'),
    imageStore: counter.over(memoryStores().images, 'images'),
    journal: counter.over(journal, 'journal'),
    memory,
    tools: new Map(tools.map(tool => [tool.name, tool]))
  });
  const message = new AIMessage({
    content: '',
    tool_calls: Object.entries(CALLS).map(([name, args]) => ({
      id: `call-${name}`,
      name,
      args
    }))
  });
  let begun = 0;
  const graph = new StateGraph(Learnt) as unknown as LearntGraph;
  graph.addNode('review', async (_state, { configurable }) => {
    begun += 1;
    const answers: Record<string, unknown> = {};
    const calls = callsOfStep(message);
    for (const [index, call] of calls.entries()) {
      const { decision } = await decideInTurn(run, {
        call,
        later: calls.slice(index + 1),
        brokenBefore: false,
        request: { runtime: { configurable } }
      } as unknown as IGateCall);
      answers[call.id] = decision;
    }
    return { answers };
  });
  graph.addEdge(START, 'review' as never);
  graph.addEdge('review' as never, END);
  const pausing = new PausingGraph(graph);
  return {
    counter,
    graph: pausing,
    journal,
    /** Everything that would show that something was done. */
    traces: () => ({
      effects: [...counter.effects],
      told: [...events],
      memory: JSON.stringify(memory),
      notebook: notebook.actions.filter(({ type }) => type !== 'inspect')
        .length,
      turn: [...run.turn.effects]
    }),
    begun: () => begun,
    at: run.options.at
  };
}

it('what stands before our own pauses only looks, however often it runs: every tool, every kind of question', async () => {
  const { graph, traces, counter, journal, begun, at } = reviewed();
  const before = traces();
  const asked: string[] = [];
  const questions: string[] = [];
  let pending = await graph.run();
  while (pending.length > 0) {
    expect(traces()).toEqual(before);
    expect(pending).toHaveLength(1);
    const [{ interruptId, pending: card }] = pending;
    const kind = /^call-ask_(\w+)$/.exec(interruptId)?.[1];
    if (kind !== undefined) {
      questions.push(kind);
      const { answer } = CATALOGUE[kind as keyof typeof CATALOGUE];
      pending = await graph.answer(pending[0], answer);
      continue;
    }
    // A review: each card is made before the pause.
    const { cards } = card as unknown as { cards: IReviewCard[] };
    for (const { callId, hash, tool } of cards) {
      asked.push(tool);
      // Written to the journal directly: a click writes it, not the gate.
      await journal.decide(at, {
        callId,
        decision:
          tool === 'ask_user'
            ? { type: 'respond', message: 'This one.' }
            : { type: 'approve' },
        hash,
        by: 'person',
        time: 1
      });
    }
    pending = await graph.run(null);
  }
  expect(traces()).toEqual(before);
  expect(questions).toEqual(['confirm', 'option', 'form', 'custom']);
  expect(asked).toEqual(
    expect.arrayContaining([
      'jupyter_cell',
      'edit_cell',
      'run_cells',
      'restart_kernel',
      'run_scratch',
      'delete_cell',
      'write_file',
      'edit_file',
      'execute_command',
      'ask_user'
    ])
  );
  // It really did run again each time, and look each time.
  expect(begun()).toBeGreaterThan(4);
  expect(counter.looks).toBeGreaterThan(asked.length * begun());
  const { answers } = (await graph.state()).values;
  expect(Object.keys(answers).filter(id => answers[id] !== undefined)).toEqual(
    expect.arrayContaining(asked.map(tool => `call-${tool}`))
  );
});
