import {
  Fragment,
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef
} from 'react';
import { useShallow } from 'zustand/react/shallow';

import { undelivered } from '../../state/panel-state';
import type { ThreadItem } from '../../state/thread-items';
import { Boundary } from '../common/boundary';
import { Button } from '../common/button';
import { Call } from './call';
import { Lazy } from '../common/lazy';
import { Looked, rowsOf } from './looked';

import { loadMore } from '../../render/load-more';
import {
  ErrorMessage,
  FinalAnswer,
  ModelMessage,
  RunNotice,
  UndoLink,
  UserMessage
} from './messages';
import { usePanel, usePanelState } from '../common/panel-context';
import { Reasoning, Summary } from './reasoning';

/** Distance from the end that still counts as the end, in px. */
const END_MARGIN = 24;

/** Space left above the first card that waits, in px. */
const CARD_MARGIN = 6;

/** Distance from the top at which earlier items are drawn, in px. */
const EARLIER_MARGIN = 150;
/**
 * ms during which the scroll position is restored while texts are still being
 * rendered.
 */
const ARRIVAL = 1500;
/** Events that mean that the person scrolls. */
const HANDS = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;

/** The conversation. Follows its end until the person scrolls away. */
export function Thread() {
  const { store, trans } = usePanel();
  const outgoing = usePanelState(
    useShallow(state => undelivered(state.outgoing, state.thread))
  );
  const review = usePanelState(state => state.thread.review);
  const waiting = usePanelState(state => state.thread.pending.length);
  const log = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const jump = useRef<HTMLButtonElement>(null);
  const { scroll } = store;
  const from = usePanelState(state => state.from);
  // A text, so that only a change of what stands together draws the list again.
  const grouped = usePanelState(({ thread }) =>
    JSON.stringify(rowsOf(thread, thread.order.slice(from)))
  );
  const rows = useMemo(() => JSON.parse(grouped) as string[][], [grouped]);
  const imported = usePanelState(state => state.record?.imported ?? false);
  const begun = usePanelState(
    ({ thread, outgoing: sent }) => thread.order.length + sent.length > 0
  );
  // Loads the cards before the first one is needed.
  useEffect(() => {
    if (begun) {
      void loadMore();
    }
  }, [begun]);
  const anchor = useRef<{ element: Element; top: number } | null>(null);

  /** Draws earlier items, without moving what is in view. */
  const earlier = () => {
    const element = content.current?.querySelector(
      ':scope > :not(.jp-Cellwright-earlier)'
    );
    anchor.current = element
      ? { element, top: element.getBoundingClientRect().top }
      : null;
    scroll.atEnd = false;
    store.conversations.showEarlier();
  };
  const showEarlier = useRef(earlier);
  showEarlier.current = earlier;

  useLayoutEffect(() => {
    const held = anchor.current;
    anchor.current = null;
    if (held && log.current) {
      log.current.scrollTop +=
        held.element.getBoundingClientRect().top - held.top;
    }
  }, [from]);

  useLayoutEffect(() => {
    const node = log.current;
    const inner = content.current;
    if (!node || !inner) {
      return;
    }
    const mark = () => {
      if (jump.current) {
        jump.current.hidden = scroll.atEnd;
      }
    };
    // Texts are rendered after the items that contain them: until then, the
    // position to restore may not exist yet.
    let comingBack = scroll.atEnd ? null : scroll.top;
    const arrive = () => {
      comingBack = null;
    };
    const arrival = setTimeout(arrive, ARRIVAL);
    let height = 0;
    let shown: Element | null = null;
    const follow = () => {
      if (scroll.atEnd) {
        const { top, card } = placeToFollow(node);
        // Somebody who went on to the cards below the first is left there.
        if (card === null || card !== shown || node.scrollTop < top) {
          node.scrollTop = top;
          scroll.top = node.scrollTop;
        }
        shown = card;
      } else if (comingBack !== null) {
        node.scrollTop = comingBack;
      }
      height = node.scrollHeight;
      mark();
    };
    const onScroll = () => {
      if (comingBack !== null) {
        return;
      }
      const place = placeToFollow(node);
      // The browser moves it up, too, where something is drawn no longer: a card
      // folds when it is decided, before the next one opens.
      const up =
        node.scrollTop < scroll.top &&
        node.scrollHeight >= height &&
        place.card === shown;
      height = node.scrollHeight;
      scroll.top = node.scrollTop;
      // Text that arrived in between is also below the end that was scrolled
      // to: only an upward move means that the person wants to stay where they
      // are.
      const end = node.scrollHeight - node.clientHeight;
      if (Math.min(end, place.top) - node.scrollTop <= END_MARGIN) {
        scroll.atEnd = true;
      } else if (up) {
        scroll.atEnd = false;
      }
      mark();
      store.conversations.drafts.touch();
      if (
        up &&
        node.scrollTop < EARLIER_MARGIN &&
        store.main.getState().from > 0
      ) {
        showEarlier.current();
      }
    };
    follow();
    for (const type of HANDS) {
      node.addEventListener(type, arrive, { passive: true });
    }
    node.addEventListener('scroll', onScroll, { passive: true });
    const resized =
      typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(follow);
    resized?.observe(inner);
    resized?.observe(node);
    return () => {
      clearTimeout(arrival);
      node.removeEventListener('scroll', onScroll);
      for (const type of HANDS) {
        node.removeEventListener(type, arrive);
      }
      resized?.disconnect();
    };
  }, [scroll, store]);

  // After sending a message, the person wants to see it.
  useLayoutEffect(() => {
    if (outgoing.length > 0 && log.current) {
      scroll.atEnd = true;
      log.current.scrollTop = log.current.scrollHeight;
    }
  }, [outgoing, scroll]);

  const head =
    review && waiting + review.following.length > 1
      ? review.callIds[0]
      : undefined;
  return (
    <div className="jp-Cellwright-threadFrame">
      <div
        ref={log}
        className="jp-Cellwright-thread"
        role="log"
        aria-label={trans.__('Conversation')}
        aria-live="off"
        tabIndex={0}
      >
        <div ref={content} className="jp-Cellwright-threadContent">
          {imported ? <Lazy silent part="FromFile" /> : null}
          {from > 0 ? (
            <Button className="jp-Cellwright-earlier" onClick={() => earlier()}>
              {trans.__('Show earlier messages')}
            </Button>
          ) : null}
          {rows.map(([id, ...rest]) =>
            rest.length > 0 ? (
              <Looked key={id} first={id} count={rest.length + 1}>
                {[id, ...rest].map(each => (
                  <Item key={each} id={each} />
                ))}
              </Looked>
            ) : (
              <Fragment key={id}>
                {id === head ? <Lazy part="DecisionsHead" /> : null}
                <Item id={id} />
              </Fragment>
            )
          )}
          {outgoing.map(message => (
            <UserMessage key={message.messageId} {...message} sending={true} />
          ))}
          {imported ? <Lazy silent part="ContinueFromFile" /> : null}
        </div>
      </div>
      <button
        ref={jump}
        type="button"
        className="jp-Cellwright-jump"
        hidden={true}
        onClick={() => {
          const node = log.current;
          if (node) {
            scroll.atEnd = true;
            node.scrollTop = placeToFollow(node).top;
            node.focus();
          }
        }}
      >
        {trans.__('Jump to latest')}
      </button>
    </div>
  );
}

/**
 * Where the log is scrolled to while it follows: its end, but not past the top
 * of the first card that waits, which stands below the line with "Approve all".
 */
function placeToFollow(log: HTMLElement): {
  top: number;
  card: Element | null;
} {
  const top = (element: Element) => element.getBoundingClientRect().top;
  const card = log.querySelector('.jp-Cellwright-card');
  const head = log.querySelector('.jp-Cellwright-decisionsLine');
  return {
    card,
    top: card
      ? Math.min(
          log.scrollHeight,
          log.scrollTop +
            top(card) -
            top(log) -
            (head?.getBoundingClientRect().height ?? 0) -
            CARD_MARGIN
        )
      : log.scrollHeight
  };
}

const Item = memo(function Item({ id }: { id: string }) {
  const item = usePanelState(state => state.thread.items[id]);
  return item ? (
    <Boundary of={item}>
      <Drawn item={item} />
    </Boundary>
  ) : null;
});

function Drawn({ item }: { item: ThreadItem }) {
  switch (item.kind) {
    case 'user':
      return <UserMessage {...item} />;
    case 'model':
      return <ModelMessage item={item} />;
    case 'reasoning':
      return <Reasoning item={item} />;
    case 'summary':
      return <Summary item={item} />;
    case 'call':
      return <Call item={item} />;
    case 'final':
      return <FinalAnswer item={item} />;
    case 'notice':
      return <RunNotice item={item} />;
    case 'error':
      return <ErrorMessage item={item} />;
    case 'turn':
      return <UndoLink item={item} />;
    case 'report':
      return <Lazy part="ReportResult" item={item} />;
    case 'plan':
      return <Lazy silent part="PlanLine" item={item} />;
    case 'memory':
      return <Lazy silent part="MemoryLine" item={item} />;
    case 'task':
      return <Lazy silent part="TaskLine" item={item} />;
    case 'interrupt':
      return item.status === 'pending' ? (
        <Lazy part="AskedCard" item={item} />
      ) : (
        <Lazy part="InterruptClosed" item={item} />
      );
  }
}
