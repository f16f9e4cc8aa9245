import type { ITranslator } from '../../contract';

/** The problem with an answer that does not fit its question. */
export function answerMisfit(trans: ITranslator): { problem: string } {
  return { problem: trans.__('This answer does not fit the question.') };
}
