/** Above this many pairs of lines, what differs counts as replaced whole. */
const MAX_PAIRS = 1_000_000;

/** How many lines a change adds and removes. */
export function changedLines(
  before: string | null,
  after: string
): { added: number; removed: number } {
  const old = before ? before.split('\n') : [];
  const now = after ? after.split('\n') : [];
  let start = 0;
  while (start < old.length && old[start] === now[start]) {
    start++;
  }
  let oldEnd = old.length;
  let nowEnd = now.length;
  while (
    oldEnd > start &&
    nowEnd > start &&
    old[oldEnd - 1] === now[nowEnd - 1]
  ) {
    oldEnd--;
    nowEnd--;
  }
  const left = old.slice(start, oldEnd);
  const right = now.slice(start, nowEnd);
  // Length of the longest common subsequence, row by row.
  let row = new Array<number>(right.length + 1).fill(0);
  if (left.length * right.length <= MAX_PAIRS) {
    for (const line of left) {
      const next = [0];
      right.forEach((other, at) => {
        next.push(
          line === other ? row[at] + 1 : Math.max(row[at + 1], next[at])
        );
      });
      row = next;
    }
  }
  const same = row[right.length];
  return { added: right.length - same, removed: left.length - same };
}
