import {
  askStructured,
  type IStructuredRequest
} from '../../plan/ask-structured';
import type { IPlanModel } from '../../plan/host-model';
import { requestMessages } from '../../plan/texts';
import type { IReportPorts } from './report-ports';

/**
 * Thrown if "Schemas only" was switched on after a request with values was
 * prepared.
 */
class WithheldError extends Error {}

/**
 * Asks a model under the privacy setting at the moment the request leaves: if
 * the person switches on "Schemas only" after a request with values was
 * prepared, it is prepared again without them.
 *
 * @param ask prepares the request, with or without values, and sends it.
 */
export async function askAsAllowed<T>(
  { model, schemasOnly }: Pick<IReportPorts, 'model' | 'schemasOnly'>,
  ask: (model: IPlanModel, withheld: boolean) => Promise<T>
): Promise<T> {
  for (;;) {
    const withheld = schemasOnly();
    try {
      return await ask(
        {
          has: () => model.has(),
          ask: async (...request) => {
            // Loads what the request needs first, so that it leaves right after
            // the check.
            await model.has();
            if (!withheld && schemasOnly()) {
              throw new WithheldError('Values are withheld by now.');
            }
            return model.ask(...request);
          }
        },
        withheld
      );
    } catch (error) {
      if (!(error instanceof WithheldError)) {
        throw error;
      }
    }
  }
}

/**
 * Asks for something that a report can do without.
 *
 * @param prompt the request, with or without values; null if none may be sent.
 * @returns null if no answer could be used, undefined if the request failed.
 */
export async function askIfPossible<T>(
  ports: Pick<IReportPorts, 'model' | 'schemasOnly' | 'standingInstructions'>,
  {
    instructions,
    prompt,
    ...request
  }: Omit<IStructuredRequest<T>, 'messages'> & {
    instructions: string;
    prompt(schemasOnly: boolean): string | null;
  }
): Promise<T | null | undefined> {
  try {
    return await askAsAllowed(ports, async (model, schemasOnly) => {
      const text = prompt(schemasOnly);
      const common = ports.standingInstructions();
      return text === null
        ? null
        : askStructured(model, {
            ...request,
            messages: requestMessages(common, instructions, text)
          });
    });
  } catch (error) {
    request.signal?.throwIfAborted();
    console.warn(`Cellwright: ${request.name} was not answered`, error);
    return undefined;
  }
}
