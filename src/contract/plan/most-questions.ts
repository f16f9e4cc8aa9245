/** Questions on a clarification's card at most. */
export const MOST_QUESTIONS = 3;
