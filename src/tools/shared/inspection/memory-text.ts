import type { IFrameMemory, IMemory } from './memory';
import { formatCount, formatSize } from '../text/format-size';

/** Memory use as a model reads it: one line per frame, then the machine. */
export function memoryText({
  frames,
  more,
  unknown,
  kernel,
  free
}: IMemory): string {
  return [
    ...frames.map(frameLine),
    ...(more.length > 0
      ? [`… ${formatCount(more.length)} more: ${more.slice(0, 50).join(', ')}`]
      : []),
    ...(unknown.length > 0 ? [`Not defined: ${unknown.join(', ')}.`] : []),
    `Kernel: ${amount(kernel)} in use. Free on its machine: ${amount(free)}.`
  ].join('\n');
}

/** `df: DataFrame, about 1.2 GB`, `plan: LazyFrame, lazy, not in …` */
function frameLine({
  name,
  type,
  bytes,
  estimated,
  note
}: IFrameMemory): string {
  const told =
    bytes === null ? '' : `${estimated ? 'about ' : ''}${formatSize(bytes)}`;
  return `${name}: ${[type, told, note ?? ''].filter(part => part !== '').join(', ')}`;
}

function amount(bytes: number | null): string {
  return bytes === null ? 'not known' : formatSize(bytes);
}
