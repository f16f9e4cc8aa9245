/** Rates how well pieces of text answer a question. */
export interface IRelevance {
  /** @returns a number from 0 to 1 for each piece, in the same order. */
  rank(
    question: string,
    pieces: readonly { id: string; text: string }[]
  ): Promise<readonly number[]>;
}
