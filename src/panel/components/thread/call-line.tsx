import { memo, useState } from 'react';
import { useStore } from 'zustand';

import { TURN_RULE } from '../../../contract';
import type { ICallItem } from '../../state/thread-items';
import { visibleText } from '../../render/visible-text';
import { durationText } from '../../text/duration-text';
import { Elapsed } from '../common/elapsed';
import { FoldingLine } from '../common/folding-line';
import { stateName } from '../common/glyph';
import { Lazy } from '../common/lazy';
import { LastLine } from './last-line';
import { LiveOutput } from './live-output';
import { usePanel } from '../common/panel-context';
import { Sentence } from '../common/sentence';

/** A call on one line, which opens to show its arguments and result. */
export const CallLine = memo(function CallLine({ item }: { item: ICallItem }) {
  const { trans } = usePanel().services;
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
        toggleName={open =>
          open
            ? trans.__('%1. Hide details', name)
            : trans.__('%1. Show details', name)
        }
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
        after={<Time item={item} />}
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
          silent={true}
          draw={({ Thumbnails }) => (
            <Thumbnails item={item} onOpen={() => folding[1](true)} />
          )}
        />
      ) : null}
    </>
  );
});

function Time({ item }: { item: ICallItem }) {
  const { trans } = usePanel().services;
  if (item.state === 'running' && item.startedAt !== null) {
    return <Elapsed since={item.startedAt} />;
  }
  const took = durationText(item.ms ?? 0, trans);
  return took ? <time className="jp-Cellwright-time">{took}</time> : null;
}

/** The arguments and the result. */
function Details({ item }: { item: ICallItem }) {
  const { trans } = usePanel().services;
  const { review } = item;
  return (
    <>
      {review ? (
        <Lazy
          draw={({ DecisionDetails }) => (
            <DecisionDetails item={item} review={review} />
          )}
        />
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
          <Lazy draw={({ CallResult }) => <CallResult item={item} />} />
        </>
      ) : null}
    </>
  );
}

/** What a running call reports about itself, such as "waits for input". */
function Progress({ item }: { item: ICallItem }) {
  const { live, services } = usePanel();
  const progress = useStore(live, state => state.progress[item.id]);
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
          aria-label={services.trans.__('Progress')}
          value={progress.done}
        />
      )}
    </>
  );
}

/** Shows strings without quotes and escapes, so that code reads as code. */
function argumentsText(args: Record<string, unknown>): string {
  return Object.entries(args)
    .map(([name, value]) =>
      typeof value === 'string'
        ? value.includes('\n')
          ? `${visibleText(name)}:\n${visibleText(value)}`
          : `${visibleText(name)}: ${visibleText(value)}`
        : `${visibleText(name)}: ${visibleText(JSON.stringify(value) ?? '')}`
    )
    .join('\n');
}
