/**
 * Numbers in a text, and the outputs that show them. Nobody is asked and
 * nothing is sent: it is all compared here.
 */
export {
  AnswerCheck,
  ownValues,
  proseOf,
  roleOf,
  withoutRowNumbers,
  type INumberSource
} from './answer-check';
export { findNumbers, type INumberInText } from './find-numbers';
export {
  closestValue,
  matchNumber,
  valuesIn,
  YEAR,
  type IMatch,
  type IValue,
  type IValues
} from './match-number';
export { formatOf, wholeNumber } from './read-digits';
