import type { IEvidence } from '../../contract';
import { formatOf } from '../../numbers';
import { evidenceValues } from './evidence-values';

/**
 * A number of evidence in the form in which it is inserted into a text.
 *
 * @param name of `evidenceValues`.
 * @param format number of decimal places, `1`, or as a percentage, `1%`; empty
 * for the original form.
 * @param language that gives the decimal mark, unless the original form is
 * kept.
 * @returns null if the evidence has no such value.
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
  if (value === undefined) {
    return null;
  }
  if (format === '') {
    return { text: value.text, from: null };
  }
  const percent = format.endsWith('%');
  const places = Math.min(12, Number(format.replace('%', '') || 0));
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
  ).format(number);
  return { text, from: text === value.text ? null : value.text };
}
