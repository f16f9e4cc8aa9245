import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import type {
  InterruptRequest,
  PlanInterruptAnswer,
  ReportInterruptAnswer
} from '../../contract';
import { askPerson } from './ask-person';

/**
 * Pauses with a card of a plan or of a report. Pure, as all that stands before
 * it in a node.
 *
 * @returns 'none' where nobody answered.
 */
export function askOrNone<
  Answer extends PlanInterruptAnswer | ReportInterruptAnswer
>(
  { configurable }: LangGraphRunnableConfig,
  request: InterruptRequest
): Answer | 'none' {
  const answer = askPerson(configurable, request);
  // Its card checked that it fits, so it is an answer to that card.
  return 'action' in answer ? (answer as Answer) : 'none';
}
