/** How many lines a change adds and removes, wherever they stand. */
export function changedLines(
  before: string | null,
  after: string
): { added: number; removed: number } {
  const counts = new Map<string, number>();
  const count = (text: string | null, by: number) =>
    text
      ?.split('\n')
      .forEach(line => counts.set(line, (counts.get(line) ?? 0) + by));
  count(after || null, 1);
  count(before || null, -1);
  const sum = (sign: number) =>
    [...counts.values()].reduce((all, n) => all + Math.max(0, sign * n), 0);
  return { added: sum(1), removed: sum(-1) };
}
