import type { BaseMessage } from '@langchain/core/messages';

import type { IBranch, IJournal, RunOutcome } from '../../contract';
import { answerDangling } from '../context/answer-dangling';
import type { AgentGraph } from './middleware-chain';
import { graphConfig } from '../run-context/graph-config';
import { toolMessage } from '../middleware/tool-gate';
import { callsOf, lastAnswer } from './graph-position';

/**
 * Answers the calls in a thread's history that have no tool message: with what
 * they really did if the journal knows, else with the reason why they were not
 * run.
 */
export async function answerOpenCalls(
  agent: AgentGraph,
  at: IBranch,
  { journal }: { journal: IJournal },
  outcome: RunOutcome
): Promise<void> {
  const { values, tasks } = await agent.graph.getState(graphConfig(at));
  const messages: BaseMessage[] = values.messages ?? [];
  // Only the last answer can have open calls, since every end of a run closes
  // them.
  const calls = await Promise.all(
    callsOf(lastAnswer(messages)).map(id => journal.call(at, id))
  );
  const { added } = answerDangling(messages, call => {
    const known = calls.find(each => each?.callId === call.id)?.outcome;
    return known
      ? toolMessage(call, known)
      : outcome === 'stopped'
        ? 'The person stopped the work; this call was cut short or did not run.'
        : 'The run ended before this call was answered; check before you repeat it.';
  });
  // What a node has added since the last checkpoint would come after the next
  // message, so it gets a checkpoint too.
  const isAhead = tasks.some(({ result }) => result !== undefined);
  if (added.length > 0 || isAhead) {
    await agent.graph.updateState(
      graphConfig(at),
      { messages: added },
      'tools'
    );
  }
}

/**
 * The messages of a branch, including those that nodes have added since its
 * last checkpoint.
 */
export async function messagesOf(
  { graph }: AgentGraph,
  at: IBranch
): Promise<BaseMessage[]> {
  const state = await graph.getState(graphConfig(at));
  return state.values.messages ?? [];
}
