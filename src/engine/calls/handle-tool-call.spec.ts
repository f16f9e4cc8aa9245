import { ToolMessage } from '@langchain/core/messages';
import type { ToolCallHandler } from 'langchain';

import {
  DEFAULT_POLICY,
  type Decision,
  type ICallRecord,
  type IDecisionRecord,
  type IJournal,
  type ITool
} from '../../contract';
import { SerialQueue } from '../../contract/util/serial-queue';
import { FakeNotebook } from '../../testing/fake-notebook';
import { TOOLS } from '../../tools';
import { plainTool } from '../stories/plain-tools';
import { runOf } from '../stories/run-of';
import type { IGateCall, ICallAnswer } from './call-context';
import { handleToolCall } from './handle-tool-call';
import { reviewCall } from './review-call';

const ALLOWED = {
  policy: {
    ...DEFAULT_POLICY,
    effects: { ...DEFAULT_POLICY.effects, execute: 'allow', edit: 'allow' }
  }
} as const;

/** LangChain's node: it runs the tool that the gate gives it. */
const runsTool: ToolCallHandler = async ({ tool }) => {
  const { invoke } = tool as unknown as {
    invoke(input: unknown, runtime: { config: object }): Promise<string>;
  };
  const content = await invoke({}, { config: {} });
  return new ToolMessage({ content, tool_call_id: '' });
};

interface IMeanwhile {
  notebook: FakeNotebook;
  journal: IJournal;
  /** What it was approved by. */
  record: IDecisionRecord;
}

/**
 * Approves a call whose turn on the notebook has not come, and lets it have its
 * turn after `meanwhile`.
 *
 * @param attempts how often the run was repeated while it waited.
 */
async function waiting(
  tool: ITool,
  args: Record<string, unknown>,
  {
    by = 'person',
    attempts = 1,
    known,
    meanwhile
  }: {
    by?: IDecisionRecord['by'];
    attempts?: number;
    known?: ICallRecord;
    meanwhile?(things: IMeanwhile): unknown;
  }
): Promise<{ answers: ICallAnswer[]; notebook: FakeNotebook }> {
  const call = { id: 'call', name: tool.name, args };
  const queue = new SerialQueue();
  const notebook = new FakeNotebook({ cells: [{ id: 'a', source: 'x = 1' }] });
  const { run } = runOf(
    { queue, notebook, tools: new Map([[tool.name, tool]]) },
    by === 'person' ? {} : ALLOWED
  );
  const verdict = await reviewCall(run, call, true);
  const record: IDecisionRecord = {
    callId: call.id,
    decision: { type: 'approve' },
    hash: verdict.kind === 'go' ? verdict.mark : '',
    by,
    time: 1
  };
  await run.options.journal.decide(run.options.at, record);
  const gateCall = {
    call: { ...call, isAlone: true },
    later: [],
    brokenBefore: false,
    known,
    request: { toolCall: call, state: {}, runtime: {} },
    handler: runsTool
  };
  let release = (): void => undefined;
  const other = queue.run(
    () => new Promise<void>(resolve => (release = resolve))
  );
  const answers = Array.from({ length: attempts }, () =>
    handleToolCall(run, gateCall as unknown as IGateCall)
  );
  // So that each of them is in the lane.
  await new Promise(resolve => setTimeout(resolve, 5));
  await meanwhile?.({ notebook, journal: run.options.journal, record });
  release();
  await other;
  return { answers: await Promise.all(answers), notebook };
}

const tool = (name: string): ITool => TOOLS.find(each => each.name === name)!;

/** Inserts a cell, and does so once however often its call is repeated. */
const NOTE = plainTool('note', 'edit', {
  run: async ({ code }, { notebook }) => {
    await notebook.insertCell({ type: 'markdown', source: code });
    return { text: 'Inserted', ok: true, summary: 'Inserted it' };
  }
});

describe('A call that waits for its turn on the notebook', () => {
  it('is done once where the run is repeated meanwhile', async () => {
    const { answers, notebook } = await waiting(
      NOTE,
      { code: '# Title' },
      { attempts: 2 }
    );
    expect(answers).toMatchObject([{ state: 'done' }, { state: 'done' }]);
    expect(notebook.sources).toEqual(['x = 1', '# Title']);
  });

  it.each([
    ['began meanwhile', false],
    ['was begun by an earlier page', true]
  ])(
    'passes on what another attempt of it was answered: it %s',
    async (_, earlier) => {
      const begun = {
        callId: 'call',
        attempt: 0,
        decision: {
          callId: 'call',
          decision: { type: 'approve' },
          hash: 'h',
          by: 'person',
          time: 1
        },
        intent: {
          callId: 'call',
          hash: 'h',
          runId: 'run',
          tool: 'note',
          notebook: 'n',
          time: 1
        },
        effects: [
          { kind: 'insert', cellId: 'c', after: null, hash: 'h', time: 1 }
        ]
      } as const satisfies Partial<ICallRecord>;
      const outcome = {
        callId: 'call',
        state: 'failed',
        text: 'It said no.',
        shown: 'It said no',
        summary: 'Failed: “no”',
        broken: true,
        time: 2
      } as const;
      const { answers, notebook } = await waiting(
        NOTE,
        { code: '# Title' },
        {
          known: earlier
            ? { ...begun, effects: [...begun.effects] }
            : undefined,
          meanwhile: async ({ journal }) => {
            const at = { threadId: 'thread', branch: '' };
            await journal.intend(at, begun.intent, begun.decision);
            await journal.effect(at, 'call', begun.effects[0]);
            await journal.finish(at, outcome);
          }
        }
      );
      const { callId: __, time: ___, ...message } = outcome;
      expect(answers).toEqual([message]);
      expect(notebook.sources).toEqual(['x = 1']);
    }
  );

  it.each<[string, IDecisionRecord['by'], string, Record<string, unknown>]>([
    ['the code that was approved', 'person', 'run_cells', { cell_ids: ['a'] }],
    ['the code a rule allowed', 'rule', 'run_cells', { cell_ids: ['a'] }],
    ['the cell', 'person', 'edit_cell', { cell_id: 'a', code: 'x = 2' }],
    ['the cell', 'rule', 'edit_cell', { cell_id: 'a', code: 'x = 2' }],
    ['the cell', 'person', 'delete_cell', { cell_id: 'a' }]
  ])(
    'does nothing where somebody changes %s meanwhile: by a %s, %s',
    async (_, by, name, args) => {
      const { answers, notebook } = await waiting(tool(name), args, {
        by,
        meanwhile: ({ notebook }) => notebook.changeAsPerson('a', '!rm -rf ~')
      });
      expect(answers).toMatchObject([{ state: 'failed' }]);
      expect(notebook.sources).toEqual(['!rm -rf ~']);
      expect(notebook.actions.filter(({ type }) => type === 'run')).toEqual([]);
    }
  );

  it.each<[string, Decision, string[]]>([
    ['rejects', { type: 'reject', message: 'no' }, []],
    [
      'edits',
      {
        type: 'edit',
        editedAction: { name: NOTE.name, args: { code: '# Mine' } }
      },
      ['# Mine']
    ]
  ])(
    'is done as the person decides who %s it meanwhile, though a rule covers it',
    async (_, decision, sources) => {
      const { notebook } = await waiting(
        NOTE,
        { code: '# Title' },
        {
          by: 'rule',
          meanwhile: ({ journal, record }) =>
            journal.decide(
              { threadId: 'thread', branch: '' },
              { ...record, decision, by: 'person', time: 2 }
            )
        }
      );
      expect(notebook.sources.slice(1)).toEqual(sources);
    }
  );
});
