import type { IPlanModel } from '../../plan/asking/plan-model';
import type { IReportPorts } from './report-ports';

/** Values were withheld after a request with them was put together. */
class WithheldError extends Error {}

/**
 * Asks a model as the person allows it when the request leaves: where they turn
 * on "Schemas only" while one with values is on its way to it, it is put together
 * anew, without.
 *
 * @param ask puts the request together, with values or without, and asks.
 */
export async function askAsAllowed<T>(
  { schemasOnly }: Pick<IReportPorts, 'schemasOnly'>,
  model: IPlanModel,
  ask: (model: IPlanModel, withheld: boolean) => Promise<T>
): Promise<T> {
  for (;;) {
    const withheld = schemasOnly();
    try {
      return await ask(
        {
          has: () => model.has(),
          ask: async (...request) => {
            // Loads what the request needs, so that it leaves when it is looked at.
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
