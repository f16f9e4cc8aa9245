import type { PlanResults } from '../../contract';
import type { IPanelServices } from '../state/panel-services';
import type { IPlanItem } from '../state/thread-items';
import { withCellLabels } from '../text/with-cell-labels';
import { saveFile } from './save-file';

export interface ISavePlanOptions {
  services: Pick<IPanelServices, 'agent' | 'trans'>;
  threadId: string;
  labelOf(cellId: string): string | null;
  announce(text: string): void;
}

/**
 * Offers the stored results of a plan's steps as a download. As JSON there is
 * always something: if nothing is stored, what this page knows.
 */
export async function savePlanResults(
  { plan, task, steps, states }: IPlanItem,
  file: PlanResults,
  { services: { agent, trans }, threadId, labelOf, announce }: ISavePlanOptions
): Promise<void> {
  let kept: string | undefined;
  try {
    kept = await agent.past.planFile(threadId, plan, file);
  } catch (error) {
    console.warn('Cellwright: results of a plan could not be read', error);
  }
  if (file === 'results.json') {
    const known = { task, plan: steps, outcomes: states };
    saveFile(
      'plan-results.json',
      kept ?? `${JSON.stringify(known, null, 2)}\n`,
      'application/json'
    );
    if (kept === undefined) {
      announce(
        trans.__(
          'The full results of this plan could not be read. The file contains a short version.'
        )
      );
    }
  } else if (kept === undefined) {
    announce(
      trans.__(
        'The results of this plan could not be read as Markdown. Save them as JSON instead.'
      )
    );
  } else {
    saveFile('plan-results.md', withCellLabels(kept, labelOf), 'text/markdown');
  }
}
