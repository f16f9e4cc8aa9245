import { useCallback, useEffect, useRef, useState } from 'react';

/** What a page reads. */
export interface IQuery<T> {
  /** The last answer; null before the first one. */
  data: T | null;
  failed: boolean;
  reload(): void;
}

/** Asks at first and when one of `keys` changes, and drops stale answers. */
export function useQuery<T>(
  ask: () => Promise<T>,
  keys: readonly (string | number | boolean | null | undefined)[]
): IQuery<T> {
  const [answer, setAnswer] = useState<{ data: T | null; failed: boolean }>({
    data: null,
    failed: false
  });
  const [revision, setRevision] = useState(0);
  const latest = useRef(ask);
  latest.current = ask;
  const key = JSON.stringify(keys);
  useEffect(() => {
    let isStale = false;
    latest.current().then(
      data => {
        if (!isStale) {
          setAnswer({ data, failed: false });
        }
      },
      (reason: unknown) => {
        console.warn('Cellwright could not read what a page shows.', reason);
        if (!isStale) {
          setAnswer(({ data }) => ({ data, failed: true }));
        }
      }
    );
    return () => {
      isStale = true;
    };
  }, [key, revision]);
  const reload = useCallback(() => setRevision(current => current + 1), []);
  return { ...answer, reload };
}

/** Does an action of a page; `problem` is why the last one failed. */
export type Attempt = (
  act: () => Promise<unknown>,
  sentence: string
) => Promise<void>;

export function useAttempt(): {
  problem: string | null;
  setProblem(problem: string | null): void;
  attempt: Attempt;
} {
  const [problem, setProblem] = useState<string | null>(null);
  const attempt: Attempt = async (act, sentence) => {
    setProblem(null);
    try {
      await act();
    } catch (reason) {
      console.warn('Cellwright could not do what a page offers.', reason);
      // A `ThreadError` has a message for the person.
      setProblem(
        reason instanceof Error && reason.name === 'ThreadError'
          ? reason.message
          : sentence
      );
    }
  };
  return { problem, setProblem, attempt };
}
