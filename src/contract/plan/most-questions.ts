/** Maximum number of questions on a clarification card. */
export const MOST_QUESTIONS = 3;
