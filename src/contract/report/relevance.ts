/** How well pieces of text answer a question. */
export interface IRelevance {
  /** @returns for each piece a number from 0 to 1, in their order. */
  rank(
    question: string,
    pieces: readonly { id: string; text: string }[]
  ): Promise<readonly number[]>;
}
