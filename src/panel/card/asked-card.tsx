import { caretRightIcon } from '@jupyterlab/ui-components';
import { useRef, useState, type KeyboardEvent } from 'react';

import { Rules } from '../actions/rules';
import {
  usePanel,
  usePanelNow,
  usePanelState
} from '../components/common/panel-context';
import { Button } from '../components/common/button';
import { useNow } from '../components/common/elapsed';
import { Refused } from '../components/common/notice';
import { Sentence } from '../components/common/sentence';
import { visibleProse } from '../render/visible-text';
import { plainSentence } from '../text/announcement';
import { modelSays, Blocks } from './blocks';
import { limitOf, limitText } from '../text/limit-text';
import { CardContext } from './action-button';
import { Actions } from './actions';
import { useAsked, useCardBox } from './answer';
import { askedBy, type AskingItem } from './asked';
import type { Card } from './card';
import { Fields } from './fields';

/** What waits for the person, and how it can be answered. */
export function AskedCard({ item }: { item: AskingItem }) {
  const { store, trans } = usePanelNow();
  const { id } = item;
  const turnRule = usePanelState(({ thread }) => thread.turnRule !== null);
  const review = item.kind === 'call' ? item.review?.card : undefined;
  const asked = askedBy(item, { policy: new Rules(store).policy, turnRule });
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
  if (!state) {
    return null;
  }

  const { card, asking, disabled, onChange, press, refused } = state;
  const first = card.isKeyless ? null : card.actions[0];
  const sentence =
    review &&
    plainSentence(
      review.sentence,
      cell => store.cellLabel(item.path, cell),
      trans
    );
  const unfold = () => {
    setUnfolded(true);
    root.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) =>
    state.onKeyDown(event, first, (action, pressed) =>
      folded && !action.refuses ? unfold() : press(action, pressed)
    );
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
          <Button
            className="jp-Cellwright-cardFold"
            aria-expanded={false}
            title={sentence}
          >
            <caretRightIcon.react tag="span" />
            <Sentence text={card.title} path={item.path} linked={false} />
            {review?.reason ? (
              <span className="jp-Cellwright-quiet">
                {' · '}
                {modelSays(review.reason, trans)}
              </span>
            ) : null}
          </Button>
          <LineCounts {...folded} />
          {tag}
        </div>
      </div>
    );
  }
  const open = first && asking === null ? state.problemOf(first) : null;
  const limit = limitOf(item);
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
      <CardContext.Provider value={{ disabled, press }}>
        <Blocks blocks={card.blocks} />
        <Fields key={asked?.hash} fields={card.fields} onChange={onChange} />
        <Blocks blocks={card.after ?? []} />
      </CardContext.Provider>
      {open ? (
        <p className="jp-Cellwright-refused" role="status">
          {open}
        </p>
      ) : null}
      <Refused text={refused} />
      {limit ? <TimeLeft {...limit} /> : null}
      <Actions {...state} actions={card.actions} first={first} />
    </div>
  );
}

/** How many lines a card adds and takes away, where it is one line itself. */
function LineCounts({ added, removed }: NonNullable<Card['folded']>) {
  const { trans } = usePanel();
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

/** How long it still waits, and what happens then. */
function TimeLeft({ until, then }: NonNullable<ReturnType<typeof limitOf>>) {
  const { trans } = usePanel();
  return (
    // Announced when the card appeared, so its changes are not.
    <p className="jp-Cellwright-place" aria-live="off">
      {limitText(then, until - useNow(), trans)}
    </p>
  );
}
