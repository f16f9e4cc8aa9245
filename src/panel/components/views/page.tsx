import {
  useEffect,
  useRef,
  type ReactNode,
  useCallback,
  useState,
  type KeyboardEvent
} from 'react';
import { Dialog, showDialog } from '@jupyterlab/apputils';

import type { ITranslator } from '../../../contract';
import { focusComposer, onEscape } from '../common/focus';
import { usePanel, usePanelState } from '../common/panel-context';
import { Refused, Hint } from '../common/notice';
import { ALL_CARDS } from '../../state/panel-state';
import { useFileField } from '../common/attachments';
import { Button } from '../common/button';
import { isOwnHand } from '../../trust/is-persons-event';

/** A page that covers the conversation, with a way back. */
export function SideView({
  title,
  children
}: {
  title: string;
  children: ReactNode;
}) {
  const { store, trans } = usePanel();
  const waiting = usePanelState(state => state.thread.pending.length);
  const refused = usePanelState(state => state.refused[ALL_CARDS]);
  const root = useRef<HTMLElement>(null);
  useEffect(() => root.current?.focus(), []);
  const name =
    waiting > 0
      ? trans._n(
          'Back, %1 decision waiting',
          'Back, %1 decisions waiting',
          waiting
        )
      : trans.__('Back to the conversation');
  const back = () => {
    store.show(null);
    if (root.current) {
      focusComposer(root.current);
    }
  };
  return (
    <section
      ref={root}
      className="jp-Cellwright-sideView"
      aria-label={title}
      tabIndex={-1}
      onKeyDown={onEscape(back)}
    >
      <div className="jp-Cellwright-sideHead">
        <Button
          className="jp-Cellwright-iconButton"
          aria-label={name}
          title={name}
          onClick={back}
        >
          <span aria-hidden="true">←</span>
        </Button>
        <h3>{title}</h3>
        {waiting > 0 ? (
          <span className="jp-Cellwright-tag jp-mod-waits" aria-hidden="true">
            {trans.__('waiting for you')}
          </span>
        ) : null}
      </div>
      <Refused text={waiting > 0 ? refused : null} />
      {children}
    </section>
  );
}

/** Focuses the page itself, where the focused element is about to disappear. */
export function focusPage(from: Element | null): void {
  from
    ?.closest<HTMLElement>('.jp-Cellwright-sideView')
    ?.focus({ preventScroll: true });
}

/** Asks at first and when one of `keys` changes, and drops stale answers. */
export function useQuery<T>(
  ask: () => Promise<T>,
  keys: readonly (string | number | boolean | null | undefined)[]
) {
  // Null before the first answer.
  const [answer, setAnswer] = useState<{
    data: T | null;
    /** Why the last one failed, empty without a sentence; null if it did not. */
    problem: string | null;
  }>({ data: null, problem: null });
  const [revision, setRevision] = useState(0);
  const latest = useRef(ask);
  latest.current = ask;
  const key = JSON.stringify(keys);
  useEffect(() => {
    let isStale = false;
    latest.current().then(
      data => {
        if (!isStale) {
          setAnswer({ data, problem: null });
        }
      },
      (reason: unknown) => {
        console.warn('Cellwright could not read what a page shows.', reason);
        if (!isStale) {
          const problem = reason instanceof Error ? reason.message : '';
          setAnswer(({ data }) => ({ data, problem }));
        }
      }
    );
    return () => {
      isStale = true;
    };
  }, [key, revision]);
  const reload = useCallback(() => setRevision(current => current + 1), []);
  return { ...answer, failed: answer.problem !== null, reload };
}

/** That a page is still reading, or could not read. */
export function QueryStatus({
  query: { data, failed },
  problem
}: {
  query: { data: unknown; failed: boolean };
  problem: string;
}) {
  const { trans } = usePanel();
  return failed ? (
    <Refused text={problem} />
  ) : data === null ? (
    <Hint role="status">{trans.__('Loading')}</Hint>
  ) : null;
}

/**
 * Does an action of a page; `problem` is why the last one failed.
 *
 * @param by an event that has to be the person's own, for whatever reaches a
 * server or allows more; else a sentence for an error without a message for them.
 */
export type Attempt = (
  act: (signal: AbortSignal) => Promise<unknown>,
  by?: Event | string | null
) => Promise<void>;

/** Actions end with their component, or when all of them are cancelled. */
export function useAttempt(): {
  problem: string | null;
  setProblem(problem: string | null): void;
  attempt: Attempt;
  cancel(): void;
} {
  const { store, trans } = usePanel();
  const [problem, setProblem] = useState<string | null>(null);
  const controller = useRef(new AbortController());
  useEffect(() => () => controller.current.abort(), []);
  const attempt: Attempt = async (act, by) => {
    if (by && typeof by !== 'string' && !isOwnHand(store, by)) {
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
        typeof by === 'string' && (reason as Error)?.name !== 'ThreadError'
          ? by
          : reason instanceof Error && reason.message;
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

/** ms after the last key before it is searched. */
const DELAY = 150;

/** Words that a list is searched with. */
export function SearchField({
  label,
  onSearch,
  onKeyDown
}: {
  label: string;
  onSearch(words: string): void;
  onKeyDown?(event: KeyboardEvent<HTMLInputElement>): void;
}) {
  const { trans } = usePanel();
  const [text, setText] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <input
      type="text"
      className="jp-Cellwright-input"
      aria-label={label}
      placeholder={trans.__('Search')}
      spellCheck={false}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onSearch(target.value.trim()), DELAY);
      }}
      onKeyDown={onKeyDown}
    />
  );
}

/** Imports an exported file, from here or elsewhere. */
export function ImportButton({
  label,
  onChoose
}: {
  /** Accessible name, which says what the file contains. */
  label: string;
  onChoose(file: File): void;
}) {
  const { trans } = usePanel();
  const [field, choose] = useFileField(([file]) => onChoose(file), {
    accept: '.json,application/json',
    'aria-label': label
  });
  return (
    <>
      <Button onClick={choose}>{trans.__('Import')}</Button>
      {field}
    </>
  );
}

/**
 * Asks in a dialog before something is deleted; focus goes back to where it
 * was. Enter and Esc keep it.
 */
export async function confirms(
  title: string,
  body: string,
  yes: string,
  trans: ITranslator
): Promise<boolean> {
  const { button } = await showDialog({
    title,
    body,
    buttons: [
      Dialog.cancelButton({ label: trans.__('Keep it') }),
      Dialog.warnButton({ label: yes })
    ],
    defaultButton: 0
  });
  return button.accept;
}
