/** A run of numbers long enough to be worth removing. */
const RUN =
  /(?:(?<![\w.])[-+]?\d[\d_]*(?:\.\d*)?(?:[eE][-+]?\d+)?[ \t]*,[ \t]*){8,}/g;
/** Numbers of a run that are kept: a call is recognised by its first arguments. */
const KEPT = 4;

/**
 * Replaces most numbers of a table with spaces, for the parser: a tree of forty
 * thousand numbers says no more than one of four. All other characters keep
 * their position.
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
