import { Fragment, memo, useLayoutEffect, useRef } from 'react';

import { Call } from './call';
import { DecisionsHead } from './decisions-head';
import {
  ErrorMessage,
  FinalAnswer,
  ModelMessage,
  Notice,
  UserMessage
} from './messages';
import { usePanel, usePanelState } from './panel-context';
import { Reasoning, Summary } from './background';

/** How near the end still counts as the end, in px. */
const END_MARGIN = 24;

/** The conversation. Follows its end until the person scrolls away from it. */
export function Thread() {
  const store = usePanel();
  const { trans } = store.services;
  const order = usePanelState(state => state.thread.order);
  const outgoing = usePanelState(state => state.outgoing);
  const review = usePanelState(state => state.thread.review);
  const log = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const jump = useRef<HTMLButtonElement>(null);
  const { scroll } = store;

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
    const follow = () => {
      if (scroll.atEnd) {
        node.scrollTop = node.scrollHeight;
      }
      mark();
    };
    const onScroll = () => {
      const up = node.scrollTop < scroll.top;
      scroll.top = node.scrollTop;
      // Text that came in between also stands below the end that was scrolled
      // to: only a move upward is the person's wish to stay.
      if (
        node.scrollHeight - node.scrollTop - node.clientHeight <=
        END_MARGIN
      ) {
        scroll.atEnd = true;
      } else if (up) {
        scroll.atEnd = false;
      }
      mark();
    };
    if (scroll.atEnd) {
      follow();
    } else {
      node.scrollTop = scroll.top;
      mark();
    }
    node.addEventListener('scroll', onScroll, { passive: true });
    const resized =
      typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(follow);
    resized?.observe(inner);
    resized?.observe(node);
    return () => {
      node.removeEventListener('scroll', onScroll);
      resized?.disconnect();
    };
  }, [scroll]);

  // The person's own message is where they want to be.
  useLayoutEffect(() => {
    if (outgoing.length > 0 && log.current) {
      scroll.atEnd = true;
      log.current.scrollTop = log.current.scrollHeight;
    }
  }, [outgoing, scroll]);

  const head =
    review && review.callIds.length > 1 ? review.callIds[0] : undefined;
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
          {order.map(id => (
            <Fragment key={id}>
              {id === head ? <DecisionsHead /> : null}
              <Item id={id} />
            </Fragment>
          ))}
          {outgoing.map(message => (
            <UserMessage
              key={message.messageId}
              text={message.text}
              attachments={message.attachments}
              sending={true}
            />
          ))}
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
            node.scrollTop = node.scrollHeight;
            node.focus();
          }
        }}
      >
        {trans.__('Jump to latest')}
      </button>
    </div>
  );
}

const Item = memo(function Item({ id }: { id: string }) {
  const item = usePanelState(state => state.thread.items[id]);
  switch (item?.kind) {
    case undefined:
      return null;
    case 'user':
      return <UserMessage text={item.text} attachments={item.attachments} />;
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
      return <Notice item={item} />;
    case 'error':
      return <ErrorMessage item={item} />;
  }
});
