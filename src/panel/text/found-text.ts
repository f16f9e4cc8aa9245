import type { ITranslator } from '../../contract';

import type { IFoundThreads } from '../state/panel-state';
import { visibleName } from '../render/visible-text';

/** The question about conversations in a file beside the notebook. */
export function foundText(
  { file, waiting }: IFoundThreads,
  trans: ITranslator
): string {
  return trans._n(
    '%2 beside this notebook contains %1 conversation that was not written in this browser.',
    '%2 beside this notebook contains %1 conversations that were not written in this browser.',
    waiting,
    visibleName(file)
  );
}
