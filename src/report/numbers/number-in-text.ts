/** One way to read the digits of a number. */
export interface IReading {
  value: number;
  /** What one in the last place that is written stands for. */
  place: number;
  /** Digits that say something. */
  digits: number;
}

/** A number, or a date, as it stands in a text. */
export interface INumberInText {
  /** As it is written, with sign, scale and `%`. */
  text: string;
  start: number;
  end: number;
  /** `literal`: a date, a time or a version, compared as it is written. */
  kind: 'number' | 'literal';
  /** More than one where its language leaves it open; none of a literal. */
  readings: IReading[];
  /** A sign stands before it. */
  signed: boolean;
  /** Parts of a hundred or a thousand; 1 of others. */
  per: 1 | 100 | 1000;
}
