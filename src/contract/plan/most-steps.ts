/** Maximum number of steps in a plan. */
export const MOST_STEPS = 12;
