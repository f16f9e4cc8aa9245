/** Numbers side by side that are worth taking out. */
const RUN =
  /(?:(?<![\w.])[-+]?\d[\d_]*(?:\.\d*)?(?:[eE][-+]?\d+)?[ \t]*,[ \t]*){8,}/g;
/** Those of a run that stay: a call is known by its first arguments. */
const KEPT = 4;

/**
 * The code with spaces in the place of most numbers of a table, for the parser:
 * a tree of forty thousand numbers says no more than one of four. Every other
 * character stays where it was.
 */
export function withoutNumbers(code: string): string {
  return code.replace(RUN, run => {
    let at = 0;
    for (let kept = 0; kept < KEPT; kept++) {
      at = run.indexOf(',', at) + 1;
    }
    return run.slice(0, at) + ' '.repeat(run.length - at);
  });
}
