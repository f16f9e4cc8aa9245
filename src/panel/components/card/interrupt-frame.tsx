import {
  useEffect,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactNode
} from 'react';

import type {
  IReviewLimit,
  ITranslator,
  OpenQuestion
} from '../../../contract';
import { secondsText } from '../../text/duration-text';
import { limitText, nextChange } from '../../text/limit-text';
import type { IInterruptItem } from '../../state/thread-items';
import { visibleProse } from '../../render/visible-text';
import { focusComposer } from '../common/focus-beyond';
import { usePanel } from '../common/panel-context';
import { Refused } from '../common/refused';
import { useAnswering, type Answering, type IAnswering } from './use-answering';

/** Cards of a report; the others are questions. */
const REPORTS = ['report-plan', 'evidence', 'review'];

/**
 * The frame of a card that asks a question: its name, its keys, where focus
 * goes after an answer, why an answer was refused, how long it waits.
 */
export function InterruptFrame({
  item,
  onConfirm,
  actions,
  children,
  ...props
}: {
  item: IInterruptItem;
  /** Shown at the end of its first line. */
  tag?: string;
  /** Called on Ctrl or Cmd and Enter. @returns whether an answer was sent. */
  onConfirm(event: Event): boolean;
  /** Shown between its text and its actions. */
  children(sent: boolean): ReactNode;
  actions(sent: boolean, answer: Answering): ReactNode;
}) {
  const answering = useAnswering(item);
  const { sent, act } = answering;
  return (
    <CardFrame
      {...props}
      item={item}
      answering={answering}
      onConfirm={({ nativeEvent }) => act(() => onConfirm(nativeEvent))}
      actions={actions(sent, act)}
    >
      {children(sent)}
    </CardFrame>
  );
}

/** The same for a card that answers by itself. */
export function CardFrame({
  item: { interrupt, problem },
  answering: { root, box },
  tag,
  onConfirm,
  actions,
  children
}: {
  item: IInterruptItem;
  answering: IAnswering;
  tag?: string;
  /** Called on Ctrl/Cmd+Enter, and on Enter in a form's field. */
  onConfirm(event: KeyboardEvent): void;
  actions: ReactNode;
  children: ReactNode;
}) {
  const { trans } = usePanel().services;
  const { kind, text, until, stops } = interrupt;
  const title = visibleProse(interrupt.title);
  const isReport = REPORTS.includes(kind);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, target } = event;
    if (event.nativeEvent.isComposing) {
      return;
    }
    if (key === 'Enter' && (ctrlKey || metaKey || isFormField(target))) {
      claim(event);
      if (!event.repeat) {
        onConfirm(event);
      }
    } else if (
      key === 'Escape' &&
      root.current &&
      !(target as Element).closest('[role="menu"]')
    ) {
      claim(event);
      focusComposer(root.current);
    }
  };
  return (
    <div
      ref={root}
      {...box}
      className={`${box.className}${isReport ? ' jp-Cellwright-reportCard' : ''}`}
      aria-label={
        isReport
          ? trans.__('Report: %1', title)
          : trans.__('Question: “%1”', title)
      }
      onKeyDown={onKeyDown}
    >
      <div className="jp-Cellwright-cardHead">
        <strong>{title}</strong>
        {tag ? <span className="jp-Cellwright-tag">{tag}</span> : null}
      </div>
      {text ? (
        <p className="jp-Cellwright-question">{visibleProse(text)}</p>
      ) : null}
      {children}
      <Refused text={problem} />
      {until === undefined ? null : isReport ? (
        <ReviewTimeLeft limit={{ until, then: stops ? 'cancel' : 'reject' }} />
      ) : (
        <TimeLeft interrupt={interrupt} until={until} />
      )}
      {actions}
    </div>
  );
}

/** Keeps a key from JupyterLab and the browser. */
export function claim(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * A field in which Enter sends the form. The browser's own form submission does
 * not count, because any code in the page can trigger it.
 */
function isFormField(target: EventTarget): boolean {
  return (
    target instanceof HTMLInputElement &&
    target.closest('.jp-Cellwright-form') !== null &&
    !['button', 'checkbox', 'radio', 'file'].includes(target.type)
  );
}

/** How long a question still waits, and what happens then. */
function TimeLeft({
  interrupt,
  until
}: {
  interrupt: OpenQuestion;
  /** ms since the epoch. */
  until: number;
}) {
  const { clock, services } = usePanel();
  const { trans } = services;
  const now = useSyncExternalStore(clock.subscribe, clock.now);
  const left = secondsText(
    Math.max(0, Math.round((until - now) / 1000)),
    trans
  ).replace(/ /g, '\u00a0');
  return (
    <p className="jp-Cellwright-place">{lateText(interrupt, left, trans)}</p>
  );
}

function lateText(
  { kind, on_timeout, stops }: OpenQuestion,
  left: string,
  trans: ITranslator
): string {
  if (stops) {
    return trans.__('Without an answer, the turn stops in %1.', left);
  }
  if (on_timeout === 'default') {
    return trans.__('Without an answer, the default is used in %1.', left);
  }
  switch (kind) {
    case 'clarification':
      return trans.__('Without an answer, it goes on in %1.', left);
    case 'plan':
      return trans.__('Without an answer, it counts as rejected in %1.', left);
    case 'step':
      return trans.__('Without an answer, it is skipped in %1.', left);
    case 'failure':
      return trans.__('Without an answer, the plan stops in %1.', left);
    default:
      return trans.__('Without an answer, it is cancelled in %1.', left);
  }
}

/**
 * How long a card still waits, and what happens then. This was announced when
 * the card appeared, so the changes are not.
 */
export function ReviewTimeLeft({ limit }: { limit: IReviewLimit }) {
  const { trans } = usePanel().services;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const change = nextChange(limit, now);
    if (change === null) {
      return;
    }
    const timer = setTimeout(() => setNow(Date.now()), change);
    return () => clearTimeout(timer);
  }, [limit, now]);
  return (
    <p className="jp-Cellwright-place" aria-live="off">
      {limitText(limit, now, trans)}
    </p>
  );
}
