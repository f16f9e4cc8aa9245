/** Nodes examined for one question; no hand-written code needs more. */
export const FAR_ENOUGH = 200;

/** How many times a name that stands for another name is followed. */
export const HOPS = 4;
