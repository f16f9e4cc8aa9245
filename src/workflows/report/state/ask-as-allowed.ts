import { isGraphBubbleUp } from '@langchain/langgraph/web';

import {
  askStructured,
  type IStructuredRequest
} from '../../plan/ask-structured';
import { requestMessages } from '../../plan/texts';
import type { IReportPorts } from './report-ports';

/**
 * Asks for something that a report can do without.
 *
 * @param prompt the request, with or without values.
 * @returns null if no answer could be used, undefined if the request failed.
 */
export async function askIfPossible<T>(
  {
    model,
    schemasOnly,
    standingInstructions
  }: Pick<IReportPorts, 'model' | 'schemasOnly' | 'standingInstructions'>,
  {
    instructions,
    prompt,
    ...request
  }: Omit<IStructuredRequest<T>, 'messages'> & {
    instructions: string;
    prompt(schemasOnly: boolean): string;
  }
): Promise<T | null | undefined> {
  try {
    return await askStructured(model, {
      ...request,
      messages: () =>
        requestMessages(
          standingInstructions(),
          instructions,
          prompt(schemasOnly())
        )
    });
  } catch (error) {
    request.signal?.throwIfAborted();
    if (isGraphBubbleUp(error)) {
      throw error;
    }
    console.warn(`Cellwright: ${request.name} was not answered`, error);
    return undefined;
  }
}
