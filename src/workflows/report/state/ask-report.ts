import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import type {
  InterruptRequest,
  ReportInterruptAnswer
} from '../../../contract';
import { askPerson } from '../../../engine/graph-interrupts/ask-person';

/**
 * Pauses with a card of a report. The code before it in a node must be pure.
 *
 * @returns 'none' if nobody answered.
 */
export function askReport(
  { configurable }: LangGraphRunnableConfig,
  request: InterruptRequest
): ReportInterruptAnswer | 'none' {
  const answer = askPerson(configurable, request);
  // The card has checked that the answer fits; for a card of a report it is a
  // report answer.
  return 'action' in answer ? (answer as ReportInterruptAnswer) : 'none';
}
