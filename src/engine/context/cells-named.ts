import { textParts } from '../../contract';
import type { CellNames } from '../../tools';

/** "[5]", "#5", "cell 5" */
const NUMBERS = /\[\d{1,5}\]|#\d{1,5}\b|\bcell \d{1,5}\b/gi;

/**
 * The cells of the notebook that a message names: by their marks, or by the
 * numbers that stand beside them.
 */
export function cellsNamed(
  text: string,
  names: Pick<CellNames, 'whole'>,
  ids: readonly string[]
): string[] {
  const marked = textParts(text).flatMap(part =>
    'cellId' in part ? part.cellId : []
  );
  const numbered = Array.from(text.matchAll(NUMBERS), ([number]) =>
    names.whole(number)
  );
  return [...new Set([...marked, ...numbered])].filter(id => ids.includes(id));
}
