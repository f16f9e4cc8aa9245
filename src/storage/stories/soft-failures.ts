/**
 * Gives Jest's `expect` the `expect.soft` of Vitest, for which the validation
 * suite was written: a soft expectation that fails lets the test go on, and
 * fails it at its end.
 */
export function softFailures(): void {
  const failures: unknown[] = [];

  const softly = <T extends object>(matchers: T): T =>
    new Proxy(matchers, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member === 'object' && member !== null) {
          // `not`; nothing is awaited softly here.
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
