import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import type {
  InterruptRequest,
  ReportInterruptAnswer
} from '../../../contract';
import { askPerson } from '../../../engine/graph-interrupts/ask-person';

/**
 * Pauses with a card of a report. Pure, as all that stands before it in a node.
 *
 * @returns 'none' where nobody answered.
 */
export function askReport(
  { configurable }: LangGraphRunnableConfig,
  request: InterruptRequest
): ReportInterruptAnswer | 'none' {
  const answer = askPerson(configurable, request);
  // Its card checked that it fits: of a report, where the card is one.
  return 'action' in answer ? (answer as ReportInterruptAnswer) : 'none';
}
