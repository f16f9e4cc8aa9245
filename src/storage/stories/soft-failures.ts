/**
 * Gives Jest's `expect` Vitest's `expect.soft`, which the validation suite
 * uses: a failed soft expectation lets the test continue and fails it at the
 * end.
 */
export function softFailures(): void {
  const failures: unknown[] = [];

  const softly = <T extends object>(matchers: T): T =>
    new Proxy(matchers, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member === 'object' && member !== null) {
          // `not`; no soft expectation is awaited here.
          return softly(member);
        }
        return typeof member !== 'function'
          ? member
          : (...args: unknown[]) => {
              try {
                return member.apply(target, args);
              } catch (error) {
                failures.push(error);
              }
            };
      }
    });

  Object.assign(expect, { soft: (actual: unknown) => softly(expect(actual)) });
  afterEach(() => {
    const [first] = failures.splice(0);
    if (first) {
      throw first;
    }
  });
}
