import type { IEvidence } from '../../contract';
import {
  evidenceValues,
  type IEvidenceValue,
  type IEvidenceValues
} from './evidence-values';
import type { INumberInText, IReading } from './number-in-text';

/** The place in the evidence where a number was found. */
export interface INumberMatch {
  how: 'exact' | 'rounded';
  id: string;
  /** Name of the value; null for a date or a version. */
  name: string | null;
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

/**
 * The value in the evidence that a number equals, or is rounded from.
 *
 * @param evidence searched in this order: first the pieces the sentence refers
 * to.
 */
export function matchNumber(
  number: INumberInText,
  evidence: readonly IEvidence[]
): INumberMatch | null {
  let rounded: INumberMatch | null = null;
  for (const each of evidence) {
    const found = matchIn(number, evidenceValues(each), each.id);
    if (found?.how === 'exact') {
      return found;
    }
    rounded ??= found;
  }
  return rounded;
}

/** The value that was probably meant, if a number is wrong. */
export function closestValue(
  number: INumberInText,
  evidence: readonly IEvidence[]
): { id: string; name: string; text: string } | null {
  let best = NEAR;
  let closest: { id: string; name: string; text: string } | null = null;
  for (const { each, value } of evidence.flatMap(each =>
    evidenceValues(each).values.map(value => ({ each, value }))
  )) {
    for (const { told, found } of pairs(number, value)) {
      const off = distance(told.value, found.value);
      if (off < best) {
        best = off;
        closest = { id: each.id, name: value.name, text: value.text };
      }
    }
  }
  return closest;
}

function matchIn(
  number: INumberInText,
  { values, literals }: IEvidenceValues,
  id: string
): INumberMatch | null {
  if (number.kind === 'literal') {
    return [...literals].some(literal => holdsLiteral(literal, number.text))
      ? { how: 'exact', id, name: null, text: number.text }
      : null;
  }
  let rounded: INumberMatch | null = null;
  for (const value of values) {
    const how = matchValue(number, value);
    if (how === 'exact') {
      return { how, id, name: value.name, text: value.text };
    }
    if (how === 'rounded') {
      rounded ??= { how, id, name: value.name, text: value.text };
    }
  }
  return rounded;
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

function matchValue(
  number: INumberInText,
  value: IEvidenceValue
): 'exact' | 'rounded' | null {
  let rounded = false;
  for (const { told, found } of pairs(number, value)) {
    const off = Math.abs(told.value - found.value);
    const size = Math.max(Math.abs(told.value), Math.abs(found.value));
    if (off <= size * 1e-9) {
      return 'exact';
    }
    rounded ||= isRounding(told, found, off);
  }
  return rounded ? 'rounded' : null;
}

function isRounding(told: IReading, found: IReading, off: number): boolean {
  // A number with more digits than the evidence was not rounded from it.
  if (told.place < found.place) {
    return false;
  }
  const relative = distance(told.value, found.value);
  if (off <= told.place * 0.5 * (1 + 1e-9)) {
    return told.digits > 1 || relative <= ROUGH;
  }
  const zeros = /0+$/.exec(String(Math.round(told.value / told.place)))?.[0];
  return (
    zeros !== undefined &&
    told.place >= 1 &&
    off <= told.place * 10 ** zeros.length * 0.5 * (1 + 1e-9) &&
    relative <= ROUND_NUMBER
  );
}

function distance(told: number, found: number): number {
  return told === found
    ? 0
    : Math.abs(told - found) / Math.max(Math.abs(found), Number.MIN_VALUE);
}

/**
 * All combinations of readings of both numbers. A decrease may be mentioned
 * without its minus sign, but a sign that is written counts.
 */
function pairs(
  { readings, per, signed }: INumberInText,
  value: IEvidenceValue
): { told: IReading; found: IReading }[] {
  return readings
    .flatMap(reading =>
      per === 1
        ? [reading]
        : [
            reading,
            {
              value: reading.value / per,
              place: reading.place / per,
              digits: reading.digits
            }
          ]
    )
    .flatMap(told =>
      value.readings.map(found => ({
        told,
        found:
          !signed && found.value < 0 ? { ...found, value: -found.value } : found
      }))
    );
}
