import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';

import type { ICallItem } from '../../state/thread-items';
import { Button } from '../common/button';
import { Lazy } from '../common/lazy';
import { TURN_RULE } from '../../../contract';
import { visibleProse, visibleText } from '../../render/visible-text';
import { Took } from '../common/elapsed';
import { FoldingLine } from '../common/folding-line';
import { stateName } from '../common/glyph';
import { usePanel } from '../common/panel-context';
import { Sentence } from '../common/sentence';
import { terminalText } from '../../../contract/text/terminal-text';

/**
 * A call, always in the same place in the thread: a card while it waits for the
 * person, then one line with the decision and, once it has begun, what it did.
 */
export function Call({ item }: { item: ICallItem }) {
  const { review } = item;
  if (!review) {
    // The last step of a plan ends by a call whose words the summary shows.
    return item.state === 'done' && item.text === '' ? null : (
      <CallLine item={item} />
    );
  }
  if (review.status === 'pending') {
    return <Lazy part="AskedCard" item={item} />;
  }
  const { decision, card } = review;
  const runs =
    item.state !== 'waiting' &&
    (decision?.type === 'approve' ||
      decision?.type === 'edit' ||
      // A call that was unclear continues like any other.
      (card.body.kind === 'unclear' &&
        decision?.type === 'respond' &&
        decision.message !== 'skip'));
  return runs ? (
    <CallLine item={item} />
  ) : (
    <Lazy silent part="DecidedCard" item={item} review={review} />
  );
}

/** A call on one line, which opens to show its arguments and result. */
function CallLine({ item }: { item: ICallItem }) {
  const { trans } = usePanel();
  const { review } = item;
  const name = stateName(item.state, trans);
  const edited = review?.decision?.type === 'edit';
  const folding = useState(false);
  return (
    <>
      <FoldingLine
        state={folding}
        glyph={edited && item.state === 'done' ? 'edited' : item.state}
        title={name}
        names={[
          trans.__('%1. Show details', name),
          trans.__('%1. Hide details', name)
        ]}
        text={
          <>
            {edited ? `${trans.__('You edited, then approved:')} ` : null}
            <Sentence text={item.text} path={item.path} />
            {review?.decision?.type === 'approve' ? (
              <>
                {' '}
                <span className="jp-Cellwright-approval">
                  {'· '}
                  {review.by === TURN_RULE
                    ? trans.__('approved for this turn')
                    : review.by === 'person'
                      ? trans.__('approved')
                      : trans.__('approved by a rule')}
                </span>
              </>
            ) : null}
            {item.state === 'running' ? <Progress item={item} /> : null}
          </>
        }
        after={
          <Took
            since={item.state === 'running' ? item.startedAt : null}
            ms={item.ms ?? 0}
          />
        }
        details={() => <Details item={item} />}
      />
      {item.state === 'running' ? (
        <>
          <LiveOutput callId={item.id} />
          <LastLine item={item} />
        </>
      ) : null}
      {item.images > 0 && item.things ? (
        <Lazy
          silent
          part="Thumbnails"
          item={item}
          onOpen={() => folding[1](true)}
        />
      ) : null}
    </>
  );
}

/** The arguments and the result. */
function Details({ item }: { item: ICallItem }) {
  const { trans } = usePanel();
  const { review } = item;
  return (
    <>
      {review ? (
        <Lazy part="DecisionDetails" item={item} review={review} />
      ) : (
        <>
          <div className="jp-Cellwright-detailsName">
            {visibleText(item.tool)}
          </div>
          <pre tabIndex={0} aria-label={trans.__('Arguments')}>
            {argumentsText(item.args)}
          </pre>
        </>
      )}
      {item.result !== null ? (
        <>
          <div className="jp-Cellwright-detailsName">
            {item.images > 0
              ? trans._n(
                  'Result, with %1 image',
                  'Result, with %1 images',
                  item.images
                )
              : trans.__('Result')}
          </div>
          <Lazy part="CallResult" item={item} />
        </>
      ) : null}
    </>
  );
}

/** What a running call reports about itself, such as "waits for input". */
function Progress({ item }: { item: ICallItem }) {
  const { store, trans } = usePanel();
  const progress = useStore(store.live, state => state.progress[item.id]);
  return (
    <>
      {progress?.text ? (
        <>
          {' · '}
          <Sentence text={progress.text} path={item.path} />
        </>
      ) : null}
      {progress?.done === undefined ? null : (
        <progress
          className="jp-Cellwright-callProgress"
          aria-label={trans.__('Progress')}
          value={progress.done}
        />
      )}
    </>
  );
}

/** Shows strings without quotes and escapes, so that code reads as code. */
function argumentsText(args: Record<string, unknown>): string {
  return Object.entries(args)
    .map(([name, value]) => {
      const text =
        typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
      const isBelow = value === text && text.includes('\n');
      return `${visibleText(name)}:${isBelow ? '\n' : ' '}${visibleText(text)}`;
    })
    .join('\n');
}

/** ms between two looks at the output. */
const EVERY = 500;

/** The last line that a running cell has printed. */
function LastLine({ item: { id, path } }: { item: ICallItem }) {
  const { store, workspace } = usePanel();
  const { live } = store;
  const cellId = useStore(live, state => state.progress[id]?.cellId);
  const [line, setLine] = useState('');
  useEffect(() => {
    if (cellId === undefined) {
      return;
    }
    const look = (): void => {
      const text = workspace.outputEnd(path, cellId);
      setLine(terminalText(text).trimEnd().split('\n').pop()?.trim() ?? '');
    };
    look();
    const timer = setInterval(look, EVERY);
    return () => clearInterval(timer);
  }, [workspace, path, cellId]);
  return line === '' ? null : (
    <div className="jp-Cellwright-lastLine" title={visibleProse(line)}>
      {visibleProse(line)}
    </div>
  );
}

/** Distance from the end that still counts as the end, in px. */
const END_MARGIN = 16;

/**
 * The output of a running command; follows its end until the person scrolls up.
 */
function LiveOutput({ callId }: { callId: string }) {
  const { store, trans } = usePanel();
  const output = useStore(store.live, state => state.progress[callId]?.output);
  const [tall, setTall] = useState(false);
  const node = useRef<HTMLPreElement>(null);
  const atEnd = useRef(true);

  useLayoutEffect(() => {
    if (node.current && atEnd.current) {
      node.current.scrollTop = node.current.scrollHeight;
    }
  }, [output, tall]);

  if (!output) {
    return null;
  }
  return (
    <div className="jp-Cellwright-output">
      <pre
        ref={node}
        className={tall ? 'jp-mod-tall' : ''}
        tabIndex={0}
        role="region"
        aria-label={trans.__('Output so far')}
        onScroll={({ currentTarget: pre }) => {
          atEnd.current =
            pre.scrollHeight - pre.scrollTop - pre.clientHeight <= END_MARGIN;
        }}
      >
        {visibleProse(terminalText(output))}
      </pre>
      <Button
        className="jp-Cellwright-showAll"
        aria-expanded={tall}
        onClick={() => setTall(!tall)}
      >
        {tall ? trans.__('Show less') : trans.__('Show more')}
      </Button>
    </div>
  );
}
