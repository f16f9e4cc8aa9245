import { useCallback, useEffect, useRef, useState } from 'react';

import { Hint } from '../common/hint';
import { usePanel } from '../common/panel-context';
import { Refused } from '../common/refused';

/** Asks at first and when one of `keys` changes, and drops stale answers. */
export function useQuery<T>(
  ask: () => Promise<T>,
  keys: readonly (string | number | boolean | null | undefined)[]
) {
  // Null before the first answer.
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

/** That a page is still reading, or could not read. */
export function QueryStatus({
  query: { data, failed },
  problem
}: {
  query: { data: unknown; failed: boolean };
  problem: string;
}) {
  const { trans } = usePanel().services;
  return failed ? (
    <Refused text={problem} />
  ) : data === null ? (
    <Hint role="status">{trans.__('Loading')}</Hint>
  ) : null;
}

/**
 * Does an action of a page; `problem` is why the last one failed.
 *
 * @param event that has to be the person's own, for whatever reaches a server
 * or allows more.
 * @param sentence shown for an error without a message for the person.
 */
export type Attempt = (
  act: (signal: AbortSignal) => Promise<unknown>,
  event?: Event | null,
  sentence?: string
) => Promise<void>;

/** Actions end with their component, or when all of them are cancelled. */
export function useAttempt(): {
  problem: string | null;
  setProblem(problem: string | null): void;
  attempt: Attempt;
  cancel(): void;
} {
  const store = usePanel();
  const { trans } = store.services;
  const [problem, setProblem] = useState<string | null>(null);
  const controller = useRef(new AbortController());
  useEffect(() => () => controller.current.abort(), []);
  const attempt: Attempt = async (act, event, sentence) => {
    if (event && !store.isOwnHand(event)) {
      return;
    }
    setProblem(null);
    const { signal } = controller.current;
    try {
      await act(signal);
    } catch (reason) {
      if (signal.aborted) {
        return;
      }
      console.warn('Cellwright could not do what a page offers.', reason);
      const message =
        reason instanceof Error &&
        (sentence === undefined || reason.name === 'ThreadError')
          ? reason.message
          : sentence;
      setProblem(message || trans.__('That did not work. Please try again.'));
    }
  };
  const cancel = () => {
    controller.current.abort();
    controller.current = new AbortController();
    setProblem(null);
  };
  return { problem, setProblem, attempt, cancel };
}
