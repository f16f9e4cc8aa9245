import type { ITranslator } from '../../contract';

/** What is said where an answer is none to what was asked. */
export function misfit(trans: ITranslator): { problem: string } {
  return { problem: trans.__('This answer does not fit the question.') };
}
