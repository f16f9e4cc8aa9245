import type { PythonProcess } from './python-process';

/**
 * What is made of a kernel's answers to our own code, each of them known before
 * it is asked for: what waits for a kernel for a moment only is no race with
 * Python on a slow machine.
 *
 * @param make asks the kernel; called again, with more answers, until it gets
 * all that it asks for.
 */
export async function answeredBeforehand<T>(
  python: Pick<PythonProcess, 'inspect'>,
  make: (onInspect: (code: string) => string) => Promise<T>
): Promise<T> {
  const known = new Map<string, string>();
  for (;;) {
    const asked: string[] = [];
    const created = await make(code => {
      const answer = known.get(code);
      if (answer === undefined) {
        asked.push(code);
      }
      return answer ?? '';
    });
    if (asked.length === 0) {
      return created;
    }
    for (const code of asked) {
      known.set(code, await python.inspect(code));
    }
  }
}
