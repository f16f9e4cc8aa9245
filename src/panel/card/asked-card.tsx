import {
  memo,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type RefObject
} from 'react';
import { flushSync } from 'react-dom';

import type { IReviewLimit, ITranslator, OpenQuestion } from '../../contract';
import { rulesOf } from '../actions/rules';
import { focusBeyond, focusComposer } from '../components/common/focus-beyond';
import { usePanel, usePanelState } from '../components/common/panel-context';
import { Refused } from '../components/common/refused';
import { Sentence } from '../components/common/sentence';
import { visibleProse } from '../render/visible-text';
import { omit } from '../state/panel-state';
import { plainSentence } from '../text/announcement';
import { modelSays } from '../text/model-says';
import { secondsText } from '../text/duration-text';
import { limitText, nextChange } from '../text/limit-text';
import { CARD_ATTRIBUTE } from '../trust/is-persons-event';
import { useWatched } from '../trust/watch-card';
import { decides, refuses } from './action-button';
import { Actions } from './actions';
import {
  answer,
  askedBy,
  NOTHING,
  setDraft,
  typedOn,
  type Asked,
  type AskingItem
} from './answer';
import { Blocks } from './blocks';
import type { Action, Card } from './card';
import { Fields } from './fields';

/**
 * What the element of each card has.
 *
 * @param id of its call or question.
 * @param sent whether its answer is on its way.
 * @param shown what it shows; a change has to be seen before it is decided.
 */
export function useCardBox(
  root: RefObject<HTMLElement>,
  id: string,
  sent: boolean,
  shown: unknown
) {
  useWatched(root, shown);
  return {
    [CARD_ATTRIBUTE]: id,
    ...(sent ? { 'data-sent': '' } : {}),
    className: 'jp-Cellwright-card',
    role: 'group',
    tabIndex: -1,
    'aria-busy': sent
  };
}

/** What a card needs to be drawn, filled in and answered; null if nothing waits. */
export function useAsked(
  id: string,
  asked: Asked | null,
  root: RefObject<HTMLElement>
) {
  const store = usePanel();
  const { trans } = store.services;
  const hash = asked?.hash ?? '';
  const typed = usePanelState(state => typedOn(state, id, hash));
  const asks = usePanelState(({ cards }) =>
    cards[id]?.hash === hash ? cards[id].asks : null
  );
  const refused = usePanelState(state => state.refused[id]);
  const disabled = usePanelState(
    state => id in state.sent || state.opening !== null
  );
  if (!asked) {
    return null;
  }
  const card = asked.cardOf(typed, trans);
  const asking = card.actions.find(({ name }) => name === asks) ?? null;
  const onChange = (name: string, value: unknown) =>
    setDraft(store, id, hash, ({ values }) => ({
      values: { ...values, [name]: value }
    }));
  const onBack = () => {
    setDraft(store, id, hash, ({ values }) => ({
      asks: null,
      values: (asking?.asks ?? [])
        .map(({ name }) => name)
        .reduce(omit, { ...values })
    }));
    root.current?.focus();
  };
  /** @returns whether an answer was sent. */
  const send = (action: Action, event: Event): boolean => {
    if (decides(action) || action.name === asking?.name) {
      return answer(store, id, action.name, event);
    }
    const { asks: fields, sets, resets = [] } = action;
    flushSync(() =>
      setDraft(store, id, hash, ({ values }) => ({
        asks: fields ? action.name : null,
        values: resets.reduce(omit, { ...values, ...sets })
      }))
    );
    // What it asks for, or what can be written now.
    const place = fields ? 'remark' : sets ? 'fields' : null;
    const field =
      place &&
      root.current?.querySelector<HTMLElement>(
        `.jp-Cellwright-${place} :is(input, textarea, select, .cm-content)`
      );
    (field ?? root.current)?.focus();
    return false;
  };
  return {
    card,
    asking,
    disabled,
    isBegun: typed !== NOTHING || asks !== null,
    refused,
    problemOf: ({ name }: Action): string | null => {
      const given = asked.answerOf(name, typed, trans);
      return typeof given === 'string' ? given : null;
    },
    onChange,
    onBack,
    send
  };
}

/** What waits for the person, and how it can be answered. */
export const AskedCard = memo(function AskedCard({
  item
}: {
  item: AskingItem;
}) {
  const store = usePanel();
  const { trans } = store.services;
  const { id } = item;
  const turnRule = usePanelState(({ thread }) => thread.turnRule);
  usePanelState(state => state.preferencesRevision);
  usePanelState(state => state.workspaceRevision);
  const review = item.kind === 'call' ? item.review?.card : undefined;
  const asked = askedBy(item, { policy: rulesOf(store).policy, turnRule });
  const root = useRef<HTMLDivElement>(null);
  const [isUnfolded, setUnfolded] = useState(false);
  const isNext = usePanelState(({ thread }) => thread.pending[0] === id);
  const state = useAsked(id, asked, root);
  const folded =
    isNext || isUnfolded || state?.isBegun ? undefined : state?.card.folded;
  const box = useCardBox(
    root,
    id,
    state?.disabled ?? false,
    item.kind === 'interrupt'
      ? item.interrupt
      : `${!folded} ${JSON.stringify(review)}`
  );
  const problem =
    item.kind === 'interrupt'
      ? item.problem
      : (item.review?.card.voided ?? null);
  /** Whether the last answer moved focus away from here. */
  const wentOn = useRef(false);
  // A refused answer has to be given again, so focus comes back.
  useEffect(() => {
    if (problem && wentOn.current) {
      wentOn.current = false;
      root.current?.focus();
    }
  }, [item, problem]);
  if (!state) {
    return null;
  }

  const { card, asking, disabled, onChange, onBack } = state;
  const first = card.isKeyless ? null : card.actions[0];
  const sentence =
    review &&
    plainSentence(
      review.sentence,
      cell => store.cellLabel(item.path, cell),
      trans
    );
  const press = (action: Action, event: Event) => {
    const element = root.current;
    const held = element?.contains(document.activeElement) ?? false;
    if (state.send(action, event) && held && element) {
      wentOn.current = true;
      focusBeyond(element);
    }
  };
  const unfold = () => {
    setUnfolded(true);
    root.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, nativeEvent } = event;
    const accel = (event.ctrlKey || event.metaKey) && !event.altKey;
    const target = event.target as Element;
    const isIn = (selector: string) => target.closest(selector) !== null;
    const confirmed = asking ?? first;
    const no = card.actions.find(refuses);
    const inEditor = isIn('.jp-Cellwright-code');
    if (nativeEvent.isComposing) {
      return;
    }
    if (
      key === 'Enter' &&
      confirmed &&
      ((accel && !shiftKey) || isFormField(target))
    ) {
      claim(event);
      // A held key decides nothing.
      if (!event.repeat && folded) {
        unfold();
      } else if (!event.repeat) {
        press(confirmed, nativeEvent);
      }
    } else if (key === 'Backspace' && accel && shiftKey && no) {
      claim(event);
      if (no !== asking) {
        press(no, nativeEvent);
      }
    } else if (key === 'Tab' && inEditor && !isIn('.jp-mod-writable')) {
      // Otherwise it would be written into the text, instead of moving on.
      event.stopPropagation();
    } else if (
      key === 'Escape' &&
      root.current &&
      // A menu, and CodeMirror's own search field, close by themselves.
      !isIn('[role="menu"], .cm-panel')
    ) {
      claim(event);
      if (inEditor) {
        root.current.focus();
      } else if (isIn('.jp-Cellwright-remark')) {
        onBack();
      } else {
        focusComposer(root.current);
      }
    }
  };
  const title = visibleProse(card.title);
  const name = sentence
    ? trans.__('Review: %1', sentence)
    : card.isReport
      ? trans.__('Report: %1', title)
      : trans.__('Question: “%1”', title);
  const tag = card.tag ? (
    <span className="jp-Cellwright-tag">{card.tag}</span>
  ) : null;
  if (folded) {
    return (
      <div ref={root} {...box} aria-label={name} onKeyDownCapture={onKeyDown}>
        <div className="jp-Cellwright-cardHead jp-mod-folded" onClick={unfold}>
          <button
            type="button"
            className="jp-Cellwright-cardFold"
            aria-expanded={false}
            title={sentence}
          >
            <span aria-hidden="true">▸ </span>
            <Sentence text={card.title} path={item.path} linked={false} />
            {review?.reason ? (
              <span className="jp-Cellwright-quiet">
                {' · '}
                {modelSays(review.reason, trans)}
              </span>
            ) : null}
          </button>
          <LineCounts {...folded} />
          {tag}
        </div>
      </div>
    );
  }
  const open = first && asking === null ? state.problemOf(first) : null;
  const shared = { disabled, press };
  return (
    <div
      ref={root}
      {...box}
      className={`${box.className}${card.isReport ? ' jp-Cellwright-reportCard' : ''}`}
      aria-label={name}
      onKeyDownCapture={onKeyDown}
    >
      <div className="jp-Cellwright-cardHead">
        <strong title={sentence}>
          {review ? <Sentence text={card.title} path={item.path} /> : title}
        </strong>
        {tag}
      </div>
      <Blocks {...shared} blocks={card.blocks} />
      <Fields
        {...shared}
        key={asked?.hash}
        fields={card.fields}
        onChange={onChange}
      />
      <Blocks {...shared} blocks={card.after ?? []} />
      {open ? (
        <p className="jp-Cellwright-refused" role="status">
          {open}
        </p>
      ) : null}
      <Refused text={item.kind === 'interrupt' ? problem : state.refused} />
      <Time item={item} isReport={card.isReport ?? false} />
      <Actions {...state} actions={card.actions} first={first} press={press} />
    </div>
  );
});

/** How many lines a card adds and takes away, where it is one line itself. */
function LineCounts({ added, removed }: NonNullable<Card['folded']>) {
  const { trans } = usePanel().services;
  const parts = [
    {
      count: added,
      sign: '+',
      name: trans._n('%1 line added', '%1 lines added', added)
    },
    {
      count: removed,
      sign: '−',
      name: trans._n('%1 line removed', '%1 lines removed', removed)
    }
  ];
  return (
    <span className="jp-Cellwright-lineCounts">
      {parts.map(({ count, sign, name }) =>
        count > 0 ? (
          <span key={sign}>
            <span aria-hidden="true">{`${sign}${count} `}</span>
            <span className="jp-Cellwright-hidden">{name}</span>
          </span>
        ) : null
      )}
    </span>
  );
}

/** Keeps a key from JupyterLab and the browser. */
export function claim(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * A field in which Enter sends the form. The browser's own form submission does
 * not count, because any code in the page can trigger it. Arguments of a call
 * are no form: it runs when it is approved.
 */
export function isFormField(target: EventTarget): boolean {
  return (
    target instanceof HTMLInputElement &&
    target.closest('.jp-Cellwright-form, .jp-Cellwright-remark') !== null &&
    target.closest('.jp-Cellwright-arguments') === null &&
    !['button', 'checkbox', 'radio', 'file'].includes(target.type)
  );
}

function Time({ item, isReport }: { item: AskingItem; isReport: boolean }) {
  if (item.kind === 'call') {
    return item.review?.limit ? (
      <ReviewTimeLeft limit={item.review.limit} />
    ) : null;
  }
  const { until, stops } = item.interrupt;
  return until === undefined ? null : isReport ? (
    <ReviewTimeLeft limit={{ until, then: stops ? 'cancel' : 'reject' }} />
  ) : (
    <TimeLeft interrupt={item.interrupt} until={until} />
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
