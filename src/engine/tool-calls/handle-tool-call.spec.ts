import type { ToolMessage } from '@langchain/core/messages';

import type { IDecisionRecord, ITool } from '../../contract';
import { SerialQueue } from '../../contract/util/serial-queue';
import { FakeNotebook } from '../../testing/fake-notebook';
import { plainTool } from '../stories/plain-tools';
import { runOf } from '../stories/run-of';
import type { GateRequest, IGateCall } from './gate-call';
import { handleToolCall } from './handle-tool-call';
import { invokeTool } from './invoke-tool';
import { reviewCall } from './review-call';

const CALL = { id: 'call', name: 'note', args: { code: '# Title' } };

/** Inserts a cell, and does so once however often its call is repeated. */
function noteTool(): ITool {
  return plainTool('note', 'edit', {
    run: async ({ code }, { notebook }) => {
      await notebook.insertCell({ type: 'markdown', source: code });
      return { text: 'Inserted', ok: true, summary: 'Inserted it' };
    }
  });
}

it('does the effects of a call once where the run is repeated while an attempt waits for its turn', async () => {
  const lane = new SerialQueue();
  const notebook = new FakeNotebook({ cells: [{ id: 'a', source: 'x' }] });
  const tool = noteTool();
  const tools = new Map([[tool.name, tool]]);
  const { run } = runOf({ lane, notebook, tools });
  const verdict = await reviewCall(run, CALL, true);
  const record: IDecisionRecord = {
    callId: 'call',
    decision: { type: 'approve' },
    hash: verdict.kind === 'go' ? verdict.binding.mark : '',
    by: 'person',
    time: 1
  };
  const writer = (): void => undefined;
  const gateCall = {
    call: CALL,
    isAlone: true,
    brokenBefore: false,
    request: { toolCall: CALL, state: { decisions: { call: record } } },
    handler: async ({ toolCall: { args } }: GateRequest) =>
      ({
        artifact: await invokeTool(run, tool, 'call', { args, writer })
      }) as unknown as ToolMessage,
    writer
  };
  let release = (): void => undefined;
  const other = lane.run(
    () => new Promise<void>(resolve => (release = resolve))
  );
  const attempts = [1, 2].map(() =>
    handleToolCall(run, gateCall as unknown as IGateCall)
  );
  for (let turn = 0; turn < 50; turn++) {
    await Promise.resolve();
  }
  release();
  await other;
  expect(await Promise.all(attempts)).toMatchObject([
    { state: 'done' },
    { state: 'done' }
  ]);
  expect(notebook.sources).toEqual(['x', '# Title']);
});
