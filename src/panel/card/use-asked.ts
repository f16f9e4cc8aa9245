import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';

import { claim, focusBeyond, focusComposer } from '../components/common/focus';
import { usePanel, usePanelState } from '../components/common/panel-context';
import { omit } from '../state/panel-state';
import { CARD_ATTRIBUTE, useWatched } from '../trust/is-persons-event';
import { decides, type Press } from './action-button';
import { answer, NOTHING, setDraft, typedOn, type Asked } from './answer';
import type { Action } from './card';

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
  const item = usePanelState(({ thread }) => thread.items[id]);
  const refused = usePanelState(state => state.refused[id]);
  const disabled = usePanelState(
    state => id in state.sent || state.opening !== null
  );
  /** Whether the last answer moved focus away from here. */
  const wentOn = useRef(false);
  const isBack =
    item?.kind === 'interrupt'
      ? item.problem !== null
      : item?.kind === 'call' && Boolean(item.review?.card.voided);
  // A refused answer has to be given again, so focus comes back.
  useEffect(() => {
    if (isBack && wentOn.current) {
      wentOn.current = false;
      root.current?.focus();
    }
  }, [item, isBack, root]);
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
    setDraft(store, id, hash, () => ({ asks: null }));
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
    typed,
    asking,
    disabled,
    isBegun: typed !== NOTHING || asks !== null,
    refused: item?.kind === 'interrupt' ? item.problem : refused,
    problemOf: ({ name }: Action): string | null => {
      const given = asked.answerOf(name, typed, trans);
      return typeof given === 'string' ? given : null;
    },
    onChange,
    onBack,
    send,
    /** Sends it; focus, if it is here, goes on to the next card then. */
    press: (action: Action, event: Event) => {
      const element = root.current;
      const held = element?.contains(document.activeElement) ?? false;
      if (send(action, event) && held && element) {
        wentOn.current = true;
        focusBeyond(element);
      }
    },
    /** @param first the action that Ctrl+Enter presses. */
    onKeyDown: (event: KeyboardEvent, first: Action | null, press: Press) => {
      const { key, shiftKey, nativeEvent } = event;
      const accel = (event.ctrlKey || event.metaKey) && !event.altKey;
      const target = event.target as Element;
      const isIn = (selector: string) => target.closest(selector) !== null;
      const confirmed = asking ?? first;
      const no = card.actions.find(({ refuses }) => refuses);
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
        if (!event.repeat) {
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
        // A menu, and CodeMirror's own search field, close by themselves.
        !isIn('[role="menu"], .cm-panel')
      ) {
        if (isIn('.jp-Cellwright-remark')) {
          claim(event);
          onBack();
        } else if (root.current && isIn('.jp-Cellwright-card')) {
          claim(event);
          if (inEditor) {
            root.current.focus();
          } else {
            focusComposer(root.current);
          }
        }
      }
    }
  };
}

/**
 * A field in which Enter sends the form. The browser's own form submission does
 * not count, because any code in the page can trigger it. Arguments of a call
 * are no form: it runs when it is approved.
 */
function isFormField(target: EventTarget): boolean {
  return (
    target instanceof HTMLInputElement &&
    target.closest('.jp-Cellwright-form, .jp-Cellwright-remark') !== null &&
    target.closest('.jp-Cellwright-arguments') === null &&
    !['button', 'checkbox', 'radio', 'file'].includes(target.type)
  );
}
