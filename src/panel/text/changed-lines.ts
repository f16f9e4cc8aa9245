/**
 * How many lines a change adds and removes, wherever they stand; of one that
 * only moves lines, how many stand elsewhere then.
 */
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
  const [added, removed] = [sum(1), sum(-1)];
  if (added + removed > 0 || before === null) {
    return { added, removed };
  }
  const old = before.split('\n');
  const moved = after.split('\n').filter((line, at) => line !== old[at]).length;
  return { added: moved, removed: moved };
}
