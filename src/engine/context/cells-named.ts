import { textParts, type ICellInfo } from '../../contract';

/** `[5]` and "cell 5" are counts, `#5` is a place, as the panel shows them. */
const NUMBERS = /\[(\d{1,5})\]|#(\d{1,5})\b|\bcell (\d{1,5})\b/gi;

/**
 * The cells of the notebook that a message names: by their marks, or by the
 * number beside them, if only one has it.
 */
export function cellsNamed(
  text: string,
  cells: readonly ICellInfo[]
): string[] {
  const marked = textParts(text).flatMap(part =>
    'cellId' in part ? part.cellId : []
  );
  const numbered = Array.from(
    text.matchAll(NUMBERS),
    ([, count, place, either]) => {
      const found = cells.filter(({ index, executionCount }) =>
        place === undefined
          ? executionCount === Number(count ?? either)
          : index + 1 === Number(place)
      );
      return found.length === 1 ? found[0].id : '';
    }
  );
  const ids = new Set(cells.map(({ id }) => id));
  return [...new Set([...marked, ...numbered])].filter(id => ids.has(id));
}
