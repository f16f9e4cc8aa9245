import type { IEvidence, IEvidencePiece } from '../../../contract';

type Personal = IEvidencePiece['personal'][number];

/** From the sign on: what stands before it may be long. */
const ADDRESS =
  /(?<=[\p{L}\p{N}._%+-])@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/u;
/**
 * Only with a country or area code, since digits alone may be a measurement.
 */
const PHONE = /(?:\+\d{1,3}[ \d()/-]{6,16}\d|\(\d{2,5}\)[ \d/-]{5,14}\d)/;
/** Headings of columns that name people, in several languages. */
const NAMES =
  /^(?:(?:first|last|full|sur|family|given|user|patient|customer|client|employee|person)[ _-]?name|(?:vor|nach|benutzer)name|prénom|nom|nombre|apellidos?|name|naam|nome|cognome)$/i;

/**
 * What in a piece may identify a person. It is only pointed out; the reader
 * decides.
 */
export function personalData({ content }: IEvidence): Personal[] {
  const found = new Set<Personal>();
  const look = (text: string): void => {
    if (ADDRESS.test(text)) {
      found.add('e-mail');
    }
    if (PHONE.test(text)) {
      found.add('phone');
    }
  };
  switch (content.kind) {
    case 'table': {
      const { header, rows } = content.table;
      if (header.flat().some(cell => NAMES.test(cell.trim()))) {
        found.add('name');
      }
      rows.flat().forEach(look);
      break;
    }
    case 'plot':
      break;
    default:
      look(content.text);
  }
  return [...found];
}
