import type { IEvidence } from '../../contract';
import {
  evidenceValues,
  type IEvidenceValue,
  type IEvidenceValues
} from './evidence-values';
import type { INumberInText, IReading } from './number-in-text';

/** Where a number of a text stands in evidence. */
export interface INumberMatch {
  how: 'exact' | 'rounded';
  id: string;
  /** Name of the value; null for a date or a version. */
  name: string | null;
  /** As it stands there. */
  text: string;
}

/** Nearer than that, a wrong number is told beside the one it may be meant for. */
const NEAR = 0.2;

/** Rounded to one digit, it may not be further off. */
const ROUGH = 0.05;

/** Whole numbers that end in zeros may be rounded to those, by that much. */
const ROUND_NUMBER = 0.01;

/**
 * The value that a number of a text is, or is a rounding of.
 *
 * @param evidence looked through in this order: what the sentence refers to first.
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

/** The value that a number may be meant for, where it is wrong. */
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

/** `2026-11-22` and `10:05` of `2026-11-22 10:05:00`; none of `12026-11-223`. */
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
  // What is finer than the evidence was not rounded from it.
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
 * Each way to read the one with each way to read the other. A fall may be told
 * without its sign; a sign that is written counts.
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
