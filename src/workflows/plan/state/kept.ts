import type { IPlanPorts } from './plan-ports';
import type { PlanStateValue } from './plan-state';

/**
 * Keeps something of a plan. The work goes on where it cannot be kept.
 *
 * @returns what is to be said of it, unless it was said before.
 */
export async function kept(
  { shelf, trans }: Pick<IPlanPorts, 'shelf' | 'trans'>,
  name: string,
  { session, lines }: Pick<PlanStateValue, 'session' | 'lines'>,
  forms: { json: unknown; markdown: string }
): Promise<string[]> {
  const once = (text: string): string[] => (lines.includes(text) ? [] : [text]);
  try {
    const problem = await shelf.keep(session, name, forms);
    if (problem === null) {
      return [];
    }
    console.warn('Cellwright: files of a plan could not be written', problem);
    return once(
      trans.__(
        'The files of this plan could not be written beside the notebook. It is kept in this browser, and its summary can be saved as a file.'
      )
    );
  } catch (error) {
    console.warn('Cellwright: a plan could not be kept', name, error);
    return once(
      trans.__(
        'This plan could not be saved in the browser. It is lost if you close the page.'
      )
    );
  }
}
