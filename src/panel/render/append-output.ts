/** Most characters kept of a running command's output. */
export const OUTPUT_KEPT = 20_000;

/** Appends to an output and keeps its end; cut at a line break if possible. */
export function appendOutput(before: string, more: string): string {
  const whole = before + more;
  if (whole.length <= OUTPUT_KEPT) {
    return whole;
  }
  const end = whole.slice(-OUTPUT_KEPT);
  const line = end.indexOf('\n');
  return line >= 0 && line < 1_000 ? end.slice(line + 1) : end;
}
