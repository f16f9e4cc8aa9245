import type { IReportNotebook } from '../../../contract';

const MAX_COUNT = 120;
const LINE = 160;

/**
 * A notebook's headings, and the first lines of cells; of a long notebook evenly,
 * headings first.
 */
export function notebookOutline({
  path,
  cells,
  kernel
}: IReportNotebook): string {
  const lines = cells.flatMap(({ type, source, outputs }) => {
    const first = source.trimStart().split('\n', 1)[0].slice(0, LINE);
    return first === ''
      ? []
      : type === 'markdown'
        ? [first]
        : [`code: ${first}${outputs.length > 0 ? ' (has output)' : ''}`];
  });
  return [
    `${path}, ${cells.length} cells${kernel ? `, ${kernel.name}` : ''}`,
    ...(lines.length > MAX_COUNT ? sampled(lines) : lines)
  ].join('\n');
}

function sampled(lines: readonly string[]): string[] {
  const at = lines.map((_, index) => index);
  const headings = at.filter(index => lines[index].startsWith('#'));
  const others = at.filter(index => !lines[index].startsWith('#'));
  const shown = new Set([
    ...evenly(headings, MAX_COUNT),
    ...evenly(others, Math.max(0, MAX_COUNT - headings.length))
  ]);
  return [
    ...lines.filter((_, index) => shown.has(index)),
    `(${lines.length - shown.size} more lines are left out, evenly)`
  ];
}

function evenly<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, all.length / most);
  return all.filter(
    (_, at) => most > 0 && Math.floor(at / step) !== Math.floor((at - 1) / step)
  );
}
