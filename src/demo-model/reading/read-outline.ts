/** A cell, from an outline line of `read_notebook`. */
export interface IOutlineCell {
  id: string;
  type: string;
  /** Execution count. */
  count: string | null;
  /** First line, with the outline's remarks after it. */
  first: string;
  /** Name of its error. */
  error: string | null;
}

/** A complete cell, as `read_notebook` returns it. */
export interface IWholeCell {
  id: string;
  type: string;
  source: string;
  output: string;
}

export function readOutline(answer: string): IOutlineCell[] {
  return answer
    .split('\n')
    .slice(1)
    .map(line =>
      /^([\w-]{1,64}) (code|markdown|raw)(?: \[([\d,]+)\])? (.*)$/.exec(line)
    )
    .filter(match => match !== null)
    .map(([, id, type, count, rest]) => ({
      id,
      type,
      count: count ?? null,
      first: rest
        .replace(/ \([\d,]+ lines\).*$/, '')
        .replace(/ error: \w+$/, ''),
      error: / error: (\w+)$/.exec(rest)?.[1] ?? null
    }));
}

export function readWholeCell(answer: string): IWholeCell | null {
  const match =
    /^--- cell ([\w-]+), (code|markdown|raw)[^\n]*\n([\s\S]*)$/.exec(answer);
  if (!match) {
    return null;
  }
  const [source, output = ''] = match[3].split(/\n--- (?:output\n|no output)/);
  return { id: match[1], type: match[2], source, output };
}
