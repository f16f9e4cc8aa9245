import type { IEvidence } from '../../../contract';
import { evidenceValues } from '../../../report';

/** Two pieces that give two numbers for the same thing. */
export interface IContradiction {
  /** The name that both use. */
  of: string;
  one: { id: string; text: string };
  other: { id: string; text: string };
}

const MOST = 10;

/** The most characters of a line that names a number. */
const LONGEST_LINE = 500;

/**
 * Numbers with exactly the same name that differ between outputs. The name is a
 * row and a column of a table, or a line of text up to its number.
 */
export function contradictions(
  evidence: readonly IEvidence[]
): IContradiction[] {
  const first = new Map<string, { id: string; text: string }>();
  const found: IContradiction[] = [];
  const told = new Set<string>();
  for (const each of evidence) {
    for (const { name, text } of namedNumbers(each)) {
      const before = first.get(name);
      if (before === undefined) {
        first.set(name, { id: each.id, text });
      } else if (
        before.id !== each.id &&
        !isRounding(before.text, text) &&
        !told.has(name)
      ) {
        told.add(name);
        found.push({ of: name, one: before, other: { id: each.id, text } });
      }
    }
  }
  return found.slice(0, MOST);
}

function namedNumbers(evidence: IEvidence): { name: string; text: string }[] {
  const { content } = evidence;
  if (content.kind === 'table') {
    const { header, rows, labels } = content.table;
    const columns = header.at(-1) ?? [];
    return labels === 0
      ? []
      : evidenceValues(evidence).values.flatMap(({ name, text }) => {
          const [, row, column] = /^r(\d+)c(\d+)$/.exec(name) ?? [];
          const at = Number(column) - 1;
          const label = rows[Number(row) - 1]?.slice(0, labels).join(' ') ?? '';
          // A row that is only numbered has no name.
          return row === undefined || at < labels || /^\d*$/.test(label.trim())
            ? []
            : [{ name: `${label.trim()}, ${columns[at] ?? ''}`.trim(), text }];
        });
  }
  return content.kind === 'text'
    ? content.text.split('\n').flatMap(line => {
        const [, name, text] =
          /^([\p{L}][\p{L}\p{N} _()-]{2,60}?) ?[:=]? (-?\d[\d.,]{0,40}) ?\S{0,4}$/u.exec(
            line.length > LONGEST_LINE ? '' : line.trim().replace(/\s+/g, ' ')
          ) ?? [];
        return name === undefined ? [] : [{ name: name.trim(), text }];
      })
    : [];
}

/**
 * Whether two numbers are the same apart from rounding, like `4201.75` and
 * `4202`.
 */
function isRounding(one: string, other: string): boolean {
  const [a, b] = [one, other].map(text => Number(text.replaceAll(',', '')));
  if (!Number.isFinite(a) || !Number.isFinite(b)) {
    return one === other;
  }
  const places = Math.min(...[one, other].map(placesOf));
  return Math.abs(a - b) <= 0.5 * 10 ** -places + Number.EPSILON;
}

function placesOf(text: string): number {
  return /\.(\d+)$/.exec(text)?.[1].length ?? 0;
}
