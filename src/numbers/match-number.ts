import { findNumbers, type INumberInText } from './find-numbers';
import { wholeNumber, type IReading } from './read-digits';

/** A number that a source shows. */
export interface IValue {
  /** The number as written there. */
  text: string;
  /** More than one if the number is ambiguous. */
  readings: IReading[];
  /** Part of a date, or like a year: nothing is rounded from it. */
  exact?: true;
}

/** The numbers of one source, an output for example. */
export interface IValues<V extends IValue = IValue> {
  values: V[];
  /** Dates, times and versions, as written there. */
  literals: ReadonlySet<string>;
}

/** How a number was found, and the value it comes from. */
export interface IMatch<V extends IValue = IValue> {
  how: 'exact' | 'rounded';
  /** Null for a date or a version. */
  value: V | null;
  /** The number as written there. */
  text: string;
}

/**
 * A wrong number is reported with the value that was probably meant, if that
 * differs by less than this share.
 */
const NEAR = 0.2;

/** A value rounded to one digit may not differ by more than this share. */
const ROUGH = 0.05;

/**
 * The largest difference, as a share, for whole numbers that were rounded to
 * zeros.
 */
const ROUND_NUMBER = 0.01;

/** As people write years; counts like that are rarely rounded. */
export const YEAR = /^(?:19|20)\d\d$/;

/**
 * The numbers a source shows.
 *
 * @param language programs write as in English; null if it may be any.
 */
export function valuesIn(text: string, language: string | null): IValues {
  const literals = new Set<string>();
  const values = findNumbers(text, language).flatMap((number): IValue[] => {
    const { readings, per } = number;
    if (number.kind === 'literal') {
      literals.add(number.text);
      // Its year may be mentioned without the day; a day is no count.
      const [year] = /(?<!\d)\d{4}(?!\d)/.exec(number.text) ?? [];
      return year === undefined
        ? []
        : [{ text: year, readings: [wholeNumber(year)], exact: true }];
    }
    return [
      {
        text: number.text,
        readings: [
          ...readings,
          ...(per === 1
            ? listed(number.text)
            : readings.map(each => divided(each, per)))
        ],
        ...(YEAR.test(number.text) && { exact: true })
      }
    ];
  });
  return { values, literals };
}

/** A program's `[100,200]` is not a hundred thousand. */
function listed(text: string): IReading[] {
  return /^\d{1,3}(,\d{3})+$/.test(text)
    ? text.split(',').map(wholeNumber)
    : [];
}

/** The value that a number equals, or else one that it is rounded from. */
export function matchNumber<V extends IValue>(
  number: INumberInText,
  { values, literals }: IValues<V>
): IMatch<V> | null {
  if (number.kind === 'literal') {
    return [...literals].some(literal => holdsLiteral(literal, number.text))
      ? { how: 'exact', value: null, text: number.text }
      : null;
  }
  let rounded: IEntry<V> | null = null;
  for (const reading of readingsOf(number)) {
    for (const entry of near(sorted(values), reading)) {
      const { value } = entry;
      const found = unsigned(entry.reading, number.signed);
      const off = Math.abs(reading.value - found.value);
      if (off <= Math.abs(found.value) * 1e-9) {
        return { how: 'exact', value, text: value.text };
      }
      if (
        entry.at < (rounded?.at ?? Infinity) &&
        !value.exact &&
        isRounding(reading, found, off)
      ) {
        rounded = entry;
      }
    }
  }
  return (
    rounded && {
      how: 'rounded',
      value: rounded.value,
      text: rounded.value.text
    }
  );
}

/** One reading of a value, and the position of the value. */
interface IEntry<V> {
  reading: IReading;
  value: V;
  at: number;
}

const known = new WeakMap<readonly IValue[], IEntry<IValue>[]>();

/** Readings by their size, so that a number meets only those near it. */
function sorted<V extends IValue>(values: readonly V[]): IEntry<V>[] {
  let entries = known.get(values) as IEntry<V>[] | undefined;
  if (!entries) {
    entries = values
      .flatMap((value, at) =>
        value.readings.map(reading => ({ reading, value, at }))
      )
      .sort((one, other) => size(one) - size(other) || one.at - other.at);
    known.set(values, entries);
  }
  return entries;
}

function size({ reading }: IEntry<unknown>): number {
  return Math.abs(reading.value);
}

/** All that a number may be rounded from, and some more. */
function* near<V>(
  entries: readonly IEntry<V>[],
  { value, place }: IReading
): Generator<IEntry<V>> {
  const reach = Math.max(place, Math.abs(value) * 2 * ROUND_NUMBER);
  const least = Math.abs(value) - reach;
  let low = 0;
  for (let high = entries.length; low < high;) {
    const middle = (low + high) >> 1;
    if (size(entries[middle]) < least) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  for (; low < entries.length; low++) {
    if (size(entries[low]) > Math.abs(value) + reach) {
      return;
    }
    yield entries[low];
  }
}

/** The value that was probably meant, and how far off it is. */
export function closestValue<V extends IValue>(
  number: INumberInText,
  { values }: IValues<V>,
  below = NEAR
): { value: V; off: number } | null {
  let closest: { value: V; off: number } | null = null;
  for (const value of values) {
    for (const reading of readingsOf(number)) {
      for (const found of value.readings) {
        const off = distance(
          reading.value,
          unsigned(found, number.signed).value
        );
        if (off < (closest?.off ?? below)) {
          closest = { value, off };
        }
      }
    }
  }
  return closest;
}

/**
 * `2026-11-22 10:05:00` holds `2026-11-22` and `10:05`; `12026-11-223` does
 * not.
 */
function holdsLiteral(literal: string, text: string): boolean {
  return (
    literal === text ||
    literal
      .split(/[T ]/)
      .some(part => part === text || part.startsWith(`${text}:`))
  );
}

function isRounding(stated: IReading, found: IReading, off: number): boolean {
  // A number with more digits than the evidence was not rounded from it.
  if (stated.place < found.place) {
    return false;
  }
  const relative = distance(stated.value, found.value);
  if (off <= stated.place * 0.5 * (1 + 1e-9)) {
    return stated.digits > 1 || relative <= ROUGH;
  }
  if (relative > ROUND_NUMBER || stated.place < 1) {
    return false;
  }
  const zeros = /(?<!0)0+$/.exec(
    String(Math.round(stated.value / stated.place))
  )?.[0];
  return (
    zeros !== undefined &&
    off <= stated.place * 10 ** zeros.length * 0.5 * (1 + 1e-9)
  );
}

function distance(reported: number, found: number): number {
  return reported === found
    ? 0
    : Math.abs(reported - found) / Math.max(Math.abs(found), Number.MIN_VALUE);
}

/** As it stands, and a percentage also as the share it is. */
function readingsOf({ readings, per }: INumberInText): IReading[] {
  return per === 1
    ? readings
    : readings.flatMap(each => [each, divided(each, per)]);
}

function divided({ value, place, digits }: IReading, per: number): IReading {
  return { value: value / per, place: place / per, digits };
}

/**
 * A decrease may be mentioned without its minus sign, but a sign that is
 * written counts.
 */
function unsigned(found: IReading, signed: boolean): IReading {
  return signed || found.value >= 0 ? found : { ...found, value: -found.value };
}
