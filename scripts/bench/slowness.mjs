/**
 * ms that the work below takes on the machine on which the limits in ms were
 * set. Taken from one on which it takes 50, and a step of a bare `createAgent`
 * 18 to 20, where it took 8 to 9 on that machine.
 */
const USUAL = 24;
const ROUNDS = 15;

/**
 * How many times slower this machine is than that one; at least 1. Limits in ms
 * are multiplied by it, because machines of the same kind differ by a factor of
 * two.
 */
export function slowness() {
  const times = Array.from({ length: ROUNDS }, () => {
    const begin = performance.now();
    work();
    return performance.now() - begin;
  });
  return Math.max(1, Math.min(...times) / USUAL);
}

/** Some of what a page does: objects, text, sorting. */
function work() {
  const items = Array.from({ length: 20_000 }, (_, at) => ({
    id: `item ${(at * 7919) % 20_011}`,
    values: [at, at / 3, null],
    text: 'word '.repeat(at % 20)
  }));
  const read = JSON.parse(JSON.stringify(items));
  read.sort((one, other) => (one.id < other.id ? -1 : 1));
  return read.filter(({ text }) => /(?:word ){5}$/.test(text)).length;
}
