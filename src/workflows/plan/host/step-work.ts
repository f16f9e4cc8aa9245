import {
  AIMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';

import type { IWorkflowHost } from '../../../engine/run-context/workflow';
import { openEnvelope } from '../../../engine/tool-calls/envelope';
import { FINAL_ANSWER } from '../../../engine/tool-calls/review-call';
import type { IStepCall, IStepWork } from '../state/step-outcome';

/** What a step's agent did, from its messages and the journal. */
export async function stepWork(
  host: Pick<IWorkflowHost, 'run' | 'onlyRead'>,
  messages: readonly BaseMessage[]
): Promise<IStepWork> {
  const { journal, at } = host.run.options;
  const answers = new Map(
    messages
      .filter(each => ToolMessage.isInstance(each))
      .map(each => [each.tool_call_id, each])
  );
  const calls: IStepCall[] = [];
  const cells = new Set<string>();
  let text = '';
  let requests = 0;
  for (const message of messages) {
    if (!AIMessage.isInstance(message)) {
      continue;
    }
    requests++;
    text = message.text.trim() || text;
    for (const { id = '', name, args } of message.tool_calls ?? []) {
      const answer = answers.get(id);
      if (name === FINAL_ANSWER) {
        text = typeof args.answer === 'string' ? args.answer : text;
        continue;
      }
      const read = host.onlyRead(id);
      const record = read ? undefined : await journal.call(at, id);
      const outcome = read ?? record?.outcome;
      if (!answer && !record) {
        // It waits for its card and has done nothing yet.
        continue;
      }
      let cell: string | undefined;
      for (const effect of record?.effects ?? []) {
        if ('cellId' in effect && effect.cellId !== null) {
          if (effect.kind === 'delete') {
            cells.delete(effect.cellId);
          } else {
            cells.add(effect.cellId);
            cell = effect.cellId;
          }
        }
      }
      calls.push({
        tool: name,
        isError: answer?.status === 'error',
        text: plain(answer?.text ?? ''),
        ms: outcome?.ms ?? 0,
        arguments: outcome?.ranArgs ?? args,
        ...(cell !== undefined && { cell })
      });
    }
  }
  return { calls, text, cells: [...cells], requests };
}

/** The text without the marks around data. */
function plain(text: string): string {
  return openEnvelope(text)?.inside ?? text;
}
