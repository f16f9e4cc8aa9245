import type { ITool } from '../../contract';

/** How many tools there are from each source, for a model. */
export function toolsOverview(tools: Iterable<ITool>): string {
  const counts = new Map<string, number>();
  for (const { server = 'other' } of tools) {
    counts.set(server, (counts.get(server) ?? 0) + 1);
  }
  const list = Array.from(counts, ([server, n]) => `${server} (${n})`);
  return list.length === 0
    ? 'Nothing is connected now.'
    : `There are tools of: ${list.slice(0, 30).join(', ')}.`;
}
