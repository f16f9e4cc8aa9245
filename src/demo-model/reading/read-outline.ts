/** A cell, as an outline line of `read_notebook` tells it. */
export interface IOutlineCell {
  id: string;
  type: string;
  /** Execution count. */
  count: string | null;
  /** First line, with what the outline says behind it. */
  first: string;
  /** Name of its error. */
  error: string | null;
}

/** A whole cell, as `read_notebook` tells it. */
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
