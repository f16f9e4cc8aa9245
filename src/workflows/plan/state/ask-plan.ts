import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import type { InterruptRequest, PlanInterruptAnswer } from '../../../contract';
import { askPerson } from '../../../engine/graph-interrupts/ask-person';

/**
 * Pauses with a card of a plan. Pure, as all that stands before it in a node.
 *
 * @returns 'none' where nobody answered.
 */
export function askPlan(
  { configurable }: LangGraphRunnableConfig,
  request: InterruptRequest
): PlanInterruptAnswer | 'none' {
  const answer = askPerson(configurable, request);
  // Its card checked that it fits: of a plan, where the card is one.
  return 'action' in answer ? (answer as PlanInterruptAnswer) : 'none';
}
