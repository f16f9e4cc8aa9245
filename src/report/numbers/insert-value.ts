import type { IEvidence } from '../../contract';
import { evidenceValues } from './evidence-values';

/**
 * A number of evidence as it is written into a text.
 *
 * @param name of `evidenceValues`.
 * @param format how many places behind the point, `1`, or as parts of a hundred,
 *   `1%`; empty for as it stands.
 * @param language whose decimal mark it gets where it is not as it stands.
 * @returns null where the evidence has no such value.
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
  // What stands there as parts of a hundred is read so as well, as the last one.
  const number = value.readings[percent ? value.readings.length - 1 : 0].value;
  const text = formatter(language, places, percent).format(number);
  return { text, from: text === value.text ? null : value.text };
}

function formatter(
  language: string,
  places: number,
  percent: boolean
): Intl.NumberFormat {
  const options: Intl.NumberFormatOptions = {
    style: percent ? 'percent' : 'decimal',
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    numberingSystem: 'latn'
  };
  try {
    return new Intl.NumberFormat(language, options);
  } catch {
    // A model may name a language that is none.
    return new Intl.NumberFormat('en', options);
  }
}
