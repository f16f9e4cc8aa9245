import type { IEvidence } from '../../contract';
import { findNumbers } from './find-numbers';
import type { IReading } from './number-in-text';

/** A number in a piece of evidence. */
export interface IEvidenceValue {
  /** `value`, `value2` … in a text; `r2c3`, `rows`, `columns` in a table. */
  name: string;
  /** The number as written there. */
  text: string;
  /** More than one if the number is ambiguous. */
  readings: IReading[];
}

export interface IEvidenceValues {
  values: IEvidenceValue[];
  /** Dates, times and versions, as written there. */
  literals: ReadonlySet<string>;
}

const known = new WeakMap<IEvidence, IEvidenceValues>();

/** All numbers in a piece of evidence, in order. */
export function evidenceValues(evidence: IEvidence): IEvidenceValues {
  let values = known.get(evidence);
  if (values === undefined) {
    values = read(evidence);
    known.set(evidence, values);
  }
  return values;
}

function read({ content }: IEvidence): IEvidenceValues {
  const literals = new Set<string>();
  const values: IEvidenceValue[] = [];
  switch (content.kind) {
    case 'text':
    case 'markdown':
    case 'error':
      inText(content.text, literals, languageOf(content.kind)).forEach(
        (value, index) =>
          values.push({
            ...value,
            name: index === 0 ? 'value' : `value${index + 1}`
          })
      );
      break;
    case 'table': {
      const { header, rows, size } = content.table;
      rows.forEach((row, at) =>
        row.forEach((cell, column) => {
          const [first, ...others] = inText(cell, literals);
          if (first !== undefined) {
            const name = `r${at + 1}c${column + 1}`;
            values.push({ ...first, name });
            others.forEach((value, index) =>
              values.push({ ...value, name: `${name}n${index + 2}` })
            );
          }
        })
      );
      header
        .flat()
        .flatMap(cell => inText(cell, literals))
        .forEach((value, index) =>
          values.push({ ...value, name: `h${index + 1}` })
        );
      values.push(
        ...counted('rows', size.rows),
        ...counted('columns', size.columns)
      );
      break;
    }
    case 'plot':
      break;
  }
  return { values, literals };
}

function counted(name: string, count: number | null): IEvidenceValue[] {
  return count === null
    ? []
    : [
        {
          name,
          text: String(count),
          readings: [{ value: count, place: 1, digits: String(count).length }]
        }
      ];
}

/** Programs write a decimal point; people follow their own language. */
function languageOf(kind: string): string | null {
  return kind === 'markdown' ? null : 'en';
}

function inText(
  text: string,
  literals: Set<string>,
  language: string | null = 'en'
): Omit<IEvidenceValue, 'name'>[] {
  return findNumbers(text, language).flatMap(number => {
    if (number.kind === 'literal') {
      literals.add(number.text);
      // Its year, month and day may be mentioned separately.
      return (/^\d+[-./]\d+[-./]\d+/.exec(number.text)?.[0] ?? '')
        .split(/[-./]/)
        .filter(part => part !== '')
        .map(part => ({ text: part, readings: [wholeNumber(part)] }));
    }
    const { readings, per } = number;
    return [
      {
        text: number.text,
        readings:
          per === 1
            ? [...readings, ...listed(number.text)]
            : [
                ...readings,
                ...readings.map(({ value, place, digits }) => ({
                  value: value / per,
                  place: place / per,
                  digits
                }))
              ]
      }
    ];
  });
}

/** A program's `[100,200]` is not a hundred thousand. */
function listed(text: string): IReading[] {
  return /^\d{1,3}(,\d{3})+$/.test(text)
    ? text.split(',').map(wholeNumber)
    : [];
}

function wholeNumber(text: string): IReading {
  return { value: Number(text), place: 1, digits: text.length };
}
