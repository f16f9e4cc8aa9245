import { AIMessage, ToolMessage } from '@langchain/core/messages';

import { ENGLISH, type ICallRecord } from '../../contract';
import type {
  IStepAgentOptions,
  IWorkflowHost
} from '../../engine/run-context/workflow';
import { newMemory } from '../../engine/run-context/agent-memory';
import { runStep } from './run-step';

const answerTo = (id: string): ToolMessage =>
  new ToolMessage({ content: `Answer to ${id}.`, tool_call_id: id });

it('what a step did is read in the journal', async () => {
  const records: Record<string, Partial<ICallRecord>> = {
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
  const host = {
    run: {
      signal: new AbortController().signal,
      options: {
        at: { threadId: 't', branch: '' },
        memory: newMemory(),
        settings: () => ({ privacy: { schemasOnly: false } }),
        trans: ENGLISH,
        journal: {
          call: async (_: unknown, id: string) => records[id]
        }
      }
    },
    facts: async () => '',
    tool: () => undefined,
    agent: () => ({
      invoke: async () => [
        new AIMessage({
          content: '',
          tool_calls: ['before', 'read', 'ran'].map(id => ({
            id,
            name: `tool ${id}`,
            args: { id }
          }))
        }),
        ...['before', 'read', 'ran'].map(answerTo)
      ]
    })
  } as unknown as IWorkflowHost;
  const work = await runStep(
    host,
    {
      step: { title: 'Load', does: '', worked: '' },
      tools: [],
      words: [],
      brief: ''
    } as never,
    {}
  );
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
  const asked: (string | undefined)[] = [];
  const host = {
    run: {
      signal: new AbortController().signal,
      options: {
        memory: newMemory(),
        settings: () => ({ privacy: { schemasOnly: false } }),
        trans: ENGLISH
      }
    },
    facts: async () => 'Kernel: Python 3.',
    agent: ({ about }: IStepAgentOptions) => {
      asked.push(about);
      return { invoke: async () => [] };
    }
  } as unknown as IWorkflowHost;
  await runStep(
    host,
    {
      step: { title: 'Load', does: 'Reads the file.', worked: 'It is there.' },
      task: 'Analyse the penguins',
      words: [],
      tools: [{ name: 'read_file', arguments: { path: 'penguins.csv' } }],
      brief: 'A step before found the issue tracker.',
      before: 'It failed.'
    } as never,
    {}
  );
  expect(asked).toEqual([
    'Load\nReads the file.\nread_file\nAnalyse the penguins'
  ]);
});
