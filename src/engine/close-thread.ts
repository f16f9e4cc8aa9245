import type { AIMessage, BaseMessage } from '@langchain/core/messages';

import type { IJournal, RunOutcome } from '../contract';
import { answerDangling } from './dangling';
import type { AgentGraph } from './graph';

/**
 * Answers the calls in a thread's history that have no tool message: with what
 * they really did where the journal knows, else with why they were not run.
 */
export async function answerOpenCalls(
  { graph }: AgentGraph,
  threadId: string,
  journal: IJournal,
  outcome: RunOutcome
): Promise<void> {
  const config = { configurable: { thread_id: threadId } };
  const state = await graph.getState(config);
  const messages: BaseMessage[] = state.values.messages ?? [];
  const known = await knownOutcomes(messages, threadId, journal);
  const { added } = answerDangling(
    messages,
    ({ id }) =>
      known.get(id) ??
      (outcome === 'stopped'
        ? 'The person stopped the work; this call was cut short or did not run.'
        : 'The run ended before this call was answered; look before you repeat it.')
  );
  if (added.length > 0) {
    await graph.updateState(config, { messages: added }, 'tools');
  }
}

async function knownOutcomes(
  messages: BaseMessage[],
  threadId: string,
  journal: IJournal
): Promise<Map<string, string>> {
  // Only the last answer can have open calls: each end of a run closes them.
  const last = messages.findLast(message => message.type === 'ai');
  const known = new Map<string, string>();
  for (const { id } of (last as AIMessage | undefined)?.tool_calls ?? []) {
    const outcome = await journal.outcome(threadId, id as string);
    if (outcome) {
      known.set(outcome.callId, outcome.text);
    }
  }
  return known;
}
