import type { IPlanModel } from '../../plan/host-model';
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
