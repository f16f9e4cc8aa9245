/** Nodes looked at for one question; nobody writes longer ones by hand. */
export const FAR_ENOUGH = 200;

/** Names that stand for names. */
export const HOPS = 4;
