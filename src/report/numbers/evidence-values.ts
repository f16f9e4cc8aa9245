import type { IEvidence } from '../../contract';
import {
  closestValue,
  matchNumber,
  proseOf,
  valuesIn,
  wholeNumber,
  withoutRowNumbers,
  YEAR,
  type INumberInText,
  type IValue,
  type IValues
} from '../../numbers';

/** A number in a piece of evidence. */
export interface IEvidenceValue extends IValue {
  /** `value`, `value2` … in a text; `r2c3`, `rows`, `columns` in a table. */
  name: string;
  /** It names its row, and is no result. */
  isId?: true;
}

/** The place in the evidence where a number was found. */
export interface IEvidenceMatch {
  how: 'exact' | 'rounded';
  id: string;
  /** Name of the value; null for a date or a version. */
  name: string | null;
  /** The number as written there. */
  text: string;
}

interface IKnown {
  all: IValues<IEvidenceValue>;
  /** Those that a text may state: not the numbers of rows. */
  results: IValues<IEvidenceValue>;
  /** Those of its code. */
  code: IValues<IValue>;
}

const known = new WeakMap<IEvidence, IKnown>();

function knownOf(evidence: IEvidence): IKnown {
  let found = known.get(evidence);
  if (found === undefined) {
    const all = read(evidence);
    const values = all.values.filter(({ isId }) => !isId);
    const code = valuesIn(evidence.code ?? '', 'en');
    found = { all, results: { ...all, values }, code };
    known.set(evidence, found);
  }
  return found;
}

/** All numbers in a piece of evidence, in order. */
export function evidenceValues(evidence: IEvidence): IValues<IEvidenceValue> {
  return knownOf(evidence).all;
}

/**
 * The value in the evidence that a number equals, or is rounded from.
 *
 * @param evidence searched in this order: first the pieces the sentence refers
 * to.
 */
export function matchEvidence(
  number: INumberInText,
  evidence: readonly IEvidence[]
): IEvidenceMatch | null {
  let rounded: IEvidenceMatch | null = null;
  for (const each of evidence) {
    const match = matchNumber(number, knownOf(each).results);
    if (match) {
      const { how, value, text } = match;
      const found = { how, id: each.id, name: value?.name ?? null, text };
      if (how === 'exact') {
        return found;
      }
      rounded ??= found;
    }
  }
  return rounded;
}

/**
 * The number in the code of a piece, as in `n_estimators=200`. It has no name,
 * and counts only as it stands there.
 *
 * @param evidence what the sentence refers to: other code has too many numbers.
 */
export function matchCode(
  number: INumberInText,
  evidence: readonly IEvidence[]
): IEvidenceMatch | null {
  for (const each of evidence) {
    const match = matchNumber(number, knownOf(each).code);
    if (match?.how === 'exact') {
      return { how: 'exact', id: each.id, name: null, text: match.text };
    }
  }
  return null;
}

/** The value that was probably meant, if a number is wrong. */
export function closestEvidence(
  number: INumberInText,
  evidence: readonly IEvidence[]
): { id: string; name: string; text: string } | null {
  let below: number | undefined;
  let closest: { id: string; name: string; text: string } | null = null;
  for (const each of evidence) {
    const found = closestValue(number, knownOf(each).results, below);
    if (found) {
      const { name, text } = found.value;
      below = found.off;
      closest = { id: each.id, name, text };
    }
  }
  return closest;
}

/**
 * A number without the digits that only tell how it is stored: a double has 15
 * decimal digits, and programs print `5241.679999999999` for 5241.68.
 */
export function withoutStoredDigits(text: string): string {
  if (!/^[-+]?\d{1,15}\.\d+$/.test(text)) {
    return text;
  }
  const short = String(Number(Number(text).toPrecision(15)));
  // A number that has all its digits, such as a time in ns, keeps them.
  return digitsOf(text) > 15 && digitsOf(short) < 13 && !short.includes('e')
    ? short
    : text;
}

/** How many digits a number has from the first that is not 0. */
export function digitsOf(number: string): number {
  return number.replace(/\D/g, '').replace(/^0+/, '').length;
}

function read({ content, source }: IEvidence): IValues<IEvidenceValue> {
  // What a model said is no source of a number.
  if (
    content.kind === 'plot' ||
    source.from === 'conversation' ||
    source.own === true
  ) {
    return { values: [], literals: new Set() };
  }
  if (content.kind !== 'table') {
    // Programs write a decimal point; people follow their own language.
    const { values, literals } =
      content.kind === 'markdown'
        ? valuesIn(proseOf(content.text), null)
        : valuesIn(withoutRowNumbers(content.text), 'en');
    return { values: named(values, at => `value${at || ''}`), literals };
  }
  const { header, rows, labels, size } = content.table;
  const literals = new Set<string>();
  const inCell = (cell: string): IValue[] => {
    const found = valuesIn(cell, 'en');
    found.literals.forEach(literal => literals.add(literal));
    return found.values;
  };
  const names = header.at(-1) ?? [];
  const isId = names.map(
    (name, column) =>
      /(?:^|[_\s])id$|[a-z]Id$|^Unnamed: 0$/i.test(name.trim()) ||
      // The numbers of rows have no name; years as labels count.
      (column < labels &&
        name.trim() === '' &&
        rows.every(row => /^\d*$|^…$|^\.+$/.test(row[column] ?? '')) &&
        !rows.every(row => YEAR.test(row[column] ?? '')))
  );
  const values = [
    ...rows.flatMap((row, at) =>
      row.flatMap((cell, column) => {
        const name = `r${at + 1}c${column + 1}`;
        return named(inCell(cell), at => (at ? `${name}n${at}` : name)).map(
          value => (isId[column] ? { ...value, isId: true as const } : value)
        );
      })
    ),
    ...named(header.flat().flatMap(inCell), at => `h${at || 1}`),
    ...counted('rows', size.rows),
    ...counted('columns', size.columns)
  ];
  return { values, literals };
}

/** @param name for a number by its position from 1; 0 for the first. */
function named(
  values: readonly IValue[],
  name: (at: number) => string
): IEvidenceValue[] {
  return values.map((value, index) => ({
    ...value,
    name: name(index && index + 1)
  }));
}

function counted(name: string, count: number | null): IEvidenceValue[] {
  const text = String(count);
  return count === null ? [] : [{ name, text, readings: [wholeNumber(text)] }];
}
