import type { IEvidence } from '../../contract';
import { formatOf } from '../../numbers';
import { evidenceValues } from './evidence-values';

/** `1`, `1%`, `abs`, `abs1`, and `,.1f` as Python has it. */
const FORMAT = /^(abs)?,?\.?(\d{0,2})f?(%?)$/;

/** A number as programs print it, and its decimal places. */
const PRINTED =
  /^[-+\u2212]?(?:\d{1,3}(?:,\d{3})+|0|[1-9]\d{0,14})(?:\.(\d{1,18}))?$/;

/**
 * A number of evidence as the document's readers write it.
 *
 * @param name of `evidenceValues`.
 * @param format number of decimal places, as a percentage, without its sign;
 * empty for all its digits. A year stays as it is.
 * @returns null if the evidence has no such value, or there is no such format.
 */
export function insertValue(
  evidence: IEvidence,
  name: string,
  format: string,
  language: string
): { text: string; from: string | null } | null {
  const value = evidenceValues(evidence).values.find(
    each => each.name === name
  );
  const [match, abs, digits, percent] = FORMAT.exec(format) ?? [];
  if (value === undefined || match === undefined) {
    return null;
  }
  const printed = PRINTED.exec(value.text);
  if (digits === '' && !percent && (!printed || value.exact || value.isId)) {
    return {
      text: abs ? value.text.replace(/^[-+\u2212]/, '') : value.text,
      from: null
    };
  }
  const places = digits
    ? Math.min(12, Number(digits))
    : percent
      ? 0
      : (printed?.[1]?.length ?? 0);
  // A value that is a percentage already has its fraction as the last reading.
  const number = value.readings[percent ? value.readings.length - 1 : 0].value;
  const options: Intl.NumberFormatOptions = {
    style: percent ? 'percent' : 'decimal',
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    numberingSystem: 'latn'
  };
  const text = (
    formatOf(language, options) ?? new Intl.NumberFormat('en', options)
  ).format(abs ? Math.abs(number) : number);
  return { text, from: text === value.text ? null : value.text };
}
