import { AIMessage, ToolMessage } from '@langchain/core/messages';

import {
  DEFAULT_SETTINGS,
  ENGLISH,
  planStep,
  type ICallRecord
} from '../../contract';
import { newMemory } from '../../engine/run-context/agent-memory';
import type {
  IStepAgentOptions,
  IWorkflowHost
} from '../../engine/run-context/workflow';
import type { PlanStateValue } from './plan-state';
import { runStep } from './run-step';

const CALLS = ['before', 'read', 'ran'];

const RECORDS: Record<string, Partial<ICallRecord>> = {
  read: {
    effects: [],
    outcome: { callId: 'read', state: 'done', text: '', ms: 7, time: 0 }
  },
  ran: {
    effects: [{ kind: 'run', cellId: 'cell-1' } as never],
    outcome: {
      callId: 'ran',
      state: 'done',
      text: '',
      ms: 20,
      ranArgs: { code: 'edited' },
      time: 0
    }
  }
};

/** A step that failed before, by an agent that makes these calls. */
async function run() {
  const asked: (string | undefined)[] = [];
  const host = {
    run: {
      signal: new AbortController().signal,
      options: {
        at: { threadId: 't', branch: '' },
        memory: newMemory(),
        settings: () => DEFAULT_SETTINGS,
        trans: ENGLISH,
        journal: { call: async (_: unknown, id: string) => RECORDS[id] }
      }
    },
    facts: async () => 'Kernel: Python 3.',
    agent: ({ about }: IStepAgentOptions) => {
      asked.push(about);
      return {
        invoke: async () => [
          new AIMessage({
            content: '',
            tool_calls: CALLS.map(id => ({
              id,
              name: `tool ${id}`,
              args: { id }
            }))
          }),
          ...CALLS.map(
            id =>
              new ToolMessage({ content: `Answer to ${id}.`, tool_call_id: id })
          )
        ]
      };
    }
  } as unknown as IWorkflowHost;
  const state: Partial<PlanStateValue> = {
    plan: [
      planStep.parse({
        id: 's1',
        title: 'Load',
        does: 'Reads the file.',
        worked: 'It is there.'
      })
    ],
    at: 's1',
    enhanced: 'Analyse the penguins',
    outcomes: {},
    words: {},
    failures: { s1: ['It found the issue tracker.'] },
    prepared: [{ name: 'read_file', arguments: { path: 'a.csv' } } as never]
  };
  const work = await runStep(
    host,
    state as PlanStateValue,
    { beside: false, last: false },
    {}
  );
  return { asked, work };
}

it('what a step did is read in the journal', async () => {
  const { work } = await run();
  expect(work.cells).toEqual(['cell-1']);
  expect(
    work.calls.map(({ tool, ms, arguments: args }) => [tool, ms, args])
  ).toEqual([
    ['tool before', 0, { id: 'before' }],
    ['tool read', 7, { id: 'read' }],
    ['tool ran', 20, { code: 'edited' }]
  ]);
});

it('tools for a step are looked for by its own words, and not by those around them', async () => {
  const { asked } = await run();
  expect(asked).toEqual([
    'Load\nReads the file.\nread_file\nAnalyse the penguins'
  ]);
});
