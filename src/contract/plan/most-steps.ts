/** Steps of a plan at most. */
export const MOST_STEPS = 12;
