import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import type { InterruptRequest, PlanInterruptAnswer } from '../../../contract';
import { askPerson } from '../../../engine/graph-interrupts/ask-person';

/**
 * Pauses with a card of a plan. The code before it in a node must be pure.
 *
 * @returns 'none' if nobody answered.
 */
export function askPlan(
  { configurable }: LangGraphRunnableConfig,
  request: InterruptRequest
): PlanInterruptAnswer | 'none' {
  const answer = askPerson(configurable, request);
  // The card has checked that the answer fits; for a card of a plan it is a
  // plan answer.
  return 'action' in answer ? (answer as PlanInterruptAnswer) : 'none';
}
