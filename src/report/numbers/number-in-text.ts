/** One way to read a number. */
export interface IReading {
  value: number;
  /** The value of one unit in the last digit that is written. */
  place: number;
  /** Number of significant digits. */
  digits: number;
}

/** A number, or a date, in a text. */
export interface INumberInText {
  /** As written, with sign, scale and `%`. */
  text: string;
  start: number;
  end: number;
  /** `literal`: a date, a time or a version, which is compared as text. */
  kind: 'number' | 'literal';
  /** More than one if its language makes it ambiguous; none for a literal. */
  readings: IReading[];
  /** Whether it has a sign. */
  signed: boolean;
  /** For percent or per mille; 1 for other numbers. */
  per: 1 | 100 | 1000;
}
