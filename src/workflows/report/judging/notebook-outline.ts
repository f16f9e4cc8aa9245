import type { IReportNotebook } from '../../../contract';

const MOST = 120;
const LINE = 160;

/** A notebook's headings, and the comments at the beginning of cells. */
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
    ...lines.slice(0, MOST),
    ...(lines.length > MOST ? ['…'] : [])
  ].join('\n');
}
